//! Nonograms: paint squares of a grid, given the lengths of the painted runs in each row and column, in order.
//! (N. Ishida and T. Nishio 1987; CSPLib 12.)

use crate::{Classic, Shown};
use solver_core::constraints::Automaton;
use solver_core::prelude::*;

/// The clues of a puzzle.
#[derive(Clone, Debug)]
pub struct Clues {
    /// The runs of each row, from the top.
    pub rows: Vec<Vec<usize>>,
    /// The runs of each column, from the left.
    pub columns: Vec<Vec<usize>>,
}

impl Clues {
    /// Parses lines of runs, separated by commas.
    fn parse(rows: &str, columns: &str) -> Clues {
        let runs = |line: &str| line.split_whitespace().filter_map(|run| run.parse().ok()).collect();
        let lines = |all: &str| all.split(',').map(runs).collect();
        Clues { rows: lines(rows), columns: lines(columns) }
    }

    /// A dragonfly on 20 by 20 squares (CSPLib).
    pub fn dragonfly() -> Clues {
        Clues::parse(
            "7 1, 1 1 2, 2 1 2, 1 2 2, 4 2 3, 3 1 4, 3 1 3, 2 1 4, 2 9, 2 1 5, 2 7, 14, 8 2, 6 2 2, 2 8 1 3, \
         1 5 5 2, 1 3 2 4 1, 3 1 2 4 1, 1 1 3 1 3, 2 1 1 2",
            "1 1 1 2, 3 1 2 1 1, 1 4 2 1 1, 1 3 2 4, 1 4 6 1, 1 11 1, 5 1 6 2, 14, 7 2, 7 2, 6 1 1, 9 2, 3 1 1 1, \
         3 1 3, 2 1 3, 2 1 5, 3 2 2, 3 3 2, 2 3 2, 2 6",
        )
    }

    /// P200, a puzzle on 25 by 25 squares that cannot be solved without search (CSPLib).
    pub fn p200() -> Clues {
        Clues::parse(
            "2 2 3, 4 1 1 1 4, 4 1 2 1 1, 4 1 1 1 1 1 1, 2 1 1 2 3 5, 1 1 1 1 2 1, 3 1 5 1 2, 3 2 2 1 2 2, \
         2 1 4 1 1 1 1, 2 2 1 2 1 2, 1 1 1 3 2 3, 1 1 2 7 3, 1 2 2 1 5, 3 2 2 1 2, 3 2 1 2, 5 1 2, 2 2 1 2, \
         4 2 1 2, 6 2 3 2, 7 4 3 2, 7 4 4, 7 1 4, 6 1 4, 4 2 2, 2 1",
            "1 1 2 2, 5 5 7, 5 2 2 9, 3 2 3 9, 1 1 3 2 7, 3 1 5, 7 1 1 1 3, 1 2 1 1 2 1, 4 2 4, 1 2 2 2, 4 6 2, \
         1 2 2 1, 3 3 2 1, 4 1 15, 1 1 1 3 1 1, 2 1 1 2 2 3, 1 4 4 1, 1 4 3 2, 1 1 2 2, 7 2 3 1 1, 2 1 1 1 5, \
         1 2 5, 1 1 1 3, 4 2 1, 3",
        )
    }
}

/// The pictures that match the clues.
///
/// # Errors
/// [`ModelError`] for puzzles that are too large.
pub fn nonogram(clues: &Clues) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let (height, width) = (clues.rows.len(), clues.columns.len());
    let square = m.matrix("square", height, width, 0..=1)?;
    for (row, runs) in square.rows().zip(&clues.rows) {
        m.regular(row, &Automaton::of_runs(runs)).named("row");
    }
    for (column, runs) in square.columns().zip(&clues.columns) {
        m.regular(column, &Automaton::of_runs(runs)).named("column");
    }
    Ok(Classic::new(m, square.cells().to_vec()).shown(Shown::Marks(width)))
}
