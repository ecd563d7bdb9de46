//! Decomposes constraints on values beyond the engine's limits into sums and comparisons, which support values up to
//! 2⁶².
//!
//! Division uses `x = c * (x div c) + x mod c`. A product with a factor that has few values, an element constraint, and
//! a minimum or maximum become case distinctions in which each case is a sum.

use super::arguments::Arguments;
use super::posting::{Done, Posting};
use crate::instance::Operand;
use crate::translate::error::TranslateError;
use crate::translate::roots::auxiliary;
use crate::translate::window::Hull;
use solver_core::{Comparison, Expr, Logic, Relates, all_of, any_of};

/// The maximum number of values of a factor for which a case distinction is made.
pub(super) const FEW: i128 = 64;

type Reach<'r> = &'r dyn Fn(usize) -> Hull;

type Comparisons = Result<Vec<Comparison>, TranslateError>;

/// The decomposition of a constraint into sums.
#[derive(Clone, Copy)]
pub(crate) struct Sums {
    /// Whether the bounds of the arguments allow the decomposition.
    pub(crate) can: fn(Reach<'_>) -> bool,
    /// Creates the comparisons whose conjunction is equivalent to the constraint.
    pub(super) make: fn(&mut Posting<'_, '_>) -> Comparisons,
}

impl Sums {
    pub(super) const fn always(make: fn(&mut Posting<'_, '_>) -> Comparisons) -> Sums {
        Sums { can: |_| true, make }
    }

    /// Posts the constraint.
    pub(crate) fn post(&self, posting: &mut Posting<'_, '_>) -> Done {
        let all = (self.make)(posting)?;
        if posting.rule.condition.is_some() {
            return posting.post(all_of(all));
        }
        all.into_iter().try_for_each(|comparison| posting.post(comparison))
    }
}

pub(super) fn by_number(reach: Reach<'_>) -> bool {
    span(reach, 1) == 0
}

pub(super) fn span(reach: Reach<'_>, at: usize) -> i128 {
    reach(at).1 - reach(at).0
}

/// Decomposes `x * y = z` into cases, one for each value of the factor that has fewer values.
pub(super) fn product(posting: &mut Posting<'_, '_>) -> Comparisons {
    let (x, y, z) = (posting.int(0)?, posting.int(1)?, posting.int(2)?);
    let (first, second) = (posting.reach(0)?, posting.reach(1)?);
    let is_first = first.1.abs_diff(first.0) <= second.1.abs_diff(second.0);
    let ((low, high), x, y) = if is_first { (first, x, y) } else { (second, y, x) };
    let scaled = |c: i64| Expr::weighted([(c, y.clone())]).equals(&z);
    if low == high {
        return Ok(vec![scaled(low)]);
    }
    let case = |c: i64| x.clone().equals(Expr::from(c)).implies(scaled(c));
    Ok((low..=high).map(case).collect())
}

/// Decomposes `x div c = z` or `x mod c = z`, where `part` selects `z`. The quotient and the remainder are auxiliary
/// variables, defined by `x = c * quotient + remainder`.
pub(super) fn division(posting: &mut Posting<'_, '_>, part: fn([Expr; 2]) -> Expr) -> Comparisons {
    let (x, z) = (posting.int(0)?, posting.int(2)?);
    let (divisor, (low, high)) = (posting.reach(1)?.0, posting.reach(0)?);
    if divisor == 0 {
        return Ok(vec![any_of::<Expr>([])]);
    }
    let (c, low, high) = (i128::from(divisor), i128::from(low), i128::from(high));
    let dividend = match posting.call.int_operand(0)? {
        Operand::Constant(value) => value.to_string(),
        Operand::Variable(x) => posting.call.instance().variable(x).name().to_owned(),
    };
    let ends = ((low / c).min(high / c), (low / c).max(high / c));
    let quotient = auxiliary(posting.model, &format!("{dividend} / {divisor}"), ends)?;
    let most = c.abs() - 1;
    let ends = ((-most).max(low.min(0)), most.min(high.max(0)));
    let remainder = auxiliary(posting.model, &format!("{dividend} % {divisor}"), ends)?;
    let sum = Expr::weighted([(divisor, quotient.clone()), (1, remainder.clone())]);
    let mut definition = vec![x.clone().equals(sum)];
    if low < 0 && high > 0 {
        // The remainder has the sign of x.
        definition.push(remainder.clone().at_most(0).or(x.clone().at_least(1)));
        definition.push(remainder.clone().at_least(0).or(x.at_most(-1)));
    }
    for comparison in definition {
        let posted = posting.model.post(comparison);
        if let Some(name) = posting.rule.name.clone() {
            posted.named(name);
        }
    }
    Ok(vec![z.equals(part([quotient, remainder]))])
}

/// Builds the comparisons for a maximum: the result is at least every part, and some part is at least the result.
pub(super) fn maximum(parts: Vec<Expr>, result: Expr) -> Vec<Comparison> {
    let reached = any_of(parts.iter().map(|part| result.clone().at_most(part)));
    parts.into_iter().map(|part| part.at_most(&result)).chain([reached]).collect()
}

pub(super) fn minimum(parts: Vec<Expr>, result: Expr) -> Vec<Comparison> {
    maximum(parts.into_iter().map(|part| -part).collect(), -result)
}

/// Builds the comparisons for a set constraint: `x` is within one of the ranges of the set.
pub(super) fn member(posting: &mut Posting<'_, '_>) -> Comparisons {
    let (x, set) = (posting.int(0)?, posting.call.set(1)?);
    let range =
        |&(low, high): &(i64, i64)| x.clone().at_least(Expr::from(low)).and(x.clone().at_most(Expr::from(high)));
    Ok(vec![any_of(set.ranges().iter().map(range))])
}

/// Builds the comparisons for an element constraint: `array[index] = result`, with a case for each index, from 1.
pub(super) fn element(posting: &mut Posting<'_, '_>) -> Comparisons {
    let (index, array, result) = (posting.int(0)?, posting.ints(1)?, posting.int(2)?);
    let ends = [index.clone().at_least(1), index.clone().at_most(Expr::from(array.len() as i64))];
    let case = |(i, element): (i64, Expr)| index.clone().equals(Expr::from(i)).implies(result.clone().equals(element));
    Ok(ends.into_iter().chain((1..).zip(array).map(case)).collect())
}
