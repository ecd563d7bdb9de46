//! The choice of facts for a table with few rows, where each row is a bit.

use super::{Killer, Reach, Removal, removal, wider};
use crate::constraints::table::column::Bits;
use crate::constraints::table::relation::Table;
use crate::prelude_propagator::*;
use std::cmp::Reverse;
use std::ops::Range;

/// A set of rows, with a bit for each.
type Rows = u128;

/// Checks whether a table has few enough rows.
pub(super) fn fits(table: &Table) -> bool {
    table.len() <= Rows::BITS as usize
}

/// A fact and the rows that it excludes, in total and grouped by value.
struct Excluded {
    by: Killer,
    rows: Rows,
    values: Range<usize>,
}

/// Chooses facts that together exclude all rows in which `fact` is false.
pub(super) fn choose(
    table: &Table,
    views: &[View],
    past: &DomainsAt<'_>,
    fact: Option<(Atom, usize)>,
) -> Vec<(Killer, Reach)> {
    let mut rows = rows_against(table, views, fact);
    let mut values: Vec<(i32, Rows)> = Vec::new();
    let mut facts: Vec<Excluded> = Vec::new();
    for (p, &view) in views.iter().enumerate() {
        let domain = past.domain(view);
        for (v, own) in values_of(table, p) {
            if own & rows == 0 {
                continue;
            }
            match removal(past, view, &domain, v) {
                Removal::Left => {}
                Removal::Never => rows &= !own,
                Removal::Gone(kind) => {
                    let at = values.len();
                    values.push((v, own));
                    // The removed values that a fact excludes are consecutive in the column, so they extend the last
                    // entry.
                    match facts.last_mut().filter(|last| last.by == (p, kind)) {
                        Some(last) => {
                            last.rows |= own;
                            last.values.end = at + 1;
                        }
                        None => facts.push(Excluded { by: (p, kind), rows: own, values: at..at + 1 }),
                    }
                }
            }
        }
    }
    let mut chosen = Vec::new();
    // Ties go to the smallest fact, so that the result is deterministic.
    while let Some(best) = facts.iter().max_by_key(|fact| ((fact.rows & rows).count_ones(), Reverse(fact.by)))
        && best.rows & rows != 0
    {
        let excluded = values[best.values.clone()].iter().filter(|(_, own)| own & rows != 0);
        let reach = excluded.fold(None, |reach, &(v, _)| Some(wider(reach, v)));
        chosen.extend(reach.map(|reach| (best.by, reach)));
        rows &= !best.rows;
    }
    chosen
}

/// Returns the rows in which a fact is false; all rows if there is no fact.
fn rows_against(table: &Table, views: &[View], fact: Option<(Atom, usize)>) -> Rows {
    let Some((fact, p)) = fact else {
        return Rows::MAX.checked_shr(Rows::BITS - table.len() as u32).unwrap_or(0);
    };
    let any = table.column(p).any.as_ref().map_or(0, few);
    let against = values_of(table, p).filter(|(v, _)| !fact.holds_for(views[p].var_value(*v)));
    against.fold(any, |rows, (_, own)| rows | own)
}

/// The values of a column in ascending order, and the rows of each.
fn values_of(table: &Table, position: usize) -> impl Iterator<Item = (i32, Rows)> + '_ {
    let column = table.column(position);
    (0..column.slots()).map(|slot| (column.value(slot), few(column.rows(slot))))
}

fn few(bits: &Bits) -> Rows {
    let word = |(place, bits): (u32, u64)| Rows::from(bits) << (64 * place);
    match bits {
        Bits::All(all) => (0..).zip(all.iter().copied()).map(word).sum(),
        Bits::Some(some) => some.iter().copied().map(word).sum(),
    }
}
