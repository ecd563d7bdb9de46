//! The posting context of a constraint: its arguments as expressions, and its form of reification.

use super::arguments::{Arguments, Read};
use super::spelt_out::SpeltOut;
use super::{Called, Relation};
use crate::instance::{Call, Constraint, IntSet, Operand, VariableId};
use crate::translate::error::TranslateError;
use crate::translate::var_map::{MappedVar, VarMap};
use solver_core::constraints::Form;
use solver_core::model::{BoundsOrDomain, Posted};
use solver_core::{Comparison, Consistency, Expr, IntVar, Model, View};

/// Looks up the named variables for the constants in a list; `None` for a constant that has no variable.
pub(crate) type Given<'g> = dyn Fn(&[Operand<i64>]) -> Vec<Option<IntVar>> + 'g;

/// The result of posting.
pub(crate) type Done = Result<(), TranslateError>;

/// A constraint of the file while it is being posted.
pub(crate) struct Posting<'m, 'i> {
    pub(crate) model: &'m mut Model,
    pub(crate) vars: &'m VarMap,
    pub(crate) call: Constraint<'i>,
    pub(crate) called: Called,
    pub(crate) rule: Rule,
    /// The arguments that are shifted because their values are too large, each with the offset to subtract.
    pub(crate) moved: Vec<(usize, i64)>,
    /// Looks up the named variables for the constants in a list, for explanations.
    pub(crate) given: &'m Given<'m>,
    /// Whether the search is free.
    pub(crate) free: bool,
    /// Tables of the equations that need one for domain consistency.
    pub(crate) spelt_out: &'m mut SpeltOut,
}

/// How a constraint is posted: its form of reification, its name, and its consistency level.
#[derive(Default)]
pub(crate) struct Rule {
    pub(crate) condition: Option<(Form, Expr)>,
    pub(crate) name: Option<String>,
    pub(crate) level: Option<Consistency>,
}

impl Rule {
    /// Finishes a constraint that has no consistency levels.
    pub(crate) fn plain<K>(&self, posted: Posted<'_, K>) -> Done {
        let posted = match &self.name {
            Some(name) => posted.named(name.clone()),
            None => posted,
        };
        match &self.condition {
            Some((Form::Reified, truth)) => drop(posted.iff(truth.clone())),
            Some((Form::HalfReified, truth)) => drop(posted.enforce_if(truth.clone())),
            None => {}
        }
        Ok(())
    }

    /// Finishes a constraint with the levels Value, Bounds and Domain.
    pub(crate) fn leveled(&self, posted: Posted<'_, Consistency>) -> Done {
        self.plain(match self.level {
            Some(level) => posted.consistency(level),
            None => posted,
        })
    }

    /// Finishes a constraint with the levels Bounds and Domain.
    pub(crate) fn strong(&self, posted: Posted<'_, BoundsOrDomain>) -> Done {
        self.plain(match self.level {
            Some(Consistency::Value | Consistency::Bounds) => posted.consistency(BoundsOrDomain::Bounds),
            Some(Consistency::Domain) => posted.consistency(BoundsOrDomain::Domain),
            None => posted,
        })
    }
}

impl<'i> Arguments<'i> for Posting<'_, 'i> {
    type Value = Expr;

    fn call(&self) -> Call<'i> {
        *self.call
    }

    fn value(&self, at: usize, operand: Operand<i64>) -> Expr {
        let expr = match operand {
            Operand::Constant(value) => Expr::from(value),
            Operand::Variable(x) => self.vars.expr(x),
        };
        match self.subtracted(at) {
            0 => expr,
            by => expr - Expr::from(by),
        }
    }

    fn ints(&self, at: usize) -> Read<Vec<Expr>> {
        let operands = self.call.int_operands(at)?;
        let given = (self.given)(&operands);
        let expr = |(operand, given): (Operand<i64>, Option<IntVar>)| match given.filter(|_| self.subtracted(at) == 0) {
            Some(x) => x.into(),
            None => self.value(at, operand),
        };
        Ok(operands.into_iter().zip(given).map(expr).collect())
    }
}

