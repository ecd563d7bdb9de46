//! Errors in changes to a puzzle.

use super::diagonal::Diagonal;
use crate::square::{Line, Square, SquareError};

/// The reason why given queens, blocked squares or excluded diagonals are rejected. The last number in a variant is the
/// number of columns.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// The text has no square or diagonal; the second field is an example of valid input.
    #[error("no {0} is named: type one or more, such as {1}")]
    Nothing(&'static str, &'static str),
    /// The text is not a square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// The text does not consist of two squares of a diagonal.
    #[error("`{0}` is not a diagonal: type two of its squares, such as a3-f8")]
    NoDiagonal(String),
    /// The two squares do not share a diagonal.
    #[error("{} and {} are not on a common diagonal", .0.on(*.2), .1.on(*.2))]
    Apart(Square, Square, usize),
    /// A single square is ambiguous, because it is on two diagonals.
    #[error("{} is on two diagonals: type two squares of the one you mean", .0.on(*.1))]
    Ambiguous(Square, usize),
    /// The square is beyond the last column or row.
    #[error("{} is off the {n}x{n} board", .0.on(*.1), n = .1)]
    OffBoard(Square, usize),
    /// The queen is beyond the last column or row.
    #[error("{} is off the {n}x{n} board, which ends at {}", .0.on(*.1), corner(*.1), n = .1)]
    GivenOffBoard(Square, usize),
    /// The diagonal has no square on the board.
    #[error("the diagonal {} has no square on the {n}x{n} board", .0.on(*.1), n = .1)]
    BesideBoard(Diagonal, usize),
    /// A queen is given twice.
    #[error("{} is given twice", .0.on(*.1))]
    GivenTwice(Square, usize),
    /// A square is blocked twice.
    #[error("{} is blocked twice", .0.on(*.1))]
    BlockedTwice(Square, usize),
    /// A diagonal is excluded twice.
    #[error("the diagonal {} is excluded twice", .0.on(*.1))]
    ExcludedTwice(Diagonal, usize),
    /// Two queens attack each other on a line; the first field is the queen that was given first.
    #[error("the queens on {} and {} attack each other: they share a {}", .0.on(*.3), .1.on(*.3), .2)]
    Attack(Square, Square, Line, usize),
    /// A given queen is on a blocked square.
    #[error("the given queen on {} is on a blocked square", .0.on(*.1))]
    GivenOnBlocked(Square, usize),
    /// A given queen is on an excluded diagonal.
    #[error("the given queen on {} is on the excluded diagonal {}", .0.on(*.2), .1.on(*.2))]
    GivenOnExcluded(Square, Diagonal, usize),
    /// The given queens belong to a board of a different size. The first number is the size of that board.
    #[error("the given queens are for a {0}x{0} board, but this board is {1}x{1}")]
    OtherBoard(usize, usize),
}

/// The last square of an n×n board.
fn corner(n: usize) -> String {
    let last = u32::try_from(n).unwrap_or(u32::MAX).saturating_sub(1);
    Square { column: last, row: last }.on(n).to_string()
}
