//! The proof rows of the rule: each line has at most one queen, and each row of the board has at least one.

use super::explain::{NEEDED_IN_COLUMN, NEEDED_IN_ROW};
use solver_core::proof::ConstraintRows;
use solver_core::{Atom, View};
use std::collections::BTreeMap;

/// Writes the proof rows for these columns.
pub(crate) fn write(columns: &[View], rows: &mut ConstraintRows<'_>) {
    let n = columns.len() as i32;
    let mut lines: BTreeMap<(&'static str, i64), Vec<Atom>> = BTreeMap::new();
    for (c, &view) in (0..).zip(columns) {
        rows.at_least((NEEDED_IN_COLUMN, c), [Atom::at_least(view, 0)], 1);
        rows.at_least((NEEDED_IN_COLUMN, c), [Atom::at_most(view, n - 1)], 1);
        rows.has_a_value((NEEDED_IN_COLUMN, c), view);
        for r in 0..n {
            let row = i64::from(r);
            let names = [
                ("at_most_one_in_column", c),
                ("at_most_one_in_row", row),
                ("at_most_one_rising", row - c),
                ("at_most_one_falling", row + c),
            ];
            names.iter().for_each(|&name| lines.entry(name).or_default().push(Atom::equals(view, r)));
        }
    }
    for (name, squares) in lines.into_iter().filter(|(_, squares)| squares.len() > 1) {
        rows.at_most_one(name, squares);
    }
    // There are as many queens as rows, so each row has one.
    for r in 0..i64::from(n) {
        let columns = (0..i64::from(n)).map(|c| (NEEDED_IN_COLUMN, c));
        let others = (0..i64::from(n)).filter(|&other| other != r).map(|other| ("at_most_one_in_row", other));
        rows.implied((NEEDED_IN_ROW, r), &columns.chain(others).collect::<Vec<_>>());
    }
}
