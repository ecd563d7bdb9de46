//! Squares of the board and their notation.
//!
//! As in a spreadsheet, and as the text of a puzzle is read: the letter of the column and
//! the number of the row, `a1` in the upper left corner. Boards beyond 26 columns use numbers
//! for both, `27:3`. Both can be read anywhere.

use std::fmt;

/// A square. Both numbers count from 0; people read and write them from 1.
///
/// ```
/// use puzzles::regions::Square;
/// let d1 = Square::read("d1")?;
/// assert_eq!(d1, Square { column: 3, row: 0 });
/// assert_eq!(d1, Square::read("4:1")?);
/// assert_eq!(d1.on(8).to_string(), "d1");
/// assert!(d1.touches(Square::read("e2")?) && !d1.touches(Square::read("d3")?));
/// # Ok::<(), puzzles::regions::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square {
    /// The row, from 0 at the top.
    pub row: usize,
    /// The column, from 0 at the left.
    pub column: usize,
}

/// Text that names no square of the board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SquareError {
    /// Neither of the two notations.
    #[error("`{given}` is not a square: type a column and a row, such as d1 or, in numbers, 4:1")]
    Syntax {
        /// What was given.
        given: String,
    },
    /// Beyond the last row or column.
    #[error("`{given}` is off the {size}x{size} board, which ends at {}", corner(*.size))]
    OffBoard {
        /// What was given.
        given: String,
        /// The number of rows.
        size: usize,
    },
}

fn corner(size: usize) -> impl fmt::Display {
    Square::at(size * size - 1, size).on(size)
}

/// The number of letters, and so the largest board on which they name the columns.
const LETTERS: usize = 26;

impl Square {
    /// The square with this number, in row-major order.
    pub(crate) fn at(index: usize, size: usize) -> Square {
        Square { row: index / size, column: index % size }
    }

    /// Its number, in row-major order.
    pub(crate) fn index(self, size: usize) -> usize {
        self.row * size + self.column
    }

    /// Whether the two squares share a side or a corner.
    pub fn touches(self, other: Square) -> bool {
        self != other && self.row.abs_diff(other.row) <= 1 && self.column.abs_diff(other.column) <= 1
    }

    /// The square in the notation of an n×n board, the same for all its squares.
    pub fn on(self, size: usize) -> impl fmt::Display {
        Written { square: self, size }
    }

    /// Reads `d1`, `D1` or `4:1`.
    ///
    /// # Errors
    /// [`SquareError::Syntax`].
    pub fn read(given: &str) -> Result<Square, SquareError> {
        let syntax = || SquareError::Syntax { given: given.to_owned() };
        // `parse` alone would also take a sign.
        let number = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            let number = digits.parse::<usize>().ok().filter(|_| plain);
            number.and_then(|number| number.checked_sub(1)).ok_or_else(syntax)
        };
        if let Some((column, row)) = given.split_once(':') {
            return Ok(Square { column: number(column)?, row: number(row)? });
        }
        let letter = given.bytes().next().filter(u8::is_ascii_alphabetic).ok_or_else(syntax)?;
        Ok(Square { column: usize::from(letter.to_ascii_lowercase() - b'a'), row: number(&given[1..])? })
    }
}

struct Written {
    square: Square,
    size: usize,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.size > LETTERS { ":" } else { "" };
        write!(f, "{}{separator}{}", column_name(self.square.column, self.size), self.square.row + 1)
    }
}

/// The name of a column on an n×n board: a letter, or a number where letters do not suffice.
pub(crate) fn column_name(column: usize, size: usize) -> String {
    match u8::try_from(column) {
        Ok(letter) if size <= LETTERS => char::from(b'a' + letter).to_string(),
        _ => (column + 1).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for size in [1, 8, 26, 27, 52] {
            for index in 0..size * size {
                let square = Square::at(index, size);
                assert_eq!(Square::read(&square.on(size).to_string()), Ok(square));
                assert_eq!(square.index(size), index);
            }
        }
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["", "d", "4", "d0", "0:1", "d+1", "d1x", ":", "4:", "ä1", "d99999999999999999999"] {
            assert_eq!(Square::read(text), Err(SquareError::Syntax { given: text.to_owned() }));
        }
    }
}
