//! The puzzle that the options describe.

use crate::exit::{BadInput, WRONG};
use anyhow::Context;
use queens::{Board, Changes, Formulation, QueensError, QueensModel};
use solver_core::prelude::*;

/// A puzzle and how it is stated.
pub(crate) struct Puzzle {
    pub(crate) changes: Changes,
    pub(crate) formulation: Formulation,
    pub(crate) consistency: Option<Consistency>,
    /// Of solutions that are images of each other only one.
    pub(crate) distinct: bool,
}

impl Puzzle {
    /// The model, with all solutions.
    pub(crate) fn model(&self) -> Result<QueensModel, BadInput> {
        let bad = |e: QueensError| BadInput(e.to_string());
        let mut queens = QueensModel::new(self.changes.size(), self.formulation, self.consistency).map_err(bad)?;
        queens.change(&self.changes).map_err(bad)?;
        Ok(queens)
    }

    /// The model in which, if distinct solutions are asked for, one stands for all its images.
    pub(crate) fn broken(&self) -> Result<QueensModel, BadInput> {
        let mut queens = self.model()?;
        if self.distinct {
            queens.break_symmetries(&self.changes.symmetries());
        }
        Ok(queens)
    }
}

/// The solution just found, checked.
pub(crate) fn board(run: &Run, queens: &QueensModel, changes: &Changes) -> anyhow::Result<Board> {
    let rows = queens.columns.iter().map(|&c| run.value(c)).collect::<Result<Vec<i32>, _>>()?;
    let rows = rows.into_iter().map(u32::try_from).collect::<Result<_, _>>()?;
    let board = Board::new(rows).context(WRONG)?;
    changes.check(&board).context(WRONG)?;
    let is_least = queens.symmetries.as_ref().is_none_or(|symmetries| symmetries.is_least(&board));
    anyhow::ensure!(is_least, "{WRONG}: an image of it comes first");
    Ok(board)
}
