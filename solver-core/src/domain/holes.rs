//! Holes of a Span domain: the values that search has removed between the bounds.
//!
//! Holes are identified by rank: the rank of a value is the number of smaller root values. If there are few root
//! values, each has a bit; otherwise the removed ranks form a sorted list.

use fixedbitset::FixedBitSet;
use std::ops::Range;

#[derive(Clone)]
pub(super) enum Holes {
    /// A bit for each rank, up to the largest one ever set.
    Bits(FixedBitSet),
    /// The ranks in ascending order.
    List(Vec<u32>),
}

/// Up to this many values, holes are stored as bits, which take at most 8 KiB.
const MOST_BITS: u32 = 65_536;

const WORD: u32 = usize::BITS;

impl Holes {
    /// Creates an empty set of holes, for a domain with `values` root values.
    pub(super) fn none(values: u32) -> Holes {
        if values <= MOST_BITS { Holes::Bits(FixedBitSet::new()) } else { Holes::List(Vec::new()) }
    }

    pub(super) fn contains(&self, rank: u32) -> bool {
        match self {
            Holes::Bits(bits) => bits.contains(rank as usize),
            Holes::List(list) => list.binary_search(&rank).is_ok(),
        }
    }

    pub(super) fn insert(&mut self, rank: u32) {
        match self {
            Holes::Bits(bits) => bits.grow_and_insert(rank as usize),
            Holes::List(list) => list.insert(list.partition_point(|&hole| hole < rank), rank),
        }
    }

    /// Removes a rank that is a hole.
    pub(super) fn remove(&mut self, rank: u32) {
        match self {
            Holes::Bits(bits) => bits.set(rank as usize, false),
            Holes::List(list) => {
                if let Ok(at) = list.binary_search(&rank) {
                    list.remove(at);
                }
            }
        }
    }

    /// The number of holes among these ranks.
    pub(super) fn count(&self, ranks: Range<u32>) -> u32 {
        match self {
            Holes::Bits(bits) => {
                let end = (ranks.end as usize).min(bits.len());
                if ranks.start as usize >= end { 0 } else { bits.count_ones(ranks.start as usize..end) as u32 }
            }
            Holes::List(list) => part(list, ranks).len() as u32,
        }
    }

    /// The holes among these ranks, in ascending order.
    pub(super) fn among(&self, ranks: Range<u32>) -> impl Iterator<Item = u32> + '_ {
        let (bits, list): (_, &[u32]) = match self {
            Holes::Bits(bits) => (Some(bits), &[]),
            Holes::List(list) => (None, part(list, ranks.clone())),
        };
        let words =
            bits.map_or(0..0, |bits| (ranks.start / WORD)..ranks.end.div_ceil(WORD).min(bits.as_slice().len() as u32));
        let in_word = move |word: u32| {
            let mut left = bits.map_or(0, |bits| bits.as_slice()[word as usize]);
            std::iter::from_fn(move || {
                let rank = word * WORD + left.trailing_zeros();
                (left != 0).then(|| {
                    left &= left - 1;
                    rank
                })
            })
        };
        list.iter().copied().chain(words.flat_map(in_word)).filter(move |rank| ranks.contains(rank))
    }

    /// The first rank at or after `rank` that is not a hole.
    pub(super) fn next_gap(&self, rank: u32) -> u32 {
        match self {
            Holes::Bits(bits) => {
                let words = bits.as_slice();
                let mut at = (rank / WORD) as usize;
                let mut from = usize::MAX << (rank % WORD);
                while let Some(word) = words.get(at) {
                    let open = !word & from;
                    if open != 0 {
                        return at as u32 * WORD + open.trailing_zeros();
                    }
                    (at, from) = (at + 1, usize::MAX);
                }
                rank.max(at as u32 * WORD)
            }
            Holes::List(list) => {
                let from = list.partition_point(|&hole| hole < rank);
                // In a run of consecutive holes, rank and list index increase at the same rate.
                rank + along(list.len() - from, |k| list[from + k] == rank + k as u32) as u32
            }
        }
    }

    /// The last rank at or before `rank` that is not a hole; there must be one.
    pub(super) fn previous_gap(&self, rank: u32) -> u32 {
        match self {
            Holes::Bits(bits) => {
                let words = bits.as_slice();
                let mut at = (rank / WORD) as usize;
                let mut until = usize::MAX >> (WORD - 1 - rank % WORD);
                loop {
                    let open = !words.get(at).copied().unwrap_or(0) & until;
                    if open != 0 {
                        return at as u32 * WORD + open.ilog2();
                    }
                    (at, until) = (at - 1, usize::MAX);
                }
            }
            Holes::List(list) => {
                let end = list.partition_point(|&hole| hole <= rank);
                rank - along(end, |k| list[end - 1 - k] == rank - k as u32) as u32
            }
        }
    }

    /// The `k`-th rank, counted from 0, at or after `first` that is not a hole.
    pub(super) fn nth_gap(&self, first: u32, k: u32) -> u32 {
        match self {
            Holes::Bits(bits) => {
                let words = bits.as_slice();
                let (mut left, mut rank) = (k, self.next_gap(first));
                // Skips entire words first.
                while left > 0 {
                    let word = words.get((rank / WORD) as usize).copied().unwrap_or(0);
                    let open = !word & (usize::MAX << (rank % WORD));
                    if open.count_ones() > left {
                        let open = (0..left).fold(open, |open, _| open & (open - 1));
                        return rank / WORD * WORD + open.trailing_zeros();
                    }
                    left -= open.count_ones();
                    rank = self.next_gap((rank / WORD + 1) * WORD);
                }
                rank
            }
            Holes::List(list) => {
                // The rank is `k` plus the number of holes before it, which are the holes with at most `k` other
                // ranks before them.
                let from = list.partition_point(|&hole| hole < first);
                let holes = &list[from..];
                let (mut low, mut high) = (0, holes.len());
                while low < high {
                    let middle = usize::midpoint(low, high);
                    if holes[middle] - first - middle as u32 <= k { low = middle + 1 } else { high = middle }
                }
                first + k + low as u32
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Holes::Bits(bits) => size_of_val(bits.as_slice()),
            Holes::List(list) => list.capacity() * 4,
        }
    }
}

