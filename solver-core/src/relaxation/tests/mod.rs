//! Tests of the relaxation: whatever the simplex proposes, combined rows hold, and so do the rows contributed by
//! constraints; reasons are complete and no longer than necessary.

mod combined;
mod reasons;
mod rows;

use super::combine::{Rounding, Row};
use crate::search::Rng;

const ROUNDINGS: [Rounding; 2] = [Rounding::Small, Rounding::Fine];

/// Returns the number of cases: `few`, `full` in a full run, or the value of `FERZ_CASES`.
pub(super) fn cases(few: u64, full: u64) -> u64 {
    if std::env::var_os("FERZ_CASES").is_some() { crate::harness::cases(full) } else { few }
}

fn between(rng: &mut Rng, low: i64, high: i64) -> i64 {
    low + rng.below((high - low + 1) as u64) as i64
}

/// Lists all points of a product.
fn all_points(domains: &[Vec<i32>]) -> Vec<Vec<i32>> {
    domains.iter().fold(vec![Vec::new()], |points, domain| {
        let longer = |point: Vec<i32>| domain.iter().map(move |&value| [&point[..], &[value]].concat());
        points.into_iter().flat_map(longer).collect()
    })
}

fn sum(terms: &[(u32, i64)], point: &[i32]) -> i128 {
    terms.iter().map(|&(column, a)| i128::from(a) * i128::from(point[column as usize])).sum()
}

fn holds(row: &Row, point: &[i32]) -> bool {
    let sum = sum(&row.terms, point);
    row.low.is_none_or(|low| sum >= low.into()) && row.high.is_none_or(|high| sum <= high.into())
}
