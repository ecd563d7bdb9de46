//! Reasons for the inferences of negative tables: the domains of the other positions, relaxed as far as the rows still
//! cover them.
//!
//! A value at a position is removed because all its combinations with values of the other positions are forbidden: the
//! combinations form a box that the rows with this value cover. Removed values are restored while the rows also cover
//! the larger box; the premises exclude the remaining removed values.

use super::relation::Table;
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// The maximum number of row tests; after that, the box is used as it is.
const MOST_LOOKS: usize = 1 << 24;

/// Adds to `why` facts that keep all positions but `p` within a box that is covered by the rows with the value `v` at
/// `p`.
pub(super) fn covered(table: &Table, views: &[View], past: &DomainsAt<'_>, p: usize, v: i32, why: &mut Premises) {
    let rows = rows_with(table, p, v);
    let mut kept: Vec<Vec<i32>> = (0..views.len()).map(|q| values_at(&rows, q)).collect();
    let mut gone: Vec<(usize, i32)> = Vec::new();
    for (q, values) in kept.iter_mut().enumerate().filter(|&(q, _)| q != p) {
        let root = past.root();
        values.retain(|&w| {
            let left = past.contains(views[q], w);
            if !left && root.contains(views[q], w) {
                gone.push((q, w));
            }
            left
        });
    }
    let mut looks = 0;
    for (q, w) in gone {
        looks += rows.len() * views.len();
        if looks > MOST_LOOKS {
            break;
        }
        // Position `p` has only the value `v`.
        let others = (0..views.len()).filter(|&r| r != q).map(|r| kept[r].len());
        let combinations = others.fold(1, usize::saturating_mul);
        let is_in =
            |row: &&Vec<i32>| row[q] == w && (0..row.len()).all(|r| r == q || kept[r].binary_search(&row[r]).is_ok());
        if rows.iter().filter(is_in).count() == combinations {
            let at = kept[q].partition_point(|&x| x < w);
            kept[q].insert(at, w);
        }
    }
    for (q, values) in kept.iter().enumerate().filter(|&(q, _)| q != p) {
        within(views[q], &past.root_values(views[q]), values, why);
    }
}

/// Returns the rows with a value at a position.
fn rows_with(table: &Table, p: usize, v: i32) -> Vec<Vec<i32>> {
    let column = table.column(p);
    let mut rows = Vec::new();
    if let Some(slot) = column.slot(v) {
        column.rows(slot).for_each(|row| rows.push(table.cells(row as usize).to_vec()));
    }
    rows
}

/// The values of a column in some rows, in ascending order.
fn values_at(rows: &[Vec<i32>], q: usize) -> Vec<i32> {
    let mut values: Vec<i32> = rows.iter().map(|row| row[q]).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Adds facts that exclude all root values of a view except the given ones.
fn within(view: View, root: &ValueSet, values: &[i32], why: &mut Premises) {
    let (Some(&low), Some(&high)) = (values.first(), values.last()) else { return };
    let out = root.minus(&values.into());
    let below = out.intersection(&ValueSet::range(i32::MIN, low.saturating_sub(1)));
    let above = out.intersection(&ValueSet::range(high.saturating_add(1), i32::MAX));
    if low == high && !below.is_empty() && !above.is_empty() {
        return why.push(Atom::equals(view, low));
    }
    match below.len() {
        0 => {}
        1 => why.extend(below.min().map(|w| Atom::differs(view, w))),
        _ => why.push(Atom::at_least(view, low)),
    }
    match above.len() {
        0 => {}
        1 => why.extend(above.min().map(|w| Atom::differs(view, w))),
        _ => why.push(Atom::at_most(view, high)),
    }
    let holes = out.intersection(&ValueSet::range(low, high));
    why.extend(holes.iter().map(|w| Atom::differs(view, w)));
}
