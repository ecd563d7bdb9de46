//! The known bounds of a constraint's arguments, and the bounds that it implies.

use super::arguments::{Arguments, Read};
use super::linear_form::LinearForm;
use super::{Called, Relation};
use crate::instance::{Call, IntSet, Operand, Term, VariableId};
use crate::translate::equality_classes::EqualityClasses;
use crate::translate::ranges::INFINITE;
use crate::translate::window::Hull;

/// The bounds of an argument, and the variable, if the argument is one.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) variable: Option<VariableId>,
    pub(crate) hull: Hull,
}

impl Part {
    pub(crate) fn constant(value: impl Into<i128>) -> Part {
        let value = value.into();
        Part { variable: None, hull: (value, value) }
    }

    /// The value, if the bounds leave only one.
    pub(crate) fn fixed(self) -> Option<i64> {
        if self.hull.0 == self.hull.1 { i64::try_from(self.hull.0).ok() } else { None }
    }

    /// The largest distance from 0.
    pub(super) fn magnitude(self) -> i128 {
        self.hull.0.abs().max(self.hull.1.abs())
    }

    /// The smallest distance from 0.
    pub(super) fn least_magnitude(self) -> i128 {
        self.hull.0.max(-self.hull.1).max(0)
    }

    pub(super) fn excludes_zero(self) -> bool {
        self.least_magnitude() > 0
    }
}

/// A constraint, the known bounds of its arguments, and the bounds derived for them.
pub(crate) struct Premises<'a> {
    pub(crate) call: Call<'a>,
    pub(crate) called: Called,
    pub(crate) classes: &'a EqualityClasses,
    pub(crate) found: Vec<(VariableId, Hull)>,
}

impl<'a> Arguments<'a> for Premises<'a> {
    type Value = Part;

    fn call(&self) -> Call<'a> {
        self.call
    }

    fn value(&self, _: usize, operand: Operand<i64>) -> Part {
        match operand {
            Operand::Constant(value) => Part::constant(value),
            // For a variable with an empty domain, any inference is correct.
            Operand::Variable(x) => {
                Part { variable: Some(x), hull: self.classes.bounds(x).unwrap_or((-INFINITE, INFINITE)) }
            }
        }
    }
}

impl<'a> Premises<'a> {
    pub(crate) fn new(call: Call<'a>, called: Called, classes: &'a EqualityClasses) -> Premises<'a> {
        Premises { call, called, classes, found: Vec::new() }
    }

    /// The number of arguments, without the condition.
    pub(super) fn count(&self) -> usize {
        self.call.arguments().len() - usize::from(self.called.form.is_some())
    }

    /// Restricts a part to these values. Every rule ends by calling this function.
    pub(super) fn learn(&mut self, part: Part, (low, high): Hull) -> Read<()> {
        // A result computed from infinity is infinite.
        let end = |v: i128| if v.unsigned_abs() < (INFINITE >> 8).unsigned_abs() { v } else { v.signum() * INFINITE };
        self.found.extend(part.variable.map(|x| (x, (end(low), end(high)))));
        Ok(())
    }

    pub(super) fn at_least(&mut self, part: Part, low: i128) -> Read<()> {
        self.learn(part, (low, INFINITE))
    }

    pub(super) fn at_most(&mut self, part: Part, high: i128) -> Read<()> {
        self.learn(part, (-INFINITE, high))
    }

    pub(super) fn all(&mut self, parts: &[Part], hull: Hull) -> Read<()> {
        parts.iter().try_for_each(|part| self.learn(*part, hull))
    }

    /// Restricts the elements of a list to the `size` numbers starting at `first`.
    pub(super) fn within(&mut self, list: usize, first: impl Into<i128>, size: impl Into<i128>) -> Read<()> {
        let first = first.into();
        self.all(&self.ints(list)?, (first, first + size.into() - 1))
    }

    /// Derives that the numbers in these lists are not negative.
    pub(super) fn sizes(&mut self, lists: &[usize]) -> Read<()> {
        lists.iter().try_for_each(|&at| self.all(&self.ints(at)?, (0, INFINITE)))
    }

    /// Derives bounds from the requirement that each part exceed the previous one by at least `step`.
    pub(super) fn ascending(&mut self, all: &[Part], step: i128) -> Read<()> {
        let mut low = -INFINITE;
        for part in all {
            self.at_least(*part, low)?;
            low = low.max(part.hull.0).saturating_add(step);
        }
        let mut high = INFINITE;
        for part in all.iter().rev() {
            self.at_most(*part, high)?;
            high = high.min(part.hull.1).saturating_sub(step);
        }
        Ok(())
    }
}

/// The hull of these intervals; empty if there are none.
pub(crate) fn hull_of(all: impl IntoIterator<Item = Hull>) -> Hull {
    all.into_iter().fold((INFINITE, -INFINITE), |hull, part| (hull.0.min(part.0), hull.1.max(part.1)))
}

pub(super) fn hull_of_numbers<'n>(all: impl IntoIterator<Item = &'n i64>) -> Hull {
    hull_of(all.into_iter().map(|&v| (v.into(), v.into())))
}

