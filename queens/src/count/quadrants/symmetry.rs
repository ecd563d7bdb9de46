//! Symmetry reduction: only an eighth of the boards is counted.
//!
//! A board has eight *flags*: a corner together with one of its two edges. Each flag has a set: the positions on the
//! half edge at that corner whose queen is in the corner's quarter. For any two flags, exactly one of the square's
//! eight symmetries maps the first to the second. Under any order on sets, the number of boards is therefore eight
//! times the number of boards whose largest set belongs to the flag "rows of the north-western quarter", where a board
//! with `t` equally large sets counts as `1/t`.
//!
//! The two sets of one half edge are complements. One of each pair is the *representative*, and pairs are ordered by
//! their representatives, so only four sets need to be compared: the rows of the north-western quarter (which must be a
//! representative), the southern rows, the western columns and the eastern columns. All four are of the same size.
//!
//! Counts are in 24ths, so that the weight is an integer for every `t` from 1 to 4.

use super::stage::Stage;
use super::subsets::{Subsets, is_representative};

/// 24 / t for t = 1 to 4.
pub(super) const WEIGHTS: [u64; 4] = [24, 12, 8, 6];

/// Compares sets with the largest one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ties<'a> {
    m: u32,
    subsets: &'a Subsets,
    /// The rank of the largest set; `None` if no set needs to be the largest.
    largest: Option<usize>,
}

impl<'a> Ties<'a> {
    /// Requires `rows` in the north-west to be the largest set, if the stage needs one.
    pub(super) fn new(stage: Stage, m: u32, rows: u32, subsets: &'a Subsets) -> Ties<'a> {
        let ties = Ties { m, subsets, largest: None };
        Ties { largest: stage.middle.is_symmetric().then(|| ties.place(rows)), ..ties }
    }

    /// Whether a set ties with the largest one; `None` if it is larger.
    pub(super) fn with(&self, set: u32) -> Option<bool> {
        let Some(largest) = self.largest else { return Some(false) };
        let place = self.place(set);
        (place <= largest).then_some(place == largest)
    }

    /// The rank of the pair that contains the set, in the order on pairs. If a set contains half of the positions, its
    /// complement has the same size; otherwise, only the smaller of the two is looked up.
    fn place(&self, set: u32) -> usize {
        self.subsets.rank(if is_representative(set, self.m) { set } else { self.subsets.complement(set) })
    }
}
