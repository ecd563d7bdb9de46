//! Expressions, sums and fixed values.

use super::Constraint;
use crate::error::Fault;
use crate::term::{Term, numbers};
use solver_core::prelude::*;

/// `<intension>`: an expression is true.
pub(super) fn intension(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let node = c.child("function").unwrap_or(c.node);
    let truth = c.read(node, |text| text.expr())?;
    c.post(truth)
}

/// `<sum>`: a weighted sum satisfies a condition.
pub(super) fn sum(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let list = c.listed()?;
    let coefficients = c.child("coeffs").map(|node| c.terms(node)).transpose()?;
    let condition = c.condition()?;
    c.post(condition.holds(weighted(list, coefficients)?))
}

/// Returns the sum of expressions, each multiplied by a number or by an expression.
pub(crate) fn weighted(list: Vec<Expr>, coefficients: Option<Vec<Term>>) -> Result<Expr, Fault> {
    let Some(coefficients) = coefficients else { return Ok(list.into_iter().sum()) };
    if list.len() != coefficients.len() {
        return Err(Fault::Lengths { parts: "list and coeffs" });
    }
    Ok(match numbers(&coefficients) {
        Some(numbers) => Expr::weighted(numbers.into_iter().zip(list)),
        None => {
            let products = coefficients.into_iter().zip(list).map(|(c, e)| Ok(c.expr()? * e));
            products.collect::<Result<Vec<Expr>, Fault>>()?.into_iter().sum()
        }
    })
}

/// `<instantiation>`: variables have the given values.
pub(super) fn instantiation(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let (list, values) = (c.listed()?, c.terms(c.required("values")?)?);
    if list.len() != values.len() {
        return Err(Fault::Lengths { parts: "list and values" });
    }
    let fixed = list.into_iter().zip(values).filter(|(_, value)| !matches!(value, Term::Any));
    for (x, value) in fixed.collect::<Vec<_>>() {
        c.post(x.equals(value.expr()?))?;
    }
    Ok(())
}

/// `<clause>`: at least one of the literals, `x` or `not(x)`, is true.
pub(super) fn clause(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let literals = c.listed()?;
    c.post(any_of(literals))
}
