//! Bisection for the checkers of the arithmetic functions: finds where a monotone condition becomes true.

/// Returns the smallest member of `low..=high` that satisfies a monotone condition: once true, it stays true for all
/// larger numbers.
pub(crate) fn least(low: i64, high: i64, condition: impl Fn(i64) -> bool) -> Option<i64> {
    let (mut from, mut to) = (low, high.checked_add(1)?);
    while from < to {
        let middle = from + (to - from) / 2;
        if condition(middle) { to = middle } else { from = middle + 1 }
    }
    (from <= high).then_some(from)
}
