//! Squares of a board and their notation.
//!
//! Boards up to 26 columns use chess notation, `d1`: a column letter and a row number, with `a1` in the lower left
//! corner. Larger boards use numbers for both, as in `4:1`. Both notations are accepted everywhere.

use solver_core::named_variants;
use std::fmt;
use std::str::FromStr;

/// A square on a board. The fields count from 0, the notation from 1.
///
/// ```
/// use queens::{Line, Square};
/// let d1: Square = "d1".parse()?;
/// assert_eq!(d1, Square { column: 3, row: 0 });
/// assert_eq!(d1, "4:1".parse()?);
/// assert_eq!(d1.to_string(), "d1");
/// assert_eq!(d1.attacks("f3".parse()?), Some(Line::Diagonal));
/// assert_eq!(d1.attacks("e3".parse()?), None);
/// # Ok::<(), queens::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square {
    /// The column, from 0.
    pub column: u32,
    /// The row, from 0.
    pub row: u32,
}

/// A line on which a queen attacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Line {
    /// All squares of one column.
    Column,
    /// All squares of one row.
    Row,
    /// All squares of one diagonal, rising or falling.
    Diagonal,
}

/// The reason why text is not a square.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SquareError {
    /// The text is in neither notation.
    #[error("`{0}` is not a square: type a column and a row, such as d1 or, in numbers, 4:1")]
    Syntax(String),
    /// The column or row is 0.
    #[error("`{0}` is not a square: columns and rows are numbered from 1")]
    Zero(String),
    /// The number is too large for any board.
    #[error("`{0}` is not a square: no board is that large")]
    TooLarge(String),
}

/// The number of letters, hence the maximum number of columns in chess notation.
const LETTERS: u32 = 26;

impl Square {
    /// The line on which queens on both squares attack each other, if any. For equal squares, which share all lines,
    /// the result is the column.
    pub fn attacks(self, other: Square) -> Option<Line> {
        if self.column == other.column {
            Some(Line::Column)
        } else if self.row == other.row {
            Some(Line::Row)
        } else if self.column.abs_diff(other.column) == self.row.abs_diff(other.row) {
            Some(Line::Diagonal)
        } else {
            None
        }
    }

    /// The square with row and column exchanged.
    pub fn mirrored(self) -> Square {
        Square { column: self.row, row: self.column }
    }

    /// Displays the square in the notation of an n×n board, which is the same for all its squares.
    ///
    /// ```
    /// # use queens::Square;
    /// let square = Square { column: 3, row: 0 };
    /// assert_eq!(square.on(8).to_string(), "d1");
    /// assert_eq!(square.on(27).to_string(), "4:1");
    /// ```
    pub fn on(self, n: usize) -> impl fmt::Display {
        Written { square: self, letters: n <= LETTERS as usize }
    }
}

/// Uses a letter if the column has one. To write all squares of a board in the same notation, use [`Square::on`].
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Written { square: *self, letters: true }.fmt(f)
    }
}

struct Written {
    square: Square,
    letters: bool,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Square { column, row } = self.square;
        // The largest row plus one does not fit into 32 bits.
        let row = u64::from(row) + 1;
        match u8::try_from(column) {
            Ok(letter) if self.letters && column < LETTERS => write!(f, "{}{row}", char::from(b'a' + letter)),
            _ => write!(f, "{}:{row}", u64::from(column) + 1),
        }
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Parses `d1`, `D1` or `4:1`.
    fn from_str(given: &str) -> Result<Square, SquareError> {
        let syntax = || SquareError::Syntax(given.to_owned());
        if let Some((column, row)) = given.split_once(':') {
            return Ok(Square { column: number(given, column)?, row: number(given, row)? });
        }
        let letter = given.chars().next().filter(char::is_ascii_alphabetic).ok_or_else(syntax)?;
        let column = u32::from(letter.to_ascii_lowercase()) - u32::from('a');
        Ok(Square { column, row: number(given, &given[1..])? })
    }
}

/// Converts a number that counts from 1 to a number that counts from 0.
fn number(given: &str, digits: &str) -> Result<u32, SquareError> {
    let given = || given.to_owned();
    // `parse` would also accept a sign.
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(SquareError::Syntax(given()));
    }
    let number: u32 = digits.parse().map_err(|_| SquareError::TooLarge(given()))?;
    number.checked_sub(1).ok_or_else(|| SquareError::Zero(given()))
}

named_variants!(pub Line { Column = "column", Row = "row", Diagonal = "diagonal"});

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Result<Square, SquareError> {
        text.parse()
    }

    #[test]
    fn what_is_written_is_read_again() {
        for n in [1, 8, 26, 27, 1000] {
            for column in 0..n {
                for row in [0, n / 2, n - 1] {
                    let one = Square { column, row };
                    assert_eq!(square(&one.on(n as usize).to_string()), Ok(one));
                    assert_eq!(square(&one.to_string()), Ok(one));
                }
            }
        }
    }

    #[test]
    fn letters_end_at_z() {
        let last = Square { column: 25, row: 25 };
        assert_eq!((last.on(26).to_string(), last.on(27).to_string()), ("z26".into(), "26:26".into()));
        let beyond = Square { column: 26, row: 0 };
        assert_eq!((beyond.to_string(), beyond.on(8).to_string()), ("27:1".into(), "27:1".into()));
        let corner = Square { column: u32::MAX, row: u32::MAX };
        assert_eq!(corner.to_string(), "4294967296:4294967296");
    }

    #[test]
    fn both_cases_and_leading_zeros_are_read() {
        assert_eq!(square("D1"), square("d1"));
        assert_eq!(square("d01"), square("04:1"));
    }

    #[test]
    fn other_texts_are_refused_with_advice() {
        for text in [
            "", "d", "1", "1d", "dd1", "d-1", "d+1", "d 1", "d1.", "4:", ":1", ":", "4:1:1", "-4:1", "é1", "d١",
            "(4, 1)",
        ] {
            assert_eq!(square(text), Err(SquareError::Syntax(text.to_owned())));
        }
        for text in ["d0", "0:1", "1:0", "0:00"] {
            assert_eq!(square(text), Err(SquareError::Zero(text.to_owned())));
        }
        for text in ["a4294967296", "1:99999999999999999999"] {
            assert_eq!(square(text), Err(SquareError::TooLarge(text.to_owned())));
        }
        assert_eq!(
            square("d").unwrap_err().to_string(),
            "`d` is not a square: type a column and a row, such as d1 or, in numbers, 4:1"
        );
    }

    /// Checks the definition: one of the eight directions leads from one square to the other.
    #[test]
    fn attacks_are_queen_moves() {
        let squares = (0..6).flat_map(|column| (0..6).map(move |row| Square { column, row }));
        for a in squares.clone() {
            for b in squares.clone() {
                let reaches = |dc: i64, dr: i64| {
                    (1..6).any(|k| {
                        i64::from(a.column) + k * dc == i64::from(b.column)
                            && i64::from(a.row) + k * dr == i64::from(b.row)
                    })
                };
                let expected = if a == b || reaches(0, 1) || reaches(0, -1) {
                    Some(Line::Column)
                } else if reaches(1, 0) || reaches(-1, 0) {
                    Some(Line::Row)
                } else if [(1, 1), (1, -1), (-1, 1), (-1, -1)].iter().any(|&(c, r)| reaches(c, r)) {
                    Some(Line::Diagonal)
                } else {
                    None
                };
                assert_eq!(a.attacks(b), expected, "{a} {b}");
            }
        }
    }
}
