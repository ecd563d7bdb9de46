//! The checkers of `|x| = y`.

use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// Checks whether no integer in the first interval has its absolute value in the second, because `y` is always
/// negative, `x` is too close to 0 or too far from it, or the values of `x` skip the magnitudes that `y` allows.
pub(super) fn no_magnitude((a, b): (i64, i64), (c, d): (i64, i64)) -> bool {
    let touches = |low: i64, high: i64| low <= high && a <= high && low <= b;
    a > b || c > d || !(touches(c.max(0), d) || touches(-d, -(c.max(0))))
}

/// Checks whether no value of x has its absolute value in the domain of y.
pub(super) fn no_value(case: &CheckContext<'_>, x: View, y: View) -> bool {
    let magnitudes = case.values(y).intersection(&ValueSet::range(0, i32::MAX));
    let mirrored = ValueSet::from_ranges(magnitudes.ranges().iter().map(|&(low, high)| (-high, -low)));
    let values = case.values(x);
    values.intersection(&magnitudes).is_empty() && values.intersection(&mirrored).is_empty()
}