pub(super) fn hull_of_parts(all: &[Part]) -> Hull {
    hull_of(all.iter().map(|part| part.hull))
}

pub(super) fn hull_of_set(set: IntSet<'_>) -> Hull {
    hull_of(set.ranges().iter().map(|&(low, high)| (low.into(), high.into())))
}

/// The relation `Σ factor · part ⋈ 0`.
pub(crate) struct Sum {
    pub(crate) terms: Vec<(i64, Part)>,
    pub(crate) relation: Relation,
}

impl Sum {
    pub(super) fn new(terms: impl Into<Vec<(i64, Part)>>, relation: Relation) -> Sum {
        Sum { terms: terms.into(), relation }
    }

    /// The sum that the constraint compares, if it compares one.
    fn from_premises(p: &Premises<'_>) -> Read<Option<Sum>> {
        p.called.builtin.sum.map(|(_, sum)| sum(p)).transpose()
    }

    /// Derives bounds on each term from the others.
    pub(super) fn bound(p: &mut Premises<'_>) -> Read<()> {
        let Some(Sum { terms, relation }) = Sum::from_premises(p)? else { return Ok(()) };
        let (sign, rest) = match (relation, relation.as_at_most()) {
            (Relation::Equal, _) => (1, 0),
            (_, Some(turned)) => turned,
            (_, None) => return Ok(()),
        };
        let terms: Vec<_> = terms.into_iter().map(|(c, part)| (sign * i128::from(c), part)).collect();
        bound(p, &terms, rest, relation == Relation::Equal)
    }

    /// Returns the linear form: the values of the only open variable, or the equation between two variables whose
    /// coefficients have equal magnitude.
    pub(super) fn form(p: &Premises<'_>) -> Read<LinearForm> {
        /// The maximum length of a sum; longer ones rarely have a linear form.
        const MOST: usize = 16;
        let is_long = |term: &Term| p.call.instance().elements(*term).is_some_and(|list| list.len() > MOST);
        if p.call.arguments().iter().any(is_long) {
            return Ok(LinearForm::Other);
        }
        Ok(Sum::from_premises(p)?.and_then(Sum::linear_form).unwrap_or(LinearForm::Other))
    }

    pub(super) fn linear_form(self) -> Option<LinearForm> {
        let (mut rest, mut open): (i128, Vec<(i128, VariableId)>) = (0, Vec::new());
        for (factor, part) in self.terms {
            let factor = i128::from(factor);
            match part.fixed() {
                Some(value) => rest = rest.checked_sub(factor * i128::from(value))?,
                None => match open.iter_mut().find(|(_, x)| Some(*x) == part.variable) {
                    Some((sum, _)) => *sum += factor,
                    None => open.push((factor, part.variable?)),
                },
            }
        }
        open.retain(|term| term.0 != 0);
        LinearForm::new(&open, self.relation, rest)
    }
}

/// Derives bounds on the terms of `Σ c·x = rest` or `Σ c·x <= rest`.
pub(super) fn bound(p: &mut Premises<'_>, terms: &[(i128, Part)], rest: i128, is_equation: bool) -> Read<()> {
    let ends = |&(c, part): &(i128, Part)| {
        let (a, b) = (part.hull.0.saturating_mul(c), part.hull.1.saturating_mul(c));
        (a.min(b), a.max(b))
    };
    // Avoids `abs`, which overflows for the smallest number.
    let is_wide = |v: i128| v <= -INFINITE || v >= INFINITE;
    // Infinite terms are counted separately, because a term can be bounded if all other terms are finite.
    let (mut low, mut high, mut no_low, mut no_high) = (0_i128, 0_i128, 0, 0);
    for (a, b) in terms.iter().filter(|term| term.0 != 0).map(ends) {
        if is_wide(a) {
            no_low += 1
        } else {
            low += a
        }
        if is_wide(b) { no_high += 1 } else { high += b }
    }
    for term in terms.iter().filter(|term| term.0 != 0) {
        let (a, b) = ends(term);
        let others_low = if is_wide(a) { (no_low == 1).then_some(low) } else { (no_low == 0).then_some(low - a) };
        let others_high = if is_wide(b) { (no_high == 1).then_some(high) } else { (no_high == 0).then_some(high - b) };
        // `c·x` is at most `rest` minus the smallest sum of the other terms and, in an equation, at least `rest` minus
        // their largest sum.
        let most = others_low.map(|others| rest - others);
        let least = others_high.filter(|_| is_equation).map(|others| rest - others);
        let c = term.0;
        let hull = if c > 0 {
            (least.map_or(-INFINITE, |l| -(-l).div_euclid(c)), most.map_or(INFINITE, |m| m.div_euclid(c)))
        } else {
            (most.map_or(-INFINITE, |m| -m.div_euclid(-c)), least.map_or(INFINITE, |l| (-l).div_euclid(-c)))
        };
        p.learn(term.1, hull)?;
    }
    Ok(())
}
