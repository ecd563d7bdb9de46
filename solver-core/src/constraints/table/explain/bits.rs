//! The choice of facts for a table of few rows: each row is a bit.

use super::{Killer, Reach, Removal, removal, wider};
use crate::constraints::table::column::Bits;
use crate::constraints::table::relation::Table;
use crate::prelude_propagator::*;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::ops::Range;

/// The most words of rows.
const WORDS: usize = 4;

type Rows = [u64; WORDS];

/// Whether a table has few enough rows.
pub(super) fn fits(table: &Table) -> bool {
    table.words() <= WORDS
}

/// A fact, and the rows that it excludes, together and by value.
struct Excluded {
    by: Killer,
    rows: Rows,
    values: Range<usize>,
}

/// Facts that together exclude all rows in which `fact` is false.
pub(super) fn choose(
    table: &Table,
    views: &[View],
    past: &DomainsAt<'_>,
    fact: Option<(Atom, usize)>,
) -> SmallVec<[(Killer, Reach); 8]> {
    let mut rows = rows_against(table, views, fact);
    let mut values: SmallVec<[(i32, Rows); 32]> = SmallVec::new();
    let mut facts: SmallVec<[Excluded; 16]> = SmallVec::new();
    for (p, &view) in views.iter().enumerate() {
        let domain = past.domain(view);
        for (v, own) in values_of(table, p) {
            if !overlap(&own, &rows) {
                continue;
            }
            match removal(past, view, &domain, v) {
                Removal::Left => {}
                Removal::Never => remove(&mut rows, &own),
                Removal::Gone(kind) => {
                    let at = values.len();
                    values.push((v, own));
                    // The values of one fact are neighbours among those removed.
                    match facts.last_mut().filter(|last| last.by == (p, kind)) {
                        Some(last) => {
                            add(&mut last.rows, &own);
                            last.values.end = at + 1;
                        }
                        None => facts.push(Excluded { by: (p, kind), rows: own, values: at..at + 1 }),
                    }
                }
            }
        }
    }
    let mut chosen = SmallVec::new();
    // The first of the best, so that the result is deterministic.
    while let Some(best) = facts.iter().max_by_key(|fact| (size(&fact.rows, &rows), Reverse(fact.by)))
        && overlap(&best.rows, &rows)
    {
        let excluded = values[best.values.clone()].iter().filter(|(_, own)| overlap(own, &rows));
        let reach = excluded.fold(None, |reach, &(v, _)| Some(wider(reach, v)));
        chosen.extend(reach.map(|reach| (best.by, reach)));
        remove(&mut rows, &best.rows);
    }
    chosen
}

/// The rows in which a fact is false.
fn rows_against(table: &Table, views: &[View], fact: Option<(Atom, usize)>) -> Rows {
    let mut rows = [0; WORDS];
    match fact {
        None => (0..table.len()).for_each(|row| rows[row / 64] |= 1 << (row % 64)),
        Some((fact, p)) => {
            if let Some(any) = &table.column(p).any {
                rows = few(any);
            }
            let against = values_of(table, p).filter(|(v, _)| !fact.holds_for(views[p].var_value(*v)));
            against.for_each(|(_, own)| add(&mut rows, &own));
        }
    }
    rows
}

/// The values of a column, ascending, and the rows of each.
fn values_of(table: &Table, position: usize) -> impl Iterator<Item = (i32, Rows)> + '_ {
    let column = table.column(position);
    (0..column.slots()).map(|slot| (column.value(slot), few(column.rows(slot))))
}

fn few(bits: &Bits) -> Rows {
    let mut rows = [0; WORDS];
    match bits {
        Bits::All(all) => rows[..all.len()].copy_from_slice(all),
        Bits::Some(some) => some.iter().for_each(|&(word, bits)| rows[word as usize] = bits),
    }
    rows
}

fn add(rows: &mut Rows, others: &Rows) {
    rows.iter_mut().zip(others).for_each(|(rows, others)| *rows |= others);
}

fn remove(rows: &mut Rows, others: &Rows) {
    rows.iter_mut().zip(others).for_each(|(rows, others)| *rows &= !others);
}

fn overlap(some: &Rows, others: &Rows) -> bool {
    some.iter().zip(others).any(|(some, others)| some & others != 0)
}

/// How many they have in common.
fn size(some: &Rows, others: &Rows) -> u32 {
    some.iter().zip(others).map(|(some, others)| (some & others).count_ones()).sum()
}
