//! Numbered candidates. A candidate is a cell with one of its values.

use crate::statement::Cell;
use std::ops::Range;

/// All candidates, ordered by cell and then by ascending value.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    /// The cell and the value of each candidate.
    all: Vec<(usize, i32)>,
    /// The index of each cell's first candidate, followed by the total number.
    first: Vec<usize>,
}

impl Candidates {
    pub(crate) fn new(cells: &[Cell]) -> Candidates {
        let mut candidates = Candidates { all: Vec::new(), first: vec![0] };
        for (number, cell) in cells.iter().enumerate() {
            candidates.all.extend(cell.values.iter().map(|&value| (number, value)));
            candidates.first.push(candidates.all.len());
        }
        candidates
    }

    /// Returns the number of candidates.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns the number of cells.
    pub(crate) fn cells(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns the cell and the value of a candidate.
    #[inline]
    pub(crate) fn at(&self, number: usize) -> (usize, i32) {
        self.all[number]
    }

    /// Returns the index of a candidate, or `None` if the cell cannot hold the value.
    #[inline]
    pub(crate) fn number(&self, cell: usize, value: i32) -> Option<usize> {
        let own = self.of_cell(cell);
        let (_, smallest) = *self.all.get(own.start)?;
        // The values of most cells form a contiguous range.
        let guess = own.start + usize::try_from(value - smallest).ok()?;
        if own.contains(&guess) && self.all[guess].1 == value {
            return Some(guess);
        }
        let place = self.all[own.clone()].binary_search_by_key(&value, |&(_, value)| value).ok()?;
        Some(own.start + place)
    }

    /// Returns the candidates of a cell.
    pub(crate) fn of_cell(&self, cell: usize) -> Range<usize> {
        self.first[cell]..self.first[cell + 1]
    }
}
