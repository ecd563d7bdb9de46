//! Linear constraints, over integers and Booleans.

use super::{Entry, entry};
use crate::translate::TranslateError;
use crate::translate::posting::{Done, Posting};
use solver_core::{Comparison, Expr, Relates};

pub(super) const NAMES: &[Entry] = &[
    entry("int_lin_eq", 3, |posting| integers(posting, Relates::equals)),
    entry("int_lin_ne", 3, |posting| integers(posting, Relates::differs)),
    entry("int_lin_le", 3, |posting| integers(posting, Relates::at_most)),
    entry("int_lin_lt", 3, |posting| integers(posting, Relates::less_than)),
    entry("int_lin_ge", 3, |posting| integers(posting, Relates::at_least)),
    entry("int_lin_gt", 3, |posting| integers(posting, Relates::greater_than)),
    entry("bool_lin_eq", 3, |posting| truths(posting, Relates::equals)),
    entry("bool_lin_ne", 3, |posting| truths(posting, Relates::differs)),
    entry("bool_lin_le", 3, |posting| truths(posting, Relates::at_most)),
    entry("bool_lin_lt", 3, |posting| truths(posting, Relates::less_than)),
    entry("bool_lin_ge", 3, |posting| truths(posting, Relates::at_least)),
    entry("bool_lin_gt", 3, |posting| truths(posting, Relates::greater_than)),
];

type Relation = fn(Expr, Expr) -> Comparison;

fn weighted(posting: &Posting<'_, '_>, of: Vec<Expr>) -> Result<Expr, TranslateError> {
    posting.call.expect_elements(1, posting.call.elements(0)?.len())?;
    Ok(Expr::weighted(posting.call.ints(0)?.into_iter().zip(of)))
}

fn integers(posting: &mut Posting<'_, '_>, relation: Relation) -> Done {
    let sum = weighted(posting, posting.ints(1)?)?;
    let comparison = relation(sum, posting.int(2)?);
    let variables = posting.variables(1)?;
    posting.post_sum(comparison, &variables)
}

fn truths(posting: &mut Posting<'_, '_>, relation: Relation) -> Done {
    let sum = weighted(posting, posting.truths(1)?)?;
    let comparison = relation(sum, posting.int(2)?);
    posting.post(comparison)
}
