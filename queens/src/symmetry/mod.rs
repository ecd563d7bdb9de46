//! The eight symmetries of the square and their action on boards.
//!
//! A rotation or reflection of a solution is a solution. A board's eight images (or fewer, if some are equal) form its
//! *orbit*. Each orbit has a **canonical representative: the board whose list of rows (columns from left to right, rows
//! from 0 at the bottom) is lexicographically least**. The 92 solutions of 8 queens form 12 orbits.
//!
//! This module and related types:
//!
//! - [`Symmetries`]: a group of symmetries, which tests whether a board is the least of its orbit and measures orbits;
//! - [`Class`]: whether a board is invariant under a quarter turn, a half turn, or neither;
//! - [`LexLeader`](crate::LexLeader): a constraint based on the same order, so that a search does not visit boards that
//!   would be discarded.

mod class;
mod group;

pub use class::{Class, Tally};
pub use group::Symmetries;

use crate::board::Board;
use crate::square::Square;
use solver_core::named_variants;

/// A symmetry of the square: a rotation or a reflection.
///
/// Column 0 is on the left and row 0 at the bottom; rotations are anticlockwise.
///
/// ```
/// use queens::{Square, Symmetry};
/// let b1: Square = "b1".parse()?;
/// let on_8 = |symmetry: Symmetry| symmetry.image(8, b1).to_string();
/// assert_eq!(on_8(Symmetry::QuarterTurn), "h2");
/// assert_eq!(on_8(Symmetry::LeftRight), "g1");
/// assert_eq!(on_8(Symmetry::RisingDiagonal), "a2");
/// # Ok::<(), queens::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Symmetry {
    /// The identity: every square stays in place.
    Identity,
    /// A rotation by 90°: column 0 becomes row 0.
    QuarterTurn,
    /// A rotation by 180°.
    HalfTurn,
    /// A rotation by 270°.
    ThreeQuarterTurn,
    /// A reflection that exchanges left and right.
    LeftRight,
    /// A reflection that exchanges top and bottom.
    UpDown,
    /// A reflection in the diagonal from `a1` upwards: columns become rows.
    RisingDiagonal,
    /// A reflection in the other diagonal.
    FallingDiagonal,
}

/// A symmetry as a composition: an optional exchange of columns and rows, then optional reversals.
#[derive(Clone, Copy)]
pub(crate) struct Parts {
    /// Whether columns and rows are exchanged.
    pub(crate) exchanges: bool,
    /// Whether columns are reversed afterwards.
    pub(crate) reverses_columns: bool,
    /// Whether rows are reversed afterwards.
    pub(crate) reverses_rows: bool,
}

named_variants!(pub Symmetry { Identity = "identity", QuarterTurn = "quarter turn", HalfTurn = "half turn", ThreeQuarterTurn = "three-quarter turn",
    LeftRight = "left-right mirror image", UpDown = "top-bottom mirror image",
    RisingDiagonal = "mirror image in the rising diagonal", FallingDiagonal = "mirror image in the falling diagonal"});

impl Symmetry {
    pub(crate) fn parts(self) -> Parts {
        let (exchanges, reverses_columns, reverses_rows) = match self {
            Symmetry::Identity => (false, false, false),
            Symmetry::QuarterTurn => (true, true, false),
            Symmetry::HalfTurn => (false, true, true),
            Symmetry::ThreeQuarterTurn => (true, false, true),
            Symmetry::LeftRight => (false, true, false),
            Symmetry::UpDown => (false, false, true),
            Symmetry::RisingDiagonal => (true, false, false),
            Symmetry::FallingDiagonal => (true, true, true),
        };
        Parts { exchanges, reverses_columns, reverses_rows }
    }

    /// The inverse symmetry.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        match self {
            Symmetry::QuarterTurn => Symmetry::ThreeQuarterTurn,
            Symmetry::ThreeQuarterTurn => Symmetry::QuarterTurn,
            other => other,
        }
    }

    /// The image of a square on an n×n board. Squares outside the board stay outside, within 32 bits.
    #[must_use]
    pub fn image(self, n: usize, square: Square) -> Square {
        let Parts { exchanges, reverses_columns, reverses_rows } = self.parts();
        let last = u32::try_from(n).unwrap_or(u32::MAX).wrapping_sub(1);
        let Square { column, row } = square;
        let (column, row) = if exchanges { (row, column) } else { (column, row) };
        Square {
            column: if reverses_columns { last.wrapping_sub(column) } else { column },
            row: if reverses_rows { last.wrapping_sub(row) } else { row },
        }
    }
}

