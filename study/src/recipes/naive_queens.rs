//! Naive backtracking for queens, without domains or propagation: each new queen is checked against those already
//! placed.

use super::{Extent, Made, Options};
use crate::beside::in_parallel;
use crate::compare::StudyError;
use crate::table::{Cell, Table};
use queens::{Efforts, Placement, Placements};

pub(super) fn run(options: &Options, mut table: Table) -> Result<Made, StudyError> {
    let largest = match options.extent {
        Extent::Few => 8,
        Extent::Usual => 10,
        Extent::Long => 12,
    };
    let sizes: Vec<u64> = (4..=largest).collect();
    for row in in_parallel(options.means.threads, sizes.len(), |k| counted(sizes[k])) {
        table.row(row?);
    }
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
