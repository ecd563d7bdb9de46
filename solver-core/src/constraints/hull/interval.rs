//! Non-empty intervals of integers.

/// The integers `low..=high`. Numbers stay within ±2⁶¹, so sums and negations fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interval {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

/// A number larger than the product of any two view values.
pub(crate) const FAR: i64 = 1 << 61;

impl Interval {
    /// The interval `low..=high`; `None` if it is empty.
    #[inline]
    pub(crate) fn new(low: i64, high: i64) -> Option<Interval> {
        (low <= high).then_some(Interval { low, high })
    }

    #[inline]
    pub(crate) fn from_bounds((low, high): (i32, i32)) -> Interval {
        Interval { low: low.into(), high: high.into() }
    }

    #[inline]
    pub(crate) fn point(v: i64) -> Interval {
        Interval { low: v, high: v }
    }

    /// The intersection with `low..=high`.
    #[inline]
    pub(crate) fn within(self, low: i64, high: i64) -> Option<Interval> {
        Interval::new(self.low.max(low), self.high.min(high))
    }

    #[inline]
    pub(crate) fn contains(self, v: i64) -> bool {
        self.low <= v && v <= self.high
    }

    #[inline]
    pub(crate) fn is_fixed(self) -> bool {
        self.low == self.high
    }

    /// The smallest interval that contains both intervals.
    #[inline]
    pub(crate) fn join(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The interval times a sign: negated for -1, unchanged for 1.
    #[inline]
    pub(crate) fn times_sign(self, sign: i64) -> Interval {
        if sign < 0 { Interval { low: -self.high, high: -self.low } } else { self }
    }

    /// The magnitudes of the members with this sign, restricted to magnitudes of at least `least`.
    #[inline]
    pub(crate) fn magnitudes(self, sign: i64, least: i64) -> Option<Interval> {
        self.times_sign(sign).within(least, FAR)
    }
}

/// The quotient of two non-negative numbers, rounded up.
#[inline]
pub(crate) fn ceil_div(a: i64, b: i64) -> i64 {
    a / b + i64::from(a % b != 0)
}
