//! Naive backtracking for queens: no domains, no propagation, each new queen checked against those already placed.

use super::{Extent, Made, Options};
use crate::beside::in_parallel;
use crate::compare::StudyError;
use crate::table::{Cell, Role, Table};
use queens::{Efforts, Placement, Placements};

pub(super) fn run(options: &Options) -> Result<Made, StudyError> {
    let largest = match options.extent {
        Extent::Few => 8,
        Extent::Usual => 10,
        Extent::Long => 12,
    };
    let sizes: Vec<u64> = (4..=largest).collect();
    let mut table = Table::new("");
    table.column("n", Role::Key);
    table.columns(
        ["solutions", "placed", "tested", "checks", "first: placed", "undone", "tested to it", "checks to it"],
        Role::Count,
    );
    for row in in_parallel(options.means.threads, sizes.len(), |k| counted(sizes[k])) {
        table.row(row?);
    }
    table.define("the search", "columns left to right, rows from the first on; a queen stands if none of those before attacks her; without a square left, the queen before moves on");
    table.define("placed", "queens put on a square that nobody attacks");
    table.define("tested", "squares looked at: is it attacked?");
    table.define(
        "check",
        "one question whether two queens attack each other; the first that does ends the test of a square",
    );
    table.define("first", "the same up to the first solution, and the queens taken back until then");
    Ok(table.into())
}

fn counted(n: u64) -> Result<Vec<Cell>, StudyError> {
    let mut search = Placements::new(n)?;
    let (mut solutions, mut first) = (0, None);
    while let Some(event) = search.next() {
        if let Placement::Completed(_) = event {
            solutions += 1;
            first.get_or_insert(search.efforts());
        }
    }
    let Efforts { placements, conflict_tests, pair_checks, .. } = search.efforts();
    let mut row = [n, solutions, placements, conflict_tests, pair_checks].map(Cell::Count).to_vec();
    if let Some(Efforts { placements, backtracks, conflict_tests, pair_checks }) = first {
        row.extend([placements, backtracks, conflict_tests, pair_checks].map(Cell::Count));
    }
    Ok(row)
}
