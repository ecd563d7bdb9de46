//! Constraints over values beyond the engine's limits that sums and comparisons express, which reach to 2⁶².
//!
//! `x = c * (x div c) + x mod c`; a product with a factor of few values, an element and an extreme are cases, each a sum.

use super::error::TranslateError;
use super::posting::{Done, Posting};
use super::roots::auxiliary;
use super::window::Hull;
use crate::instance::Operand;
use solver_core::{Comparison, Expr, Logic, Relates, all_of, any_of};

/// The values of a factor whose products are listed, at most.
const FEW: i128 = 64;

type Reach<'r> = &'r dyn Fn(usize) -> Hull;

type Comparisons = Result<Vec<Comparison>, TranslateError>;

/// How sums express a constraint.
pub(super) struct Sums {
    /// Whether they can, by what its arguments reach.
    can: fn(Reach<'_>) -> bool,
    /// The comparisons, all of which must hold.
    make: fn(&mut Posting<'_, '_>) -> Comparisons,
}

impl Sums {
    /// How they express the constraint of this name, if they can.
    pub(super) fn find(name: &str, reach: Reach<'_>) -> Option<Sums> {
        sums(name).filter(|sums| (sums.can)(reach))
    }

    /// Posts the constraint.
    pub(super) fn post(&self, posting: &mut Posting<'_, '_>) -> Done {
        let all = (self.make)(posting)?;
        if posting.rule.condition.is_some() {
            return posting.post(all_of(all));
        }
        all.into_iter().try_for_each(|comparison| posting.post(comparison))
    }
}

fn sums(name: &str) -> Option<Sums> {
    let always = |_: Reach<'_>| true;
    let by_number = |reach: Reach<'_>| span(reach, 1) == 0;
    let by_few = |reach: Reach<'_>| span(reach, 0).min(span(reach, 1)) < FEW;
    Some(match name {
        "int_times" => Sums { can: by_few, make: |posting| product(posting) },
        "int_div" => Sums { can: by_number, make: |posting| division(posting, |[quotient, _]| quotient) },
        "int_mod" => Sums { can: by_number, make: |posting| division(posting, |[_, remainder]| remainder) },
        "int_abs" => Sums { can: always, make: |p| Ok(maximum(vec![p.int(0)?, -p.int(0)?], p.int(1)?)) },
        "int_max" => Sums { can: always, make: |p| Ok(maximum(vec![p.int(0)?, p.int(1)?], p.int(2)?)) },
        "int_min" => Sums { can: always, make: |p| Ok(minimum(vec![p.int(0)?, p.int(1)?], p.int(2)?)) },
        "array_int_maximum" => Sums { can: always, make: |p| Ok(maximum(p.ints(1)?, p.int(0)?)) },
        "array_int_minimum" => Sums { can: always, make: |p| Ok(minimum(p.ints(1)?, p.int(0)?)) },
        "set_in" => Sums { can: always, make: |posting| member(posting) },
        "array_int_element" | "array_var_int_element" => Sums { can: always, make: |posting| element(posting) },
        _ => return None,
    })
}

fn span(reach: Reach<'_>, at: usize) -> i128 {
    reach(at).1 - reach(at).0
}

/// The smallest and the largest value of argument `at`.
fn reach(posting: &Posting<'_, '_>, at: usize) -> Result<(i64, i64), TranslateError> {
    Ok(match posting.call.int_operand(at)? {
        Operand::Constant(value) => (value, value),
        Operand::Variable(x) => posting.vars.reach(x),
    })
}

/// `x * y = z` for each value of the factor that has fewer.
fn product(posting: &Posting<'_, '_>) -> Comparisons {
    let (x, y, z) = (posting.int(0)?, posting.int(1)?, posting.int(2)?);
    let (first, second) = (reach(posting, 0)?, reach(posting, 1)?);
    let is_first = first.1.abs_diff(first.0) <= second.1.abs_diff(second.0);
    let ((low, high), x, y) = if is_first { (first, x, y) } else { (second, y, x) };
    let scaled = |c: i64| Expr::weighted([(c, y.clone())]).equals(&z);
    if low == high {
        return Ok(vec![scaled(low)]);
    }
    let case = |c: i64| x.clone().equals(Expr::from(c)).implies(scaled(c));
    Ok((low..=high).map(case).collect())
}

/// `x div c = z` or `x mod c = z`, by which part `z` is. The quotient and the remainder are variables, defined by `x = c * quotient + remainder`.
fn division(posting: &mut Posting<'_, '_>, part: fn([Expr; 2]) -> Expr) -> Comparisons {
    let (x, z) = (posting.int(0)?, posting.int(2)?);
    let (divisor, (low, high)) = (reach(posting, 1)?.0, reach(posting, 0)?);
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

/// The result is at least each of the parts, and at most one of them.
fn maximum(parts: Vec<Expr>, result: Expr) -> Vec<Comparison> {
    let reached = any_of(parts.iter().map(|part| result.clone().at_most(part)));
    parts.into_iter().map(|part| part.at_most(&result)).chain([reached]).collect()
}

fn minimum(parts: Vec<Expr>, result: Expr) -> Vec<Comparison> {
    maximum(parts.into_iter().map(|part| -part).collect(), -result)
}

/// `x` is within one of the ranges of a set.
fn member(posting: &Posting<'_, '_>) -> Comparisons {
    let (x, set) = (posting.int(0)?, posting.call.set(1)?);
    let range =
        |&(low, high): &(i64, i64)| x.clone().at_least(Expr::from(low)).and(x.clone().at_most(Expr::from(high)));
    Ok(vec![any_of(set.ranges().iter().map(range))])
}

/// `array[index] = result` for each index, from 1.
fn element(posting: &Posting<'_, '_>) -> Comparisons {
    let (index, array, result) = (posting.int(0)?, posting.ints(1)?, posting.int(2)?);
    let ends = [index.clone().at_least(1), index.clone().at_most(Expr::from(array.len() as i64))];
    let case = |(i, element): (i64, Expr)| index.clone().equals(Expr::from(i)).implies(result.clone().equals(element));
    Ok(ends.into_iter().chain((1..).zip(array).map(case)).collect())
}
