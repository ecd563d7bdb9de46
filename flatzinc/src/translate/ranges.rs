//! Domains during translation: ranges of integers whose ends may represent infinity.
//!
//! FlatZinc has 64-bit numbers. Numbers here have 128 bits, so that sums of several numbers are exact and no number in
//! the file is confused with infinity.

use crate::instance::{Domain, IntSet};
use smallvec::{SmallVec, smallvec};

/// The smallest number that represents infinity: it is greater than all 64-bit numbers, yet small enough that sums do
/// not overflow.
pub(crate) const INFINITE: i128 = 1 << 80;

/// Ascending, disjoint ranges, bounds inclusive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ranges(SmallVec<[(i128, i128); 1]>);

impl Ranges {
    /// All integers.
    pub(crate) fn all() -> Ranges {
        Ranges::between(-INFINITE, INFINITE)
    }

    /// The range `low..=high`.
    pub(crate) fn between(low: impl Into<i128>, high: impl Into<i128>) -> Ranges {
        let (low, high) = (low.into().max(-INFINITE), high.into().min(INFINITE));
        Ranges(if low <= high { smallvec![(low, high)] } else { SmallVec::new() })
    }

    /// The values of a set constant.
    pub(crate) fn of_set(set: IntSet<'_>) -> Ranges {
        Ranges(set.ranges().iter().map(|&(low, high)| (low.into(), high.into())).collect())
    }

    /// The values of a list, which need not be sorted.
    pub(crate) fn of_values(mut values: Vec<i64>) -> Ranges {
        values.sort_unstable();
        values.dedup();
        let ranges = values.chunk_by(|a, b| a + 1 == *b);
        Ranges(ranges.map(|range| (range[0].into(), (range[0] + (range.len() as i64 - 1)).into())).collect())
    }

    /// The values that a declaration allows.
    pub(crate) fn declared(domain: Domain<'_>) -> Ranges {
        match domain {
            Domain::Interval { lo, hi } => Ranges::between(lo, hi),
            Domain::Values(set) => Ranges::of_set(set),
            Domain::Unbounded | Domain::FloatInterval { .. } | Domain::FloatValues(_) => Ranges::all(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The smallest and the largest value.
    pub(crate) fn bounds(&self) -> Option<(i128, i128)> {
        Some((self.0.first()?.0, self.0.last()?.1))
    }

    pub(crate) fn contains(&self, value: i128) -> bool {
        self.0.iter().any(|&(low, high)| low <= value && value <= high)
    }

    pub(crate) fn as_slice(&self) -> &[(i128, i128)] {
        &self.0
    }

    /// The intersection with another set.
    pub(crate) fn meet(&self, other: &Ranges) -> Ranges {
        let (mut i, mut j) = (0, 0);
        let mut met = SmallVec::new();
        while let (Some(a), Some(b)) = (self.0.get(i), other.0.get(j)) {
            let (low, high) = (a.0.max(b.0), a.1.min(b.1));
            if low <= high {
                met.push((low, high));
            }
            if a.1 < b.1 { i += 1 } else { j += 1 }
        }
        Ranges(met)
    }

    /// All integers outside these ranges.
    pub(crate) fn complement(&self) -> Ranges {
        let mut gaps = SmallVec::new();
        let mut from = -INFINITE;
        for &(low, high) in &self.0 {
            if from < low {
                gaps.push((from, low - 1));
            }
            from = high + 1;
        }
        if from <= INFINITE {
            gaps.push((from, INFINITE));
        }
        Ranges(gaps)
    }

    /// The values of `x` for which `±x + c` is in these ranges.
    pub(crate) fn of_variable(&self, negated: bool, offset: i128) -> Ranges {
        // Infinity stays infinite.
        let moved = |v: i128| if v.abs() >= INFINITE { v } else { (v - offset).clamp(-INFINITE, INFINITE) };
        if !negated {
            return Ranges(self.0.iter().map(|&(low, high)| (moved(low), moved(high))).collect());
        }
        Ranges(self.0.iter().rev().map(|&(low, high)| (-moved(high), -moved(low))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_meet_and_mirror() {
        let a = Ranges::between(1, 5).meet(&Ranges::between(3, 3).complement());
        assert_eq!(a.as_slice(), [(1, 2), (4, 5)]);
        assert_eq!(a.of_variable(true, 10).as_slice(), [(5, 6), (8, 9)]);
        assert_eq!(a.of_variable(false, 1).as_slice(), [(0, 1), (3, 4)]);
        assert_eq!(Ranges::all().of_variable(true, 7), Ranges::all());
        assert_eq!(Ranges::of_values(vec![7, 1, 2, 7, 3]).as_slice(), [(1, 3), (7, 7)]);
        assert_eq!(Ranges::of_values(vec![i64::MAX, i64::MAX - 1]).as_slice().len(), 1);
        let last = Ranges::between(i64::MAX, i64::MAX);
        assert!(last.complement().meet(&last).is_empty() && !Ranges::all().meet(&last).is_empty());
        assert!(Ranges::between(5, 1).is_empty() && Ranges::all().complement().is_empty());
    }
}
