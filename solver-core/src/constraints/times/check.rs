//! The checker of `x * y = z`: it multiplies and never divides.

use crate::constraints::hull::least;

/// Checks whether the product of x and y is outside the interval of z for all x and y in their intervals. Tests each
/// combination of signs of x and y separately, once for integer x and real y and once for real x and integer y.
pub(super) fn no_product(x: (i64, i64), y: (i64, i64), z: (i64, i64)) -> bool {
    [1, -1, 0].into_iter().all(|sx| {
        [1, -1, 0].into_iter().all(|sy| {
            let (Some(x), Some(y)) = (part(x, sx), part(y, sy)) else { return true };
            let z = if sx * sy < 0 { (-z.1, -z.0) } else { z };
            no_positive(x, y, z) || no_positive(y, x, z)
        })
    })
}

/// Checks whether `x * y` with integer x and real y, both non-negative, is never within z.
fn no_positive(x: (i64, i64), y: (i64, i64), z: (i64, i64)) -> bool {
    // The first `x` that reaches `z` has the smallest products.
    least(x.0, x.1, |x| x * y.1 >= z.0).is_none_or(|x| x * y.0 > z.1)
}

/// Checks whether no integer in the first interval has its square in the second.
pub(super) fn no_square(x: (i64, i64), z: (i64, i64)) -> bool {
    [1, -1, 0].into_iter().all(|sign| {
        part(x, sign).is_none_or(|(low, high)| least(low, high, |x| x * x >= z.0).is_none_or(|x| x * x > z.1))
    })
}

/// The magnitudes of the members with this sign.
fn part((low, high): (i64, i64), sign: i64) -> Option<(i64, i64)> {
    let (low, high) = match sign {
        1 => (low.max(1), high),
        -1 => ((-high).max(1), -low),
        _ => (low.max(0), high.min(0)),
    };
    (low <= high).then_some((low, high))
}
