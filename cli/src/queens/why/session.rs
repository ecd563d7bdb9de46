//! A question about a board: the model, the given queens, and the queried square or column.

use super::question::Question;
use queens::{Givens, QueensModel, Square};
use solver_core::prelude::*;

/// A single question.
pub(super) struct Session<'a> {
    pub(super) queens: &'a QueensModel,
    pub(super) givens: &'a Givens,
    pub(super) asked: Question,
    pub(super) depth: Depth,
}

impl Session<'_> {
    pub(super) fn queen_on(&self, square: Square) -> solver_core::Comparison {
        // The number of rows always fits into an `i32`.
        self.queens.columns[square.column as usize].equals(square.row as i32)
    }

    pub(super) fn written(&self, square: Square) -> String {
        square.on(self.givens.size()).to_string()
    }

    /// Returns the name of the queried square, or the letter or number of the queried column.
    pub(super) fn name(&self) -> String {
        match self.asked {
            Question::Square(square) => self.written(square),
            Question::Column(column) => {
                let square = self.written(Square { column, row: 0 });
                square.trim_end_matches('1').trim_end_matches(':').to_owned()
            }
        }
    }
}