/// The part of a sorted list within a range.
fn part(list: &[u32], ranks: Range<u32>) -> &[u32] {
    let from = list.partition_point(|&hole| hole < ranks.start);
    let end = list.partition_point(|&hole| hole < ranks.end);
    &list[from..end.max(from)]
}

/// The length of the run at the start of `0..n`, found by exponential and binary search. `in_run` must be `false` for
/// all numbers after the run.
fn along(n: usize, in_run: impl Fn(usize) -> bool) -> usize {
    let (mut from, mut to) = (0, 1);
    while to <= n && in_run(to - 1) {
        (from, to) = (to, 2 * to);
    }
    to = n.min(to - 1);
    while from < to {
        let middle = from + (to - from) / 2;
        if in_run(middle) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::Rng;

    /// Compares both representations of holes with a list of flags.
    #[test]
    fn bits_and_lists_say_the_same() {
        let mut rng = Rng::new(1);
        for n in [1, 63, 64, 65, 200] {
            let mut flags = vec![false; n as usize];
            let mut both = [Holes::none(n), Holes::List(Vec::new())];
            assert!(matches!(both[0], Holes::Bits(_)));
            for _ in 0..600 {
                let rank = rng.below(n.into()) as u32;
                let open = flags.iter().filter(|flag| !**flag).count();
                flags[rank as usize] = open > 1 && rng.below(3) > 0;
                let gaps: Vec<u32> = (0..n).filter(|&rank| !flags[rank as usize]).collect();
                let (from, to) = (rng.below(n.into()) as u32, rng.below(u64::from(n) + 1) as u32);
                for holes in &mut both {
                    match (flags[rank as usize], holes.contains(rank)) {
                        (true, false) => holes.insert(rank),
                        (false, true) => holes.remove(rank),
                        _ => {}
                    }
                    let among: Vec<u32> = (from..to).filter(|&rank| flags[rank as usize]).collect();
                    assert_eq!(holes.among(from..to).collect::<Vec<u32>>(), among);
                    assert_eq!(holes.count(from..to), among.len() as u32);
                    assert_eq!(holes.contains(from), flags[from as usize]);
                    if let Some(&next) = gaps.iter().find(|&&gap| gap >= from) {
                        assert_eq!(holes.next_gap(from), next);
                    }
                    if let Some(&previous) = gaps.iter().rfind(|&&gap| gap <= from) {
                        assert_eq!(holes.previous_gap(from), previous);
                    }
                    let after: Vec<u32> = gaps.iter().copied().filter(|&gap| gap >= from).collect();
                    for (k, &gap) in (0..).zip(&after) {
                        assert_eq!(holes.nth_gap(from, k), gap);
                    }
                }
            }
        }
    }
}
