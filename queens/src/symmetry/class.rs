//! The symmetry class of a solution: the rotations that leave it unchanged.
//!
//! A solution with two or more queens is never its own mirror image (two queens would share a row, column or diagonal),
//! so only rotations matter. If there are `Q` solutions in total, of which `P` are invariant under a half turn and `R`
//! under a quarter turn, the orbits of each class are
//!
//! | class | orbit | number | OEIS |
//! |---|---|---|---|
//! | [`QuarterTurn`](Class::QuarterTurn) | 2 | `R / 2` | R: A033148 |
//! | [`HalfTurn`](Class::HalfTurn) | 4 | `(P - R) / 4` | P: A032522 |
//! | [`Asymmetric`](Class::Asymmetric) | 8 | `(Q - P) / 8` | Q: A000170 |
//!
//! which add up to A002562. The only solution of the 1×1 board forms an orbit of size 1.

use super::Symmetry;
use crate::board::Board;
use solver_core::named_variants;

/// The rotations that leave a board unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Class {
    /// All rotations.
    QuarterTurn,
    /// A half turn, but no quarter turn.
    HalfTurn,
    /// No rotation except the identity.
    Asymmetric,
}

named_variants!(pub Class { QuarterTurn = "quarter-turn", HalfTurn = "half-turn", Asymmetric = "none"});

impl Class {
    /// The class of a board, in linear time.
    ///
    /// ```
    /// use queens::{Board, Class};
    /// assert_eq!(Class::from_board(&Board::new(vec![1, 3, 0, 2])?), Class::QuarterTurn);
    /// # Ok::<(), queens::Attack>(())
    /// ```
    pub fn from_board(board: &Board) -> Class {
        let keeps = |turn| board.image(turn) == *board;
        if !keeps(Symmetry::HalfTurn) {
            Class::Asymmetric
        } else if keeps(Symmetry::QuarterTurn) {
            Class::QuarterTurn
        } else {
            Class::HalfTurn
        }
    }
}

/// The number of orbits in each class, and the number of boards in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The number of orbits of boards invariant under a quarter turn.
    pub quarter_turn: u64,
    /// The number of orbits of boards invariant under a half turn, but not under a quarter turn.
    pub half_turn: u64,
    /// The number of orbits of boards invariant under no rotation.
    pub asymmetric: u64,
    /// The number of boards in all these orbits.
    pub boards: u64,
}

impl Tally {
    /// Adds an orbit.
    pub fn add(&mut self, class: Class, orbit_size: usize) {
        let count = match class {
            Class::QuarterTurn => &mut self.quarter_turn,
            Class::HalfTurn => &mut self.half_turn,
            Class::Asymmetric => &mut self.asymmetric,
        };
        *count += 1;
        self.boards += orbit_size as u64;
    }

    /// The number of orbits in all classes.
    pub fn orbits(&self) -> u64 {
        self.quarter_turn + self.half_turn + self.asymmetric
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_distinguished() {
        let class = |rows: &[u32]| Class::from_board(&Board::new(rows.to_vec()).expect("a solution"));
        assert_eq!(class(&[0]), Class::QuarterTurn);
        assert_eq!(class(&[1, 3, 0, 2]), Class::QuarterTurn);
        assert_eq!(class(&[1, 3, 5, 0, 2, 4]), Class::HalfTurn);
        assert_eq!(class(&[2, 4, 1, 7, 0, 6, 3, 5]), Class::HalfTurn);
        assert_eq!(class(&[0, 4, 7, 5, 2, 6, 1, 3]), Class::Asymmetric);
    }
}
