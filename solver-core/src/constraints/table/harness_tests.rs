//! Tests of tables against brute force, with random rows.

use super::column::Spacing;
use super::{CompactTable, NegativeTable, RULE, Table, negative};
use crate::harness::{Check, Claim, Rng};
use crate::{Rule, View};
use std::collections::HashSet;

/// The maximum magnitude of the values.
const WIDTH: i32 = 3;

pub(super) struct Rows {
    table: Table,
    /// The rows without wildcards, and those with wildcards.
    full: HashSet<Vec<i32>>,
    short: Vec<Vec<Option<i32>>>,
}

/// Generates fewer than `most` rows, some of them twice; one value in `wildcards` is a wildcard.
fn random(rng: &mut Rng, arity: usize, most: u64, wildcards: u64) -> Rows {
    let wide = rng.below(4) == 0;
    let mut rows: Vec<Vec<Option<i32>>> = Vec::new();
    for _ in 0..rng.below(most) {
        let value = |rng: &mut Rng| rng.below(2 * WIDTH as u64 + 1) as i32 - WIDTH;
        let mut row = vec![0; arity];
        row.fill_with(|| value(rng));
        let kept: Vec<bool> = row.iter().map(|_| wildcards == 0 || rng.below(wildcards) != 0).collect();
        // Repeats the row near ±2³⁰, where the harness also places values.
        let shifts: &[i32] = if wide { &[0, View::LIMIT - WIDTH, WIDTH - View::LIMIT] } else { &[0] };
        for &shift in shifts {
            rows.push(row.iter().zip(&kept).map(|(&v, &kept)| kept.then_some(v + shift)).collect());
        }
    }
    let spacing = if rng.below(3) == 0 { Spacing::Far } else { Spacing::Measured };
    let table = Table::spaced(arity, &rows, spacing).unwrap();
    let full = rows.iter().filter_map(|row| row.iter().copied().collect()).collect();
    rows.retain(|row| row.contains(&None));
    Rows { table, full, short: rows }
}

impl std::fmt::Debug for Rows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in &self.full {
            write!(f, "{row:?}")?;
        }
        for row in &self.short {
            let cells: Vec<String> = row.iter().map(|v| v.map_or("*".to_owned(), |v| v.to_string())).collect();
            write!(f, "[{}]", cells.join(", "))?;
        }
        Ok(())
    }
}

impl Rows {
    fn allow(&self, values: &[i32]) -> bool {
        let fits = |row: &Vec<Option<i32>>| row.iter().zip(values).all(|(r, v)| r.is_none_or(|r| r == *v));
        self.full.contains(values) || self.short.iter().any(fits)
    }
}

fn check(name: &str, most: u64, wildcards: u64, rule: &'static Rule) -> Check<Rows> {
    Check::new(name)
        .parameters(move |rng, n| random(rng, n, most, wildcards))
        .arity(0..=4)
        .values(-WIDTH..=WIDTH)
        .post(|rows, v| CompactTable::new(v.iter().copied(), &rows.table).unwrap())
        .holds(|rows, v| rows.allow(v))
        .claims(Claim::Domain)
        .rules([rule])
        .up_to(10_000)
}

#[test]
fn compact_table_is_domain_consistent() {
    check("table", 60, 0, &RULE).refutes_all().passes(10_000);
}

#[test]
fn compact_table_of_many_rows_is_domain_consistent() {
    check("table of many rows", 700, 0, &RULE).seed(2).up_to(4_000).passes(1_200);
}

#[test]
fn compact_table_of_short_rows_is_domain_consistent() {
    check("table of short rows", 40, 6, &RULE).seed(3).passes(5_000);
}

#[test]
fn negative_table_is_domain_consistent() {
    let check = check("negative table", 300, 0, &negative::RULE)
        .post(|rows, v| NegativeTable::new(v.iter().copied(), &rows.table).unwrap())
        .holds(|rows, v| !rows.allow(v))
        .arity(0..=3)
        .claims(Claim::Domain)
        .seed(4);
    check.passes(2_500);
}
