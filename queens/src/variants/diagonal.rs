//! Diagonals of a board and their notation: from edge to edge, `a3-f8`.

use crate::square::Square;
use std::fmt;

/// A diagonal, numbered from 0 as in a [`Square`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Diagonal {
    /// A diagonal that rises to the right: row − column is constant.
    Rising(i32),
    /// A diagonal that falls to the right: row + column is constant.
    Falling(i32),
}

impl Diagonal {
    /// The diagonals of an n×n board: the 2n − 1 rising ones, then the 2n − 1 falling ones.
    pub fn all(n: usize) -> impl Iterator<Item = Diagonal> {
        let n = i32::try_from(n).unwrap_or(i32::MAX / 2);
        let rising = (1 - n..n).map(Diagonal::Rising);
        rising.chain((0..2 * n - 1).map(Diagonal::Falling))
    }

    /// The rising diagonal through a square.
    pub fn rising(square: Square) -> Diagonal {
        Diagonal::Rising(square.row as i32 - square.column as i32)
    }

    /// The falling diagonal through a square.
    pub fn falling(square: Square) -> Diagonal {
        Diagonal::Falling(square.row as i32 + square.column as i32)
    }

    /// Whether the diagonal contains a square.
    pub fn contains(self, square: Square) -> bool {
        self == Diagonal::rising(square) || self == Diagonal::falling(square)
    }

    /// The row where the diagonal meets a column, possibly outside the board.
    pub(crate) fn row(self, column: u32) -> i64 {
        match self {
            Diagonal::Rising(difference) => i64::from(column) + i64::from(difference),
            Diagonal::Falling(sum) => i64::from(sum) - i64::from(column),
        }
    }

    /// The squares of the diagonal on an n×n board, from left to right.
    pub fn squares(self, n: usize) -> impl Iterator<Item = Square> {
        (0..n as u32).filter_map(move |column| {
            let row = u32::try_from(self.row(column)).ok().filter(|&row| (row as usize) < n)?;
            Some(Square { column, row })
        })
    }

    /// The two ends of the diagonal in the notation of an n×n board.
    pub fn on(self, n: usize) -> impl fmt::Display {
        Written { diagonal: self, n }
    }
}

struct Written {
    diagonal: Diagonal,
    n: usize,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ends = (self.diagonal.squares(self.n).next(), self.diagonal.squares(self.n).last());
        match (ends, self.diagonal) {
            ((Some(first), Some(last)), _) => write!(f, "{}-{}", first.on(self.n), last.on(self.n)),
            (_, Diagonal::Rising(difference)) => write!(f, "row - column = {difference}"),
            (_, Diagonal::Falling(sum)) => write!(f, "row + column = {sum}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_diagonal_is_read_as_it_is_written() {
        for n in 2..=9 {
            let all: Vec<Diagonal> = Diagonal::all(n).collect();
            assert_eq!(all.len(), 2 * (2 * n - 1));
            assert_eq!(all.iter().map(|d| d.squares(n).count()).sum::<usize>(), 2 * n * n);
            for diagonal in all {
                let written = diagonal.on(n).to_string();
                assert_eq!(Diagonal::parse(n, &written), Ok(diagonal), "{written}");
                assert!(diagonal.squares(n).all(|square| diagonal.contains(square)));
            }
        }
    }

    #[test]
    fn complaints_say_what_is_wrong() {
        let said = |text| Diagonal::parse(8, text).expect_err("a fault").to_string();
        assert_eq!(said("a3"), "`a3` is not a diagonal: type two of its squares, such as a3-f8");
        assert_eq!(said("a3-i8"), "i8 is off the 8x8 board");
        assert_eq!(said("a3-f7"), "a3 and f7 are not on a common diagonal");
        assert_eq!(said("c3-c3"), "c3 is on two diagonals: type two squares of the one you mean");
        assert_eq!(said("a3-x"), "`x` is not a square: type a column and a row, such as d1 or, in numbers, 4:1");
        assert!(matches!(Diagonal::parse(1, "a1-a1"), Err(crate::ChangeError::Ambiguous(..))));
    }
}
