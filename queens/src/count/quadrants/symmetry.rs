//! Symmetry reduction: counting an eighth of the boards.
//!
//! A board has eight *flags*: a corner together with one of its two edges. To a flag
//! belongs a set: which places of that half edge have their queen in the quarter at the
//! corner. The eight symmetries of the square carry any flag to any other, in one way
//! each. So, whatever order the sets are given, the boards are eight times those whose
//! largest set belongs to the flag "rows of the north-western quarter", where a board with
//! `t` equally large sets counts `1/t`.
//!
//! The two sets of one half edge are complements. Of each such pair one is the
//! *representative*, and pairs are ordered by it; so there are only four sets to compare:
//! the rows of the north-western quarter (they must be a representative), the southern
//! rows, the western and the eastern columns. All four have the same sizes.
//!
//! Counts are kept in 24ths, so that every `t` from 1 to 4 has a whole weight.

use super::stage::Stage;
use super::subsets::{Subsets, is_representative};

/// 24 / t for t = 1 to 4.
pub(super) const WEIGHTS: [u64; 4] = [24, 12, 8, 6];

/// How sets compare with the largest one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ties<'a> {
    m: u32,
    subsets: &'a Subsets,
    /// The place of the largest set; `None` where no set needs to be the largest.
    largest: Option<usize>,
}

impl<'a> Ties<'a> {
    /// With `rows` in the north-west as the largest set, where the stage asks for one.
    pub(super) fn new(stage: Stage, m: u32, rows: u32, subsets: &'a Subsets) -> Ties<'a> {
        let ties = Ties { m, subsets, largest: None };
        Ties { largest: stage.middle.is_symmetric().then(|| ties.place(rows)), ..ties }
    }

    /// Whether a set ties with the largest; `None` if it is larger.
    pub(super) fn with(&self, set: u32) -> Option<bool> {
        let Some(largest) = self.largest else { return Some(false) };
        let place = self.place(set);
        (place <= largest).then_some(place == largest)
    }

    /// The place of the set's pair in the order. Sets of half size have a complement of the same size; of the others
    /// only the smaller ones are looked up.
    fn place(&self, set: u32) -> usize {
        self.subsets.rank(if is_representative(set, self.m) { set } else { self.subsets.complement(set) })
    }
}
