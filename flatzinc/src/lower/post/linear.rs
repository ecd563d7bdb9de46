//! Sums with coefficients, of integers and of truth values.

use super::{Entry, entry};
use crate::lower::LowerError;
use crate::lower::site::{Done, Site};
use solver_core::{Comparison, Expr, Relates};

pub(super) const NAMES: &[Entry] = &[
    entry("int_lin_eq", 3, |site| integers(site, Relates::equals)),
    entry("int_lin_ne", 3, |site| integers(site, Relates::differs)),
    entry("int_lin_le", 3, |site| integers(site, Relates::at_most)),
    entry("int_lin_lt", 3, |site| integers(site, Relates::less_than)),
    entry("int_lin_ge", 3, |site| integers(site, Relates::at_least)),
    entry("int_lin_gt", 3, |site| integers(site, Relates::greater_than)),
    entry("bool_lin_eq", 3, |site| truths(site, Relates::equals)),
    entry("bool_lin_ne", 3, |site| truths(site, Relates::differs)),
    entry("bool_lin_le", 3, |site| truths(site, Relates::at_most)),
    entry("bool_lin_lt", 3, |site| truths(site, Relates::less_than)),
    entry("bool_lin_ge", 3, |site| truths(site, Relates::at_least)),
    entry("bool_lin_gt", 3, |site| truths(site, Relates::greater_than)),
];

type Relation = fn(Expr, Expr) -> Comparison;

fn weighted(site: &Site<'_, '_>, of: Vec<Expr>) -> Result<Expr, LowerError> {
    site.call.expect_elements(1, site.call.elements(0)?.len())?;
    Ok(Expr::weighted(site.call.ints(0)?.into_iter().zip(of)))
}

fn integers(site: &mut Site<'_, '_>, relation: Relation) -> Done {
    let sum = weighted(site, site.ints(1)?)?;
    let comparison = relation(sum, site.int(2)?);
    let variables = site.variables(1)?;
    site.post_sum(comparison, &variables)
}

fn truths(site: &mut Site<'_, '_>, relation: Relation) -> Done {
    let sum = weighted(site, site.truths(1)?)?;
    let comparison = relation(sum, site.int(2)?);
    site.post(comparison)
}
