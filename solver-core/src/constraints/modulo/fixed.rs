//! The remainder by a fixed divisor. Every remaining bound has a support.

use crate::constraints::hull::Interval;

/// Returns the interval of the non-negative values of `x` whose remainder by `divisor` is in `z`, and the interval of
/// these remainders. `z` must lie below the divisor.
pub(super) fn contract(x: Interval, divisor: i64, z: Interval) -> Option<(Interval, Interval)> {
    let remainder = x.low % divisor;
    let first =
        if remainder <= z.high { x.low + (z.low - remainder).max(0) } else { x.low - remainder + divisor + z.low };
    let remainder = x.high % divisor;
    let last =
        if remainder >= z.low { x.high - (remainder - z.high).max(0) } else { x.high - remainder - divisor + z.high };
    let x = Interval::new(first, last)?;
    if first / divisor == last / divisor {
        return Some((x, Interval::new(first % divisor, last % divisor)?));
    }
    // All remainders up to that of `last` occur with the quotient of `last`, and all from that of `first` on with the
    // quotient of `first`. So both bounds of `z` have a support.
    Some((x, z))
}
