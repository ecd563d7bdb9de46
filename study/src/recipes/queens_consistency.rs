//! N queens at every consistency level, with three constraints or with one constraint for each pair of queens.
//!
//! The recipe shows three things: stronger levels of `all_different` save little here; a single constraint on rows and
//! diagonals together saves more; variable selection matters as much.

use super::{Extent, Made, Options};
use crate::compare::{Dimension, Grid, StudyError, Subject};
use crate::table::Table;
use crate::textbook::ArcConsistency;
use queens::Formulation;
use solver_core::SearchOrder;
use solver_core::prelude::*;

pub(super) fn run(options: &Options, frame: Table) -> Result<Made, StudyError> {
    let sizes: &[usize] = match options.extent {
        Extent::Few => &[6, 7, 8],
        Extent::Usual => &[6, 7, 8, 9, 10],
        Extent::Long => &[6, 7, 8, 9, 10, 12, 13],
    };
    let mut subjects = Vec::new();
    for &n in sizes {
        subjects.push(Subject::queens(n, Formulation::AllDifferent));
        if n % 2 == 0 && n <= 10 {
            subjects.push(Subject::conjoined_queens(n, ArcConsistency::Ac2001));
        }
    }
    let mut grid = Grid::new(subjects);
    grid.levels = Consistency::ALL.iter().copied().map(Some).collect();
    grid.orders = [VarSelect::Input, VarSelect::SmallestDomain].map(|order| Some(SearchOrder::By(order))).into();
    grid.shown = vec![Dimension::Model, Dimension::Formulation, Dimension::Level, Dimension::Order];
    // The columns and definitions come from the grid, because measuring time adds one of each.
    let mut table = Table { title: frame.title, notes: frame.notes, ..grid.table(&options.means)? };
    table.define(
        "per pair",
        "one arc-consistent constraint for each pair of columns: their queens share neither row nor diagonal",
    );
    Ok(table.into())
}
