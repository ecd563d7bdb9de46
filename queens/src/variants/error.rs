//! Why a puzzle cannot be changed so.

use super::diagonal::Diagonal;
use crate::square::{Line, Square, SquareError};

/// Why queens cannot be given, squares blocked or diagonals excluded so. The number of the board's columns comes last.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// Text without a square or without a diagonal, and an example of what is to be typed.
    #[error("no {0} is named: type one or more, such as {1}")]
    Nothing(&'static str, &'static str),
    /// Text that names no square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// Text that is not two squares of a diagonal.
    #[error("`{0}` is not a diagonal: type two of its squares, such as a3-f8")]
    NoDiagonal(String),
    /// Two squares that share no diagonal.
    #[error("{} and {} share no diagonal", .0.on(*.2), .1.on(*.2))]
    Apart(Square, Square, usize),
    /// One square, on two diagonals.
    #[error("{} is on two diagonals: type two squares of the one that is meant", .0.on(*.1))]
    Ambiguous(Square, usize),
    /// A square beyond the last column or row.
    #[error("{} is off the {n}x{n} board", .0.on(*.1), n = .1)]
    OffBoard(Square, usize),
    /// A queen beyond the last column or row.
    #[error("{} is off the {n}x{n} board, which ends at {}", .0.on(*.1), corner(*.1), n = .1)]
    GivenOffBoard(Square, usize),
    /// A diagonal without a square on the board.
    #[error("the diagonal {} has no square on the {n}x{n} board", .0.on(*.1), n = .1)]
    BesideBoard(Diagonal, usize),
    /// One queen given twice.
    #[error("{} is given twice", .0.on(*.1))]
    GivenTwice(Square, usize),
    /// One square blocked twice.
    #[error("{} is blocked twice", .0.on(*.1))]
    BlockedTwice(Square, usize),
    /// One diagonal excluded twice.
    #[error("the diagonal {} is excluded twice", .0.on(*.1))]
    ExcludedTwice(Diagonal, usize),
    /// Two queens on one line, the one named first and the other.
    #[error("the queens on {} and {} attack each other: they stand on one {}", .0.on(*.3), .1.on(*.3), .2)]
    Attack(Square, Square, Line, usize),
    /// A given queen on a blocked square.
    #[error("the given queen on {} stands on a blocked square", .0.on(*.1))]
    GivenOnBlocked(Square, usize),
    /// A given queen on an excluded diagonal.
    #[error("the given queen on {} stands on the excluded diagonal {}", .0.on(*.2), .1.on(*.2))]
    GivenOnExcluded(Square, Diagonal, usize),
    /// Given queens of a board of another size, which comes first.
    #[error("the given queens stand on a {0}x{0} board, not on this one of {1}x{1}")]
    OtherBoard(usize, usize),
}

/// The last square of an n×n board.
fn corner(n: usize) -> String {
    let last = u32::try_from(n).unwrap_or(u32::MAX).saturating_sub(1);
    Square { column: last, row: last }.on(n).to_string()
}
