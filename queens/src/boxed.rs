//! Prints queens as a row of boxes.

use crate::square::Square;
use std::fmt;

/// Queens as a row of boxes, each with the row and the column, counted from 0, as J prints a list of pairs.
///
/// ```
/// use queens::{Boxed, Square};
/// let queens = [Square { row: 0, column: 0 }, Square { row: 1, column: 12 }];
/// assert_eq!(Boxed(&queens).to_string(), "+---+----+\n|0 0|1 12|\n+---+----+\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Boxed<'a>(pub &'a [Square]);

impl fmt::Display for Boxed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.border(f)?;
        for Square { column, row } in self.0 {
            write!(f, "|{row} {column}")?;
        }
        f.write_str("|\n")?;
        self.border(f)
    }
}

impl Boxed<'_> {
    fn border(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Square { column, row } in self.0 {
            write!(f, "+{:-<width$}", "", width = digits(*row) + 1 + digits(*column))?;
        }
        f.write_str("+\n")
    }
}

/// The number of decimal digits of a number.
fn digits(number: u32) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(row: u32, column: u32) -> Square {
        Square { column, row }
    }

    #[test]
    fn boxes_fit_their_numbers() {
        assert_eq!(Boxed(&[at(0, 0)]).to_string(), "+---+\n|0 0|\n+---+\n");
        let queens = [at(9, 9), at(10, 0), at(99, 100)];
        assert_eq!(Boxed(&queens).to_string(), "+---+----+------+\n|9 9|10 0|99 100|\n+---+----+------+\n");
    }
}
