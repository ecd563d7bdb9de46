//! The board for propagators: the squares that a star excludes, as bitsets.

use super::puzzle::Puzzle;
use super::square::Square;

/// A set of squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bits(Box<[u64]>);

impl Bits {
    pub(crate) fn none(squares: usize) -> Bits {
        Bits(vec![0; squares.div_ceil(64)].into())
    }

    pub(crate) fn of(squares: usize, members: impl IntoIterator<Item = usize>) -> Bits {
        let mut bits = Bits::none(squares);
        members.into_iter().for_each(|square| bits.insert(square));
        bits
    }

    pub(crate) fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    pub(crate) fn remove(&mut self, square: usize) {
        self.0[square / 64] &= !(1 << (square % 64));
    }

    pub(crate) fn contains(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn unite(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    pub(crate) fn intersect(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * i + bit)
            })
        })
    }
}

/// What is fixed about a board; shared by its propagators.
#[derive(Debug)]
pub(crate) struct Area {
    pub(crate) stars: usize,
    pub(crate) squares: usize,
    /// The row, the column and the region of each square, as numbers of units.
    pub(crate) units_of: Vec<[usize; 3]>,
    /// The squares of each unit: rows, columns, regions.
    pub(crate) units: Vec<Bits>,
    /// The squares that touch each square.
    pub(crate) touched: Vec<Bits>,
}

impl Area {
    pub(crate) fn new(puzzle: &Puzzle) -> Area {
        let (size, squares) = (puzzle.size(), puzzle.size() * puzzle.size());
        let place = |square| Square::at(square, size);
        let units_of = (0..squares).map(|s| [place(s).row, size + place(s).column, 2 * size + puzzle.regions()[s]]);
        let near = |s: usize| {
            let (row, column) = (place(s).row, place(s).column);
            let rows = row.saturating_sub(1)..(row + 2).min(size);
            let columns = column.saturating_sub(1)..(column + 2).min(size);
            let all = rows.flat_map(move |r| columns.clone().map(move |c| r * size + c));
            Bits::of(squares, all.filter(move |&other| other != s))
        };
        let units_of: Vec<[usize; 3]> = units_of.collect();
        let unit = |unit: usize| Bits::of(squares, (0..squares).filter(|&s| units_of[s].contains(&unit)));
        Area {
            stars: puzzle.stars(),
            squares,
            units: (0..2 * size + puzzle.names().len()).map(unit).collect(),
            units_of: units_of.clone(),
            touched: (0..squares).map(near).collect(),
        }
    }

    /// The squares that these stars rule out: those that they touch, and the rest of every unit that they fill.
    pub(crate) fn ruled_out(&self, stars: &[usize]) -> Bits {
        let mut out = Bits::none(self.squares);
        for &star in stars {
            out.unite(&self.touched[star]);
            for unit in self.units_of[star] {
                let filled = stars.iter().filter(|&&other| self.units[unit].contains(other)).count() >= self.stars;
                if filled {
                    out.unite(&self.units[unit]);
                }
            }
        }
        stars.iter().for_each(|&star| out.remove(star));
        out
    }
}
