//! The items of texts: numbers, sets and expressions.

use crate::error::Fault;
use solver_core::prelude::*;

/// One item of a text.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    Number(i64),
    /// A range, or the values of `set(…)`.
    Set(ValueSet),
    Expr(Expr),
    /// `set(…)` with variables.
    Members(Vec<Expr>),
    /// `*`: any value.
    Any,
}

impl Term {
    pub(crate) fn expr(self) -> Result<Expr, Fault> {
        match self {
            Term::Number(n) => Ok(Expr::from(n)),
            Term::Expr(e) => Ok(e),
            Term::Set(_) | Term::Members(_) => Err(Fault::expected("a variable or a number", "a set")),
            Term::Any => Err(Fault::expected("a variable or a number", "*")),
        }
    }

    pub(crate) fn number(&self) -> Option<i64> {
        match self {
            Term::Number(n) => Some(*n),
            Term::Set(_) | Term::Members(_) | Term::Expr(_) | Term::Any => None,
        }
    }

    /// The values that a number or a range stands for.
    pub(crate) fn values(&self) -> Result<ValueSet, Fault> {
        match self {
            Term::Number(n) => value(*n).map(|v| ValueSet::range(v, v)),
            Term::Set(set) => Ok(set.clone()),
            Term::Expr(_) | Term::Members(_) | Term::Any => Err(Fault::expected("numbers", "a variable")),
        }
    }
}

/// Converts a number to a value of a variable.
pub(crate) fn value(number: i64) -> Result<i32, Fault> {
    i32::try_from(number).map_err(|_| Fault::TooLarge("a value"))
}

/// Collects the values of numbers and ranges.
pub(crate) fn set(terms: &[Term]) -> Result<ValueSet, Fault> {
    let mut ranges = Vec::new();
    for term in terms {
        ranges.extend_from_slice(term.values()?.ranges());
    }
    Ok(ValueSet::from_ranges(ranges))
}

pub(crate) fn exprs(terms: impl IntoIterator<Item = Term>) -> Result<Vec<Expr>, Fault> {
    terms.into_iter().map(Term::expr).collect()
}

/// The numbers of constant terms, or `None` if one of them is an expression.
pub(crate) fn numbers(terms: &[Term]) -> Option<Vec<i64>> {
    terms.iter().map(Term::number).collect()
}

/// The values of an array of numbers, or `None` if one of its elements is an expression.
pub(crate) fn constants(terms: &[Term]) -> Result<Option<Vec<i32>>, Fault> {
    numbers(terms).map(|numbers| numbers.into_iter().map(value).collect()).transpose()
}