impl Board {
    /// The image of the board, in linear time.
    ///
    /// ```
    /// use queens::{Board, Symmetry};
    /// let board = Board::new(vec![1, 3, 0, 2])?;
    /// assert_eq!(board.image(Symmetry::QuarterTurn), board);
    /// assert_eq!(board.image(Symmetry::UpDown).rows(), [2, 0, 3, 1]);
    /// # Ok::<(), queens::Attack>(())
    /// ```
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Board {
        let mut rows = vec![0; self.size()];
        for (column, &row) in (0..).zip(self.rows()) {
            let square = symmetry.image(self.size(), Square { column, row });
            rows[square.column as usize] = square.row;
        }
        Board::of_rows(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(n: u32) -> impl Iterator<Item = Square> {
        (0..n).flat_map(move |column| (0..n).map(move |row| Square { column, row }))
    }

    /// The eight maps are distinct, closed under composition, and undone by their inverses.
    #[test]
    fn they_are_a_group() {
        for n in [3u32, 4] {
            let map = |s: Symmetry| squares(n).map(|q| s.image(n as usize, q)).collect::<Vec<_>>();
            let maps: Vec<_> = Symmetry::ALL.map(map).into();
            for first in Symmetry::ALL {
                assert_eq!(maps.iter().filter(|&m| *m == map(first)).count(), 1, "{first}");
                let back = squares(n).all(|q| first.inverse().image(n as usize, first.image(n as usize, q)) == q);
                assert!(back, "{first}");
                for then in Symmetry::ALL {
                    let both: Vec<_> = squares(n).map(|q| then.image(n as usize, first.image(n as usize, q))).collect();
                    assert!(maps.contains(&both), "{first}, then {then}");
                }
            }
        }
    }

    /// Checks the definition: symmetries preserve distances, and therefore attacks.
    #[test]
    fn they_keep_the_geometry() {
        for symmetry in Symmetry::ALL {
            for a in squares(4) {
                for b in squares(4) {
                    let between = |a: Square, b: Square| {
                        let (dc, dr) = (a.column.abs_diff(b.column), a.row.abs_diff(b.row));
                        dc * dc + dr * dr
                    };
                    assert_eq!(
                        between(symmetry.image(4, a), symmetry.image(4, b)),
                        between(a, b),
                        "{symmetry} {a} {b}"
                    );
                }
            }
        }
    }

    #[test]
    fn turns_turn_and_mirrors_mirror() {
        let quarter = |q| Symmetry::QuarterTurn.image(5, q);
        for q in squares(5) {
            assert_eq!(quarter(quarter(q)), Symmetry::HalfTurn.image(5, q));
            assert_eq!(quarter(quarter(quarter(q))), Symmetry::ThreeQuarterTurn.image(5, q));
        }
        let fixed = |s: Symmetry| squares(5).filter(|&q| s.image(5, q) == q).count();
        assert_eq!(Symmetry::ALL.map(fixed), [25, 1, 1, 1, 5, 5, 5, 5]);
        let a1 = Square { column: 0, row: 0 };
        assert_eq!(Symmetry::RisingDiagonal.image(5, a1), a1);
        assert_eq!(quarter(a1), Square { column: 4, row: 0 });
    }

    #[test]
    fn images_of_boards_are_those_of_their_squares() {
        let board = Board::new(vec![0, 4, 7, 5, 2, 6, 1, 3]).expect("a solution");
        for symmetry in Symmetry::ALL {
            let image = board.image(symmetry);
            assert_eq!(Board::new(image.rows().to_vec()).as_ref(), Ok(&image), "{symmetry}");
            assert_eq!(image.image(symmetry.inverse()), board);
        }
        assert_eq!(Board::new(vec![]).expect("an empty board").image(Symmetry::HalfTurn).size(), 0);
    }
}
