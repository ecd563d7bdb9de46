//! Checks a board against the changed rules, independently of constraints and propagators.

use super::changes::Changes;
use super::diagonal::Diagonal;
use crate::board::Board;
use crate::square::Square;

/// A violated rule.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Broken {
    /// The board has the wrong size.
    #[error("the board is {found}x{found}, not {size}x{size}")]
    Size {
        /// The size of the board.
        found: usize,
        /// The size of the puzzle.
        size: usize,
    },
    /// A given queen is missing.
    #[error("no queen on {}, where one is given", .0)]
    Given(Square),
    /// A queen is on a blocked square.
    #[error("a queen on the blocked square {}", .0)]
    Blocked(Square),
    /// A queen is on an excluded diagonal.
    #[error("a queen on {}, on an excluded diagonal", .0)]
    Excluded(Square),
    /// Two queens share a diagonal of the torus.
    #[error("queens on {} and {} share a diagonal of the torus", .0, .1)]
    Torus(Square, Square),
    /// Two queens are a knight's move apart.
    #[error("queens on {} and {} are a knight's move apart", .0, .1)]
    Knight(Square, Square),
}

impl Changes {
    /// Checks a solution of the plain puzzle against the changes, in time linear in the number of columns and changes.
    ///
    /// # Errors
    /// [`Broken`]: a violated rule.
    ///
    /// ```
    /// use queens::{Board, Changes};
    /// let board = Board::new(vec![1, 3, 0, 2])?;
    /// assert!(Changes::none(4).check(&board).is_ok());
    /// assert!(Changes::none(4).on_torus().check(&board).is_err());
    /// # Ok::<(), queens::Attack>(())
    /// ```
    pub fn check(&self, board: &Board) -> Result<(), Broken> {
        let (found, size) = (board.size(), self.size());
        if found != size {
            return Err(Broken::Size { found, size });
        }
        let queens = board.squares();
        let has = |square: &Square| queens[square.column as usize] == *square;
        if let Some(&square) = self.givens().squares().iter().find(|square| !has(square)) {
            return Err(Broken::Given(square));
        }
        if let Some(&square) = self.blocked().iter().find(|square| has(square)) {
            return Err(Broken::Blocked(square));
        }
        let excluded: std::collections::HashSet<Diagonal> = self.excluded().iter().copied().collect();
        let on_excluded =
            |q: &&Square| excluded.contains(&Diagonal::rising(**q)) || excluded.contains(&Diagonal::falling(**q));
        if let Some(&square) = queens.iter().find(on_excluded) {
            return Err(Broken::Excluded(square));
        }
        if self.is_torus() {
            let n = size as i64;
            distinct(&queens, |q| (i64::from(q.row) + i64::from(q.column)).rem_euclid(n))?;
            distinct(&queens, |q| (i64::from(q.row) - i64::from(q.column)).rem_euclid(n))?;
        }
        if self.has_superqueens() {
            let near = |across: usize| queens.iter().zip(queens.iter().skip(across));
            let pairs = near(1).chain(near(2));
            let apart = |(a, b): &(&Square, &Square)| a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 3;
            // Two queens of a solution never share a line, so a total distance of three between them is a knight's
            // move.
            if let Some((&a, &b)) = pairs.into_iter().find(apart) {
                return Err(Broken::Knight(a, b));
            }
        }
        Ok(())
    }
}

/// Checks that `number` assigns distinct numbers below the board size to the queens.
fn distinct(queens: &[Square], number: impl Fn(&Square) -> i64) -> Result<(), Broken> {
    let mut holder: Vec<Option<Square>> = vec![None; queens.len()];
    for queen in queens {
        if let Some(other) = holder[number(queen) as usize].replace(*queen) {
            return Err(Broken::Torus(other, *queen));
        }
    }
    Ok(())
}