impl<'i> Posting<'_, 'i> {
    /// Posts a comparison.
    pub(crate) fn post(&mut self, comparison: impl Into<Comparison>) -> Done {
        self.rule.plain(self.model.post(Into::<Comparison>::into(comparison)))
    }

    /// Posts a comparison of some arguments at the requested level. For equations, the domain level is available only
    /// with few variables and few values.
    pub(crate) fn post_at_level(&mut self, comparison: Comparison, arguments: std::ops::Range<usize>) -> Done {
        let terms = self.call.arguments()[arguments].iter().flat_map(|term| self.call.instance().terms_of(term));
        let variables: Vec<VariableId> = terms.filter_map(|term| term.as_variable()).collect();
        let spans = || variables.iter().map(|&x| self.vars.span(x));
        // The domain level of equations has these limits.
        let small = variables.len() <= 3
            && spans().all(|span| span <= 1 << 16)
            && spans().fold(1, u64::saturating_mul) <= 1 << 20;
        // All other comparisons are domain consistent by default.
        let is_equation = self.called.relation() == Relation::Equal;
        if self.rule.level == Some(Consistency::Domain) && is_equation && !small {
            self.rule.level = None;
        }
        let posted = self.model.post(comparison);
        self.rule.plain(match self.rule.level {
            Some(Consistency::Domain) if small => posted.consistency(BoundsOrDomain::Domain),
            Some(Consistency::Value | Consistency::Bounds) => posted.consistency(BoundsOrDomain::Bounds),
            Some(Consistency::Domain) | None => posted,
        })
    }

    /// The offset subtracted from each number of an argument.
    fn subtracted(&self, at: usize) -> i64 {
        self.moved.iter().find(|(argument, _)| *argument == at).map_or(0, |(_, by)| *by)
    }

    /// The value of integer argument `at`, if it is fixed.
    pub(crate) fn fixed(&self, at: usize) -> Read<Option<i64>> {
        Ok(match self.call.int_operand(at)? {
            Operand::Constant(value) => Some(value),
            Operand::Variable(x) => match self.vars.mapping(x) {
                MappedVar::Constant(value) => Some(value),
                MappedVar::View { .. } | MappedVar::Digits { .. } => None,
            },
        })
    }

    /// Whether argument `at`, a list of integers, has at least as many elements as there are possible values.
    pub(crate) fn is_full(&self, at: usize) -> Read<bool> {
        let operands = self.call.int_operands(at)?;
        let hull = operands.iter().map(|operand| self.reach_of(*operand)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        Ok(hull.is_some_and(|(low, high)| high.abs_diff(low) < operands.len() as u64))
    }

    /// The smallest and the largest value of integer argument `at`.
    pub(crate) fn reach(&self, at: usize) -> Read<(i64, i64)> {
        Ok(self.reach_of(self.call.int_operand(at)?))
    }

    pub(crate) fn reach_of(&self, operand: Operand<i64>) -> (i64, i64) {
        match operand {
            Operand::Constant(value) => (value, value),
            Operand::Variable(x) => self.vars.reach(x),
        }
    }

    /// Argument `at` as a constant within the engine's limits.
    pub(crate) fn number(&self, at: usize) -> Result<i32, TranslateError> {
        self.held(at, self.call.int(at)?)
    }

    /// Argument `at` as a list of constants within the engine's limits.
    pub(crate) fn numbers(&self, at: usize) -> Result<Vec<i32>, TranslateError> {
        self.call.ints(at)?.into_iter().map(|value| self.held(at, value)).collect()
    }

    /// Argument `at` as a constant size.
    pub(crate) fn count(&self, at: usize) -> Result<usize, TranslateError> {
        let value = self.call.int(at)?;
        usize::try_from(value).map_err(|_| self.misuse(format!("argument {} must not be negative", at + 1)))
    }

    /// Argument `at` as a list of constant truth values, which are returned as numbers.
    pub(crate) fn known_truths(&self, at: usize) -> Read<Vec<i32>> {
        Ok(self.call.bools(at)?.into_iter().map(i32::from).collect())
    }

    /// The values of set argument `at` that variables can take.
    pub(crate) fn values(&self, at: usize) -> Result<Vec<i32>, TranslateError> {
        self.listed(at, self.call.set(at)?)
    }

    /// The values of `set`, a set in argument `at`, that variables can take.
    pub(crate) fn listed(&self, at: usize, set: IntSet<'_>) -> Result<Vec<i32>, TranslateError> {
        const MOST: u128 = 10_000_000;
        if set.len() > MOST {
            return Err(self.misuse(format!("a set of {} values is too large to be listed", set.len())));
        }
        Ok(set.values().filter_map(|v| self.small(at, v)).collect())
    }

    /// A number in argument `at`, shifted, if the result is within the engine's limits.
    pub(crate) fn small(&self, at: usize, value: i64) -> Option<i32> {
        let value = i32::try_from(value.checked_sub(self.subtracted(at))?).ok()?;
        (-View::LIMIT..=View::LIMIT).contains(&value).then_some(value)
    }

    /// A bound in argument `at`, shifted and clamped, because all bounds beyond the limits are equivalent.
    pub(crate) fn drawn_in(&self, at: usize, bound: i64) -> i64 {
        let limit = i64::from(View::LIMIT) + 1;
        bound.saturating_sub(self.subtracted(at)).clamp(-limit, limit)
    }

    fn held(&self, at: usize, value: i64) -> Result<i32, TranslateError> {
        self.small(at, value).ok_or_else(|| TranslateError::Limit {
            location: self.call.instance().location(self.call.place()),
            constraint: self.call.name().to_owned(),
            value,
        })
    }

    /// Builds the error for arguments that do not match each other.
    pub(crate) fn misuse(&self, reason: impl Into<String>) -> TranslateError {
        TranslateError::Misuse {
            location: self.call.instance().location(self.call.place()),
            constraint: self.call.name().to_owned(),
            reason: reason.into(),
        }
    }

    /// Checks that these lists have the same length.
    pub(crate) fn equally_long(&self, arguments: &[usize]) -> Done {
        let [first, rest @ ..] = arguments else { return Ok(()) };
        let count = self.call.elements(*first)?.len();
        for &at in rest {
            self.call.expect_elements(at, count)?;
        }
        Ok(())
    }

    /// Splits a matrix in row-major order into rows.
    pub(crate) fn rows<T: Clone>(&self, flat: &[T], columns: usize) -> Result<Vec<Vec<T>>, TranslateError> {
        if columns == 0 {
            return Ok(Vec::new());
        }
        if !flat.len().is_multiple_of(columns) {
            return Err(self.misuse(format!("{} elements do not form rows of {columns}", flat.len())));
        }
        Ok(flat.chunks(columns).map(<[T]>::to_vec).collect())
    }
}
