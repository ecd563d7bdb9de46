//! The checkers of tables: they test or count the original rows.

use super::column::ANY;
use super::relation::Table;
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// Checks whether some row lies within the case's domains.
pub(super) fn has_row(table: &Table, views: &[View], case: &CheckContext<'_>) -> bool {
    let domains: Vec<ValueSet> = views.iter().map(|&view| case.values(view)).collect();
    domains.iter().all(|d| !d.is_empty()) && table.all_cells().any(|row| is_inside(row, &domains))
}

/// Checks whether the full rows cover the case's domains completely.
pub(super) fn is_covered(table: &Table, views: &[View], case: &CheckContext<'_>) -> bool {
    let domains: Vec<ValueSet> = views.iter().map(|&view| case.values(view)).collect();
    let combinations = domains.iter().fold(1u128, |product, d| product.saturating_mul(d.len().into()));
    combinations == table.all_cells().filter(|row| is_inside(row, &domains)).count() as u128
}

fn is_inside(row: &[i32], domains: &[ValueSet]) -> bool {
    row.iter().zip(domains).all(|(&v, domain)| v == ANY || domain.contains(v))
}
