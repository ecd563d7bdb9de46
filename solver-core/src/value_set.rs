//! Sets of values in a model: sorted, disjoint ranges.
//!
//! A model may contain `0..=1_000_000_000` as well as `{1, 3, 5}`, so sets consist of ranges rather than bits; the
//! engine chooses its own layout when the model is compiled (see [`domain`](crate::domain)).

use smallvec::SmallVec;

/// A finite set of `i32` values.
///
/// ```
/// use solver_core::ValueSet;
/// let s = ValueSet::from_values([7, 1, 2, 3]);
/// assert_eq!(s.ranges(), &[(1, 3), (7, 7)]);
/// assert_eq!(s.len(), 4);
/// assert!(s.contains(7) && !s.contains(5));
/// ```
#[doc(alias("domain", "IntSet", "range"))]
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ValueSet {
    ranges: SmallVec<[(i32, i32); 2]>,
}

impl ValueSet {
    /// The values from `low` to `high`, both included; empty when `low > high`.
    pub fn range(low: i32, high: i32) -> ValueSet {
        let mut ranges = SmallVec::new();
        if low <= high {
            ranges.push((low, high));
        }
        ValueSet { ranges }
    }

    /// The set of the given values, which may be in any order and contain duplicates.
    pub fn from_values(values: impl IntoIterator<Item = i32>) -> ValueSet {
        ValueSet::from_ranges(values.into_iter().map(|v| (v, v)))
    }

    /// The union of the given ranges (bounds included), which may be in any order; empty ranges are skipped.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (i32, i32)>) -> ValueSet {
        let mut all: Vec<(i32, i32)> = ranges.into_iter().filter(|r| r.0 <= r.1).collect();
        all.sort_unstable();
        let mut merged: SmallVec<[(i32, i32); 2]> = SmallVec::new();
        for (low, high) in all {
            match merged.last_mut() {
                Some(last) if i64::from(low) <= i64::from(last.1) + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        ValueSet { ranges: merged }
    }

    /// The union of the sets.
    pub(crate) fn union(sets: impl IntoIterator<Item = ValueSet>) -> ValueSet {
        ValueSet::from_ranges(sets.into_iter().flat_map(|set| set.ranges))
    }

    /// The ranges in ascending order, disjoint and not adjacent.
    pub fn ranges(&self) -> &[(i32, i32)] {
        &self.ranges
    }

    /// The smallest value, if any.
    pub fn min(&self) -> Option<i32> {
        self.ranges.first().map(|r| r.0)
    }

    /// The largest value, if any.
    pub fn max(&self) -> Option<i32> {
        self.ranges.last().map(|r| r.1)
    }

    /// The number of values.
    pub fn len(&self) -> u64 {
        self.ranges.iter().map(|&(l, h)| (i64::from(h) - i64::from(l)) as u64 + 1).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether `v` is in the set.
    pub fn contains(&self, v: i32) -> bool {
        let i = self.ranges.partition_point(|r| r.1 < v);
        self.ranges.get(i).is_some_and(|r| r.0 <= v)
    }

    /// The values in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        self.ranges.iter().flat_map(|&(l, h)| l..=h)
    }

    /// The intersection of both sets.
    #[must_use]
    pub fn intersection(&self, other: &ValueSet) -> ValueSet {
        let (mut i, mut j) = (0, 0);
        let mut ranges = SmallVec::new();
        while let (Some(a), Some(b)) = (self.ranges.get(i), other.ranges.get(j)) {
            let (low, high) = (a.0.max(b.0), a.1.min(b.1));
            if low <= high {
                ranges.push((low, high));
            }
            if a.1 < b.1 { i += 1 } else { j += 1 }
        }
        ValueSet { ranges }
    }

    /// The set difference: values of this set that are not in the other.
    ///
    /// ```
    /// use solver_core::ValueSet;
    /// let left = ValueSet::range(1, 9).minus(&ValueSet::from_values([1, 5, 12]));
    /// assert_eq!(left.ranges(), &[(2, 4), (6, 9)]);
    /// ```
    #[must_use]
    pub fn minus(&self, other: &ValueSet) -> ValueSet {
        ValueSet { ranges: self.ranges.iter().flat_map(|&(low, high)| other.missing(low, high)).collect() }
    }

    /// The maximal ranges within `low..=high` that are not in the set.
    pub(crate) fn missing(&self, low: i32, high: i32) -> impl Iterator<Item = (i32, i32)> + '_ {
        let first = self.ranges.partition_point(|range| range.1 < low);
        let met = self.ranges[first..].iter().take_while(move |range| range.0 <= high);
        // A range that would begin or end outside `i32` is empty.
        let starts = std::iter::once(i64::from(low)).chain(met.clone().map(|range| i64::from(range.1) + 1));
        let ends = met.map(|range| i64::from(range.0) - 1).chain(std::iter::once(i64::from(high)));
        starts.zip(ends).filter(|(start, end)| start <= end).map(|(start, end)| (start as i32, end as i32))
    }

    /// The set without the value `v`.
    #[must_use]
    pub fn without(&self, v: i32) -> ValueSet {
        let below = v.checked_sub(1).map(|h| (i32::MIN, h));
        let above = v.checked_add(1).map(|l| (l, i32::MAX));
        self.intersection(&ValueSet::from_ranges(below.into_iter().chain(above)))
    }
}

impl From<std::ops::RangeInclusive<i32>> for ValueSet {
    fn from(r: std::ops::RangeInclusive<i32>) -> ValueSet {
        ValueSet::range(*r.start(), *r.end())
    }
}

impl From<std::ops::Range<i32>> for ValueSet {
    fn from(r: std::ops::Range<i32>) -> ValueSet {
        match r.end.checked_sub(1) {
            Some(high) => ValueSet::range(r.start, high),
            None => ValueSet::default(),
        }
    }
}

impl FromIterator<i32> for ValueSet {
    fn from_iter<I: IntoIterator<Item = i32>>(values: I) -> ValueSet {
        ValueSet::from_values(values)
    }
}

impl From<&[i32]> for ValueSet {
    fn from(values: &[i32]) -> ValueSet {
        values.iter().copied().collect()
    }
}

impl From<Vec<i32>> for ValueSet {
    fn from(values: Vec<i32>) -> ValueSet {
        values.into_iter().collect()
    }
}

impl<const N: usize> From<[i32; N]> for ValueSet {
    fn from(values: [i32; N]) -> ValueSet {
        ValueSet::from_values(values)
    }
}
