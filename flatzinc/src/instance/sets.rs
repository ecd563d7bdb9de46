//! Sets of numbers as sorted, disjoint ranges. Integer ranges are not adjacent, so equal sets have equal
//! representations.

use std::cmp::Ordering;
use std::fmt;

/// A set of integers: ascending ranges with gaps between them, bounds inclusive.
///
/// ```
/// use flatzinc::Instance;
///
/// let read = flatzinc::text::read(b"var {9,1,2,3}: x; solve satisfy;")?;
/// let flatzinc::instance::Domain::Values(set) = read.variable_named("x").unwrap().domain() else { panic!() };
/// assert_eq!(set.ranges(), [(1, 3), (9, 9)]);
/// assert_eq!(set.values().collect::<Vec<_>>(), [1, 2, 3, 9]);
/// # Ok::<(), flatzinc::ReadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntSet<'a> {
    pub(super) ranges: &'a [(i64, i64)],
}

impl<'a> IntSet<'a> {
    /// The ranges, ascending, bounds inclusive.
    pub fn ranges(self) -> &'a [(i64, i64)] {
        self.ranges
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.ranges.is_empty()
    }

    /// The number of values.
    pub fn len(self) -> u128 {
        self.ranges.iter().map(|&(lo, hi)| (i128::from(hi) - i128::from(lo) + 1) as u128).sum()
    }

    /// The smallest value.
    pub fn min(self) -> Option<i64> {
        self.ranges.first().map(|r| r.0)
    }

    /// The largest value.
    pub fn max(self) -> Option<i64> {
        self.ranges.last().map(|r| r.1)
    }

    /// Whether the set contains `value`, in O(log ranges).
    pub fn contains(self, value: i64) -> bool {
        let after = self.ranges.partition_point(|r| r.0 <= value);
        after > 0 && value <= self.ranges[after - 1].1
    }

    /// All values, ascending. A set such as `0..9000000000000` has too many to enumerate, so check [`len`](IntSet::len)
    /// first.
    pub fn values(self) -> impl Iterator<Item = i64> + 'a {
        self.ranges.iter().flat_map(|&(lo, hi)| lo..=hi)
    }
}

impl fmt::Display for IntSet<'_> {
    /// Writes `{}`, `1..5` or `{1,2,7}`. FlatZinc text has no short syntax for more than ten thousand values in several
    /// ranges; these are written as `1..9000000 union 9000005..9000005`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ranges.len() == 1 || self.len() > 10_000 {
            for (i, (lo, hi)) in self.ranges.iter().enumerate() {
                write!(f, "{}{lo}..{hi}", if i == 0 { "" } else { " union " })?;
            }
            return Ok(());
        }
        write!(f, "{{")?;
        for (i, value) in self.values().enumerate() {
            write!(f, "{}{value}", if i == 0 { "" } else { "," })?;
        }
        write!(f, "}}")
    }
}

/// A set of floating-point numbers: ascending ranges, bounds inclusive. A single number is also a range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FloatSet<'a> {
    pub(super) ranges: &'a [(f64, f64)],
}

impl<'a> FloatSet<'a> {
    /// The ranges, ascending, bounds inclusive.
    pub fn ranges(self) -> &'a [(f64, f64)] {
        self.ranges
    }
}

impl fmt::Display for FloatSet<'_> {
    /// Writes `{}`, `0.5..1.5` or `{0.5,1.5}`. FlatZinc text has no syntax for several float ranges; these are
    /// written as `{0.5..1.5,3.0}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [(lo, hi)] = self.ranges {
            return write!(f, "{lo:?}..{hi:?}");
        }
        write!(f, "{{")?;
        for (i, (lo, hi)) in self.ranges.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            if lo == hi {
                write!(f, "{comma}{lo:?}")?;
            } else {
                write!(f, "{comma}{lo:?}..{hi:?}")?;
            }
        }
        write!(f, "}}")
    }
}

/// Normalises integer ranges as [`IntSet`] requires.
pub(crate) fn normalise_ints(ranges: &mut Vec<(i64, i64)>) {
    normalise(ranges, Ord::cmp, |last, next| next <= last.saturating_add(1));
}

/// Normalises float ranges as [`FloatSet`] requires.
pub(crate) fn normalise_floats(ranges: &mut Vec<(f64, f64)>) {
    normalise(ranges, f64::total_cmp, |last, next| next <= last);
}

/// Sorts ranges and merges those that touch.
fn normalise<T: Copy + PartialOrd>(ranges: &mut Vec<(T, T)>, order: fn(&T, &T) -> Ordering, touch: fn(T, T) -> bool) {
    ranges.retain(|r| r.0 <= r.1);
    if !ranges.is_sorted() {
        ranges.sort_unstable_by(|a, b| order(&a.0, &b.0).then(order(&a.1, &b.1)));
    }
    ranges.dedup_by(|next, last| {
        let is_joined = touch(last.1, next.0);
        if is_joined && last.1 < next.1 {
            last.1 = next.1;
        }
        is_joined
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normalised(ranges: &[(i64, i64)]) -> Vec<(i64, i64)> {
        let mut ranges = ranges.to_vec();
        normalise_ints(&mut ranges);
        ranges
    }

    #[test]
    fn ranges_are_sorted_merged_and_not_empty() {
        assert_eq!(normalised(&[(5, 1)]), []);
        assert_eq!(normalised(&[(3, 3), (1, 1), (2, 2), (1, 1)]), [(1, 3)]);
        assert_eq!(normalised(&[(1, 10), (2, 3), (12, 12)]), [(1, 10), (12, 12)]);
        assert_eq!(
            normalised(&[(i64::MIN, i64::MIN), (i64::MAX, i64::MAX)]),
            [(i64::MIN, i64::MIN), (i64::MAX, i64::MAX)]
        );
        assert_eq!(normalised(&[(i64::MAX, i64::MAX), (i64::MIN, i64::MAX)]), [(i64::MIN, i64::MAX)]);
    }

    #[test]
    fn questions_about_a_set() {
        let set = IntSet { ranges: &[(-3, -1), (4, 4)] };
        assert_eq!((set.len(), set.min(), set.max()), (4, Some(-3), Some(4)));
        let inside: Vec<i64> = (-5..6).filter(|&v| set.contains(v)).collect();
        assert_eq!(inside, [-3, -2, -1, 4]);
        assert_eq!(set.to_string(), "{-3,-2,-1,4}");
        assert_eq!(IntSet { ranges: &[(-2, 7)] }.to_string(), "-2..7");
        assert_eq!(IntSet { ranges: &[] }.to_string(), "{}");
        assert_eq!(IntSet { ranges: &[(i64::MIN, i64::MAX)] }.len(), 1 << 64);
    }

    #[test]
    fn floats() {
        let mut ranges = vec![(2.0, 1.0), (0.5, 0.5), (0.0, 1.0), (3.0, 3.0)];
        normalise_floats(&mut ranges);
        assert_eq!(FloatSet { ranges: &ranges }.to_string(), "{0.0..1.0,3.0}");
    }
}
