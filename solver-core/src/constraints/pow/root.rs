//! Powers and integer roots.

use crate::constraints::hull::FAR;

/// Returns `base ^ exponent` for a base of at least 1, clamped to a number larger than the product of any two view
/// values.
pub(super) fn power(base: i64, exponent: i64) -> i64 {
    let mut power: i64 = 1;
    for _ in 0..exponent {
        power = power.saturating_mul(base);
        if power >= FAR {
            return FAR;
        }
    }
    power
}

/// Returns the largest `r` with `r ^ exponent <= n`, for `n` at least 1.
pub(super) fn floor(n: i64, exponent: i64) -> i64 {
    match exponent {
        1 => n,
        2 => n.isqrt(),
        _ => {
            // The estimate differs from the root by at most 1, because `n` is far below 2⁵³.
            let mut root = (n as f64).powf(1.0 / exponent as f64).round() as i64;
            while power(root, exponent) > n {
                root -= 1;
            }
            while power(root + 1, exponent) <= n {
                root += 1;
            }
            root
        }
    }
}

/// Returns the smallest `r` with `r ^ exponent >= n`, for `n` at least 1.
pub(super) fn ceil(n: i64, exponent: i64) -> i64 {
    let root = floor(n, exponent);
    root + i64::from(power(root, exponent) < n)
}
