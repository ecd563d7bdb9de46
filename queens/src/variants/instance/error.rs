//! Errors in an instance, with their positions.

use super::Kind;
use crate::variants::ChangeError;

/// An error and its position. Lines and columns are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct InstanceError {
    /// The line.
    pub line: usize,
    /// The position of the character in the line.
    pub column: usize,
    /// The error.
    pub fault: Fault,
}

/// The kind of error in an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The text ends too early.
    #[error("the text ends, but {0} is expected")]
    Ends(&'static str),
    /// An unexpected token.
    #[error("found `{0}`, but {1} is expected")]
    Unexpected(String, &'static str),
    /// The number is too large for any board.
    #[error("`{0}` is too large")]
    Number(String),
    /// An unknown name.
    #[error("`{0}` is not known: an instance has `n` and one of `init`, `blocks` and `diags` (with `numdiags`)")]
    Unknown(String),
    /// A repeated name.
    #[error("`{0}` is given twice")]
    Again(String),
    /// The size or the list is missing.
    #[error("the text ends without {0}")]
    Missing(&'static str),
    /// There are several kinds of lists.
    #[error("`{1}` after `{0}`: an instance has only one kind of list")]
    Mixed(&'static str, &'static str),
    /// There is a `numdiags` without `diags`.
    #[error("`numdiags` belongs to `diags`, not to `{0}`")]
    Foreign(&'static str),
    /// The kind differs from the requested one.
    #[error("this is an instance of the kind `{0}`, not `{1}` as requested")]
    OtherKind(Kind, Kind),
    /// The text contains numbers without names, and no kind was requested.
    #[error("the numbers have no names: say which kind of instance this is (completion, blocked or diagonals)")]
    Bare,
    /// A board without columns.
    #[error("a board needs at least 1 column")]
    NoColumns,
    /// The number of diagonals differs from `numdiags`.
    #[error("`numdiags` is {0}, but `diags` has {1}")]
    Diagonals(u64, usize),
    /// There are fewer diagonals than requested.
    #[error("the first {0} diagonals are requested, but `diags` has only {1}")]
    TooFew(usize, usize),
    /// A row or column is outside the board.
    #[error(
        "{line} {number} is off the {size}x{size} board: `{key}` counts rows and columns from {base} to {}{}",
        u64::from(*.base) + *.size as u64 - 1,
        other_base(*.number, *.base, *.size)
    )]
    OffBoard {
        /// `row` or `column`.
        line: &'static str,
        /// The row or column number.
        number: u64,
        /// The name of the list.
        key: &'static str,
        /// The number from which rows and columns are counted.
        base: u32,
        /// The number of columns and rows.
        size: usize,
    },
    /// A diagonal is outside the board.
    #[error("diagonal {number} does not exist: the diagonals of the {n}x{n} board are 0 to {}", 2 * .1 - 2, number = .0, n = .1)]
    NoDiagonal(u64, usize),
    /// The number does not denote a diagonal direction.
    #[error("{0} is not a kind of diagonal: type 1 for row + column or 0 for row - column")]
    NoDirection(u64),
    /// The queens, squares or diagonals are rejected.
    #[error(transparent)]
    Changes(ChangeError),
}

/// A hint for numbers that would be on the board if counting started from the other base.
fn other_base(number: u64, base: u32, size: usize) -> String {
    let other = 1 - u64::from(base.min(1));
    let fits = (other..other + size as u64).contains(&number);
    if fits { format!("; if this file counts from {other}, say so") } else { String::new() }
}
