//! Three classes of solutions, by the turns that leave them as they are.
//!
//! No solution of two or more queens is its own mirror image (two queens would
//! stand on one row, column or diagonal), so turns are all there is to tell.
//! With `Q` solutions in all, `P` that a half turn leaves and `R` of these that a
//! quarter turn leaves, the orbits of each class are
//!
//! | class | orbit | number | OEIS |
//! |---|---|---|---|
//! | [`QuarterTurn`](Class::QuarterTurn) | 2 | `R / 2` | R: A033148 |
//! | [`HalfTurn`](Class::HalfTurn) | 4 | `(P - R) / 4` | P: A032522 |
//! | [`Asymmetric`](Class::Asymmetric) | 8 | `(Q - P) / 8` | Q: A000170 |
//!
//! which add up to A002562. The single queen of the 1×1 board is alone in its orbit.

use super::Symmetry;
use crate::board::Board;
use crate::named::named;

/// Which turns leave a board as it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Class {
    /// A quarter turn does, and with it every turn.
    QuarterTurn,
    /// A half turn does, but no quarter turn.
    HalfTurn,
    /// None does.
    Asymmetric,
}

named!(Class: QuarterTurn = "quarter-turn", HalfTurn = "half-turn", Asymmetric = "none");

impl Class {
    /// The class of a board, in linear time.
    ///
    /// ```
    /// use queens::{Board, Class};
    /// assert_eq!(Class::of(&Board::new(vec![1, 3, 0, 2])?), Class::QuarterTurn);
    /// # Ok::<(), queens::Attack>(())
    /// ```
    pub fn of(board: &Board) -> Class {
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

/// How many orbits of each class, and how many boards they hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Orbits of boards that a quarter turn leaves.
    pub quarter_turn: u64,
    /// Orbits of boards that a half turn leaves, but no quarter turn.
    pub half_turn: u64,
    /// Orbits of boards that no turn leaves.
    pub asymmetric: u64,
    /// The boards of all these orbits.
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

    /// The orbits of all classes.
    pub fn orbits(&self) -> u64 {
        self.quarter_turn + self.half_turn + self.asymmetric
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_told_apart() {
        let class = |rows: &[u32]| Class::of(&Board::new(rows.to_vec()).expect("a solution"));
        assert_eq!(class(&[0]), Class::QuarterTurn);
        assert_eq!(class(&[1, 3, 0, 2]), Class::QuarterTurn);
        assert_eq!(class(&[1, 3, 5, 0, 2, 4]), Class::HalfTurn);
        assert_eq!(class(&[2, 4, 1, 7, 0, 6, 3, 5]), Class::HalfTurn);
        assert_eq!(class(&[0, 4, 7, 5, 2, 6, 1, 3]), Class::Asymmetric);
    }
}
