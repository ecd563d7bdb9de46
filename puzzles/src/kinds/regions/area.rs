//! The board geometry for propagators: the squares that a star excludes, as bitsets.

use super::board::Board;
use crate::kinds::prelude::*;
use fixedbitset::FixedBitSet;

/// The fixed board data that the propagators share.
#[derive(Debug)]
pub(crate) struct Area {
    pub(crate) stars: usize,
    pub(crate) squares: usize,
    /// The indices of each square's units: its row, column and region.
    pub(crate) units_of: Vec<[usize; 3]>,
    /// The squares of each unit: rows, then columns, then regions.
    pub(crate) units: Vec<FixedBitSet>,
    /// For each square, the squares that touch it.
    pub(crate) touched: Vec<FixedBitSet>,
}

impl Area {
    pub(super) fn new(board: &Board) -> Area {
        let (size, squares) = (board.size, board.size * board.size);
        let units_of: Vec<[usize; 3]> =
            (0..squares).map(|s| [s / size, size + s % size, 2 * size + board.regions[s]]).collect();
        let unit = |unit: usize| bits(squares, (0..squares).filter(|&s| units_of[s].contains(&unit)));
        Area {
            stars: board.stars,
            squares,
            units: (0..2 * size + board.names.len()).map(unit).collect(),
            touched: (0..squares).map(|s| bits(squares, around(s, size, size))).collect(),
            units_of,
        }
    }

    /// Returns the squares that these stars exclude: the squares that they touch, and the other squares of every unit
    /// that they fill.
    pub(crate) fn ruled_out(&self, stars: &[usize]) -> FixedBitSet {
        let mut out = bits(self.squares, []);
        for &star in stars {
            out.union_with(&self.touched[star]);
            for unit in self.units_of[star] {
                let filled = stars.iter().filter(|&&other| self.units[unit].contains(other)).count() >= self.stars;
                if filled {
                    out.union_with(&self.units[unit]);
                }
            }
        }
        stars.iter().for_each(|&star| out.remove(star));
        out
    }
}

/// Creates a set of squares.
pub(super) fn bits(squares: usize, members: impl IntoIterator<Item = usize>) -> FixedBitSet {
    let mut bits = FixedBitSet::with_capacity(squares);
    bits.extend(members);
    bits
}
