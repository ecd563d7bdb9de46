//! Domains while a model is lowered: ranges of 64-bit numbers, with ends that stand for infinity.

use crate::instance::{Domain, IntSet};
use smallvec::{SmallVec, smallvec};

/// Where infinity begins: far beyond what the engine holds, and far enough from the end of the type for sums.
pub(crate) const INFINITE: i64 = 1 << 60;

/// Ascending, disjoint ranges, bounds inclusive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ranges(SmallVec<[(i64, i64); 1]>);

impl Ranges {
    /// All integers.
    pub(crate) fn all() -> Ranges {
        Ranges::between(-INFINITE, INFINITE)
    }

    /// `low..=high`.
    pub(crate) fn between(low: i64, high: i64) -> Ranges {
        let (low, high) = (low.max(-INFINITE), high.min(INFINITE));
        Ranges(if low <= high { smallvec![(low, high)] } else { SmallVec::new() })
    }

    /// The values of a set.
    pub(crate) fn of_set(set: IntSet<'_>) -> Ranges {
        let clamp = |v: i64| v.clamp(-INFINITE, INFINITE);
        Ranges(set.ranges().iter().map(|&(low, high)| (clamp(low), clamp(high))).collect())
    }

    /// What a declaration allows.
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
    pub(crate) fn bounds(&self) -> Option<(i64, i64)> {
        Some((self.0.first()?.0, self.0.last()?.1))
    }

    /// The only value.
    pub(crate) fn fixed(&self) -> Option<i64> {
        self.bounds().and_then(|(low, high)| (low == high).then_some(low))
    }

    pub(crate) fn contains(&self, value: i64) -> bool {
        self.0.iter().any(|&(low, high)| low <= value && value <= high)
    }

    pub(crate) fn as_slice(&self) -> &[(i64, i64)] {
        &self.0
    }

    /// What both have.
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

    /// All other integers.
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

    /// The values of `x` for which `±x + c` is in here.
    pub(crate) fn of_variable(&self, negated: bool, offset: i64) -> Ranges {
        // Infinity stays where it is.
        let moved = |v: i64| if v.abs() >= INFINITE { v } else { (v - offset).clamp(-INFINITE, INFINITE) };
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
        assert!(Ranges::between(5, 1).is_empty() && Ranges::all().complement().is_empty());
    }
}
