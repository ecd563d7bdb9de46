//! The checker: compares the board and its image square by square, following the definition of the order.

use super::explain::{EDGE, rule_of};
use crate::square::Square;
use crate::symmetry::Symmetry;
use solver_core::prelude_propagator::*;

/// See [`Propagator::check`].
pub(super) fn refuted(views: &[View], symmetries: &[Symmetry], rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let board = Board::new(views, case);
    let empty = (0..views.len()).any(|column| board.is_empty(column));
    if rule == &EDGE {
        return empty;
    }
    symmetries.iter().any(|&symmetry| rule_of(symmetry) == rule && board.clone().comes_after(symmetry))
}

/// The status of a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Queen {
    Yes,
    No,
    Maybe,
}

/// A partial board with one queen in each column, column by column.
#[derive(Clone)]
struct Board {
    n: usize,
    squares: Vec<Queen>,
}

impl Board {
    fn new(views: &[View], case: &CheckContext<'_>) -> Board {
        let n = views.len();
        let may = |view: View, row: usize| if case.contains(view, row as i32) { Queen::Maybe } else { Queen::No };
        let squares = views.iter().flat_map(|&view| (0..n).map(move |row| may(view, row))).collect();
        let mut board = Board { n, squares };
        for column in 0..n {
            board.settle(column);
        }
        board
    }

    fn column(&mut self, column: usize) -> &mut [Queen] {
        &mut self.squares[column * self.n..(column + 1) * self.n]
    }

    fn is_empty(&self, column: usize) -> bool {
        self.squares[column * self.n..(column + 1) * self.n].iter().all(|&square| square == Queen::No)
    }

    /// Places a queen in a column that has only one remaining square.
    fn settle(&mut self, column: usize) {
        let mut left = self.column(column).iter_mut().filter(|square| **square != Queen::No);
        if let (Some(square), None) = (left.next(), left.next()) {
            *square = Queen::Yes;
        }
    }

    /// Whether the board comes after its image in every completion, that is, whether no completion has the board's
    /// queen on the first square where the two differ.
    fn comes_after(mut self, symmetry: Symmetry) -> bool {
        for at in 0..self.squares.len() {
            let square = Square { column: (at / self.n) as u32, row: (at % self.n) as u32 };
            let source = symmetry.inverse().image(self.n, square);
            let from = source.column as usize * self.n + source.row as usize;
            match (self.squares[at], self.squares[from]) {
                _ if at == from => {}
                (Queen::Yes, Queen::Yes) | (Queen::No, Queen::No) => {}
                (Queen::No, Queen::Yes) => return true,
                // Without a queen here, the board would come after its image, so only boards with one need to be
                // considered.
                (Queen::Maybe, Queen::Yes) => {
                    self.column(at / self.n).fill(Queen::No);
                    self.squares[at] = Queen::Yes;
                }
                (Queen::No, Queen::Maybe) => {
                    self.squares[from] = Queen::No;
                    self.settle(from / self.n);
                }
                (Queen::Yes | Queen::Maybe, Queen::No | Queen::Maybe) => return false,
            }
            if self.is_empty(at / self.n) || self.is_empty(from / self.n) {
                return true;
            }
        }
        false
    }
}
