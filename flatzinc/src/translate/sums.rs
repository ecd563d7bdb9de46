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

/// Whether sums express the constraint of this name, by what its arguments reach.
pub(super) fn has(name: &str, reach: &dyn Fn(usize) -> Hull) -> bool {
    let span = |at| reach(at).1 - reach(at).0;
    match name {
        "int_times" => span(0) < FEW || span(1) < FEW,
        "int_div" | "int_mod" => span(1) == 0,
        "int_abs" | "int_max" | "int_min" | "array_int_maximum" | "array_int_minimum" | "set_in" => true,
        "array_int_element" | "array_var_int_element" => true,
        _ => false,
    }
}

/// Posts the constraint as comparisons, all of which must hold.
pub(super) fn post(posting: &mut Posting<'_, '_>, name: &str) -> Done {
    let int = |at| posting.int(at);
    let all = match name {
        "int_times" => product(posting)?,
        "int_div" | "int_mod" => division(posting, name)?,
        "int_abs" => extreme(vec![int(0)?, -int(0)?], int(1)?, Relates::at_most),
        "int_max" => extreme(vec![int(0)?, int(1)?], int(2)?, Relates::at_most),
        "int_min" => extreme(vec![int(0)?, int(1)?], int(2)?, Relates::at_least),
        "array_int_maximum" => extreme(posting.ints(1)?, int(0)?, Relates::at_most),
        "array_int_minimum" => extreme(posting.ints(1)?, int(0)?, Relates::at_least),
        "set_in" => member(posting)?,
        _ => element(posting)?,
    };
    if posting.rule.condition.is_some() {
        return posting.post(all_of(all));
    }
    all.into_iter().try_for_each(|comparison| posting.post(comparison))
}

/// The smallest and the largest value of argument `at`.
fn reach(posting: &Posting<'_, '_>, at: usize) -> Result<(i64, i64), TranslateError> {
    Ok(match posting.call.int_operand(at)? {
        Operand::Constant(value) => (value, value),
        Operand::Variable(x) => posting.vars.reach(x),
    })
}

/// `x * y = z` for each value of the factor that has fewer.
fn product(posting: &Posting<'_, '_>) -> Result<Vec<Comparison>, TranslateError> {
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

/// `x div c = z` or `x mod c = z`. The quotient and the remainder are variables, defined by `x = c * quotient + remainder`.
fn division(posting: &mut Posting<'_, '_>, name: &str) -> Result<Vec<Comparison>, TranslateError> {
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
    Ok(vec![z.equals(if name == "int_div" { quotient } else { remainder })])
}

/// The result is beyond none of the parts, in the direction of `within`, and one of them is not beyond it.
fn extreme(parts: Vec<Expr>, result: Expr, within: fn(Expr, Expr) -> Comparison) -> Vec<Comparison> {
    let reached = any_of(parts.iter().map(|part| within(result.clone(), part.clone())));
    parts.into_iter().map(|part| within(part, result.clone())).chain([reached]).collect()
}

/// `x` is within one of the ranges of a set.
fn member(posting: &Posting<'_, '_>) -> Result<Vec<Comparison>, TranslateError> {
    let (x, set) = (posting.int(0)?, posting.call.set(1)?);
    let range =
        |&(low, high): &(i64, i64)| x.clone().at_least(Expr::from(low)).and(x.clone().at_most(Expr::from(high)));
    Ok(vec![any_of(set.ranges().iter().map(range))])
}

/// `array[index] = result` for each index, from 1.
fn element(posting: &Posting<'_, '_>) -> Result<Vec<Comparison>, TranslateError> {
    let (index, array, result) = (posting.int(0)?, posting.ints(1)?, posting.int(2)?);
    let ends = [index.clone().at_least(1), index.clone().at_most(Expr::from(array.len() as i64))];
    let case = |(i, element): (i64, Expr)| index.clone().equals(Expr::from(i)).implies(result.clone().equals(element));
    Ok(ends.into_iter().chain((1..).zip(array).map(case)).collect())
}
