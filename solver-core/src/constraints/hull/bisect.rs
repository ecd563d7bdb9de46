//! Bisection, for the checkers of the arithmetic functions: where a monotone condition begins to be true.

/// The least member of `low..=high` for which the condition is true, given that it is true for all after one for which it is.
pub(crate) fn least(low: i64, high: i64, condition: impl Fn(i64) -> bool) -> Option<i64> {
    let (mut from, mut to) = (low, high.checked_add(1)?);
    while from < to {
        let middle = from + (to - from) / 2;
        if condition(middle) { to = middle } else { from = middle + 1 }
    }
    (from <= high).then_some(from)
}
