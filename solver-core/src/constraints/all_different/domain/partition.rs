//! A partition of the scope into parts without common values.

use crate::prelude_propagator::*;
use std::ops::Range;

/// A permutation of the positions in which each part is contiguous.
///
/// Parts are only ever split, and a split moves positions only within their part. So restoring the trailed boundaries
/// on backtracking is enough to make the permutation valid again (Gent, Miguel, Nightingale 2008, section 5).
#[derive(Clone, Debug)]
pub(super) struct Partition {
    order: Box<[u32]>,
    place: Box<[u32]>,
}

impl Partition {
    pub(super) fn new(positions: usize) -> Partition {
        let order: Box<[u32]> = (0..positions as u32).collect();
        Partition { place: order.clone(), order }
    }

    /// The number of trailed integers; their bits are the boundaries.
    pub(super) fn cells(&self) -> usize {
        self.order.len().div_ceil(64)
    }

    /// The index of a position in the permutation.
    pub(super) fn place(&self, position: u32) -> usize {
        self.place[position as usize] as usize
    }

    /// The position at an index.
    #[inline]
    pub(super) fn at(&self, place: usize) -> u32 {
        self.order[place]
    }

    /// The bounds of the part that contains an index: the part's first index, and the first index after it.
    pub(super) fn part(&self, cx: &Context<'_>, place: usize) -> (usize, usize) {
        let (mut w, b) = (place / 64, place % 64);
        let mut word = boundaries(cx, w) & !(!1 << b);
        while word == 0 && w > 0 {
            w -= 1;
            word = boundaries(cx, w);
        }
        // The part that begins at index 0 has no bit.
        let start = if word == 0 { 0 } else { w * 64 + 63 - word.leading_zeros() as usize };
        let (mut w, words) = (place / 64, self.order.len().div_ceil(64));
        let mut word = boundaries(cx, w) & !1 << b;
        while word == 0 && w + 1 < words {
            w += 1;
            word = boundaries(cx, w);
        }
        let end = if word == 0 { self.order.len() } else { w * 64 + word.trailing_zeros() as usize };
        (start, end)
    }

    /// Starts a new part at each of these indices.
    pub(super) fn split(&self, cx: &mut Context<'_>, places: Range<usize>) {
        let (start, end) = (places.start, places.end.min(self.order.len()));
        if start >= end {
            return;
        }
        for w in start / 64..=(end - 1) / 64 {
            let from = !0 << start.saturating_sub(w * 64);
            let to = !0 >> (w * 64 + 64).saturating_sub(end);
            cx.set_trailed(w, (boundaries(cx, w) | from & to) as i64);
        }
    }

    /// Checks whether every position is a separate part.
    pub(super) fn is_discrete(&self, cx: &Context<'_>) -> bool {
        let boundaries: usize = (0..self.cells()).map(|word| boundaries(cx, word).count_ones() as usize).sum();
        boundaries + 1 >= self.order.len()
    }

    /// Swaps two indices of one part.
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        self.order.swap(a, b);
        self.place[self.order[a] as usize] = a as u32;
        self.place[self.order[b] as usize] = b as u32;
    }

    /// Permutes the positions at the indices from `start` on.
    pub(super) fn permute(&mut self, start: usize, permutation: &[u32], scratch: &mut Vec<u32>) {
        scratch.clear();
        scratch.extend(permutation.iter().map(|&u| self.order[start + u as usize]));
        for (place, &position) in (start..).zip(scratch.iter()) {
            self.order[place] = position;
            self.place[position as usize] = place as u32;
        }
    }
}

#[inline]
fn boundaries(cx: &Context<'_>, word: usize) -> u64 {
    cx.trailed(word) as u64
}
