//! The checker of `x ^ y = z`: tries each exponent, bisecting over the bases.

use crate::constraints::hull::least;

/// Checks whether `x ^ y` is outside the interval of z for all x and y in their intervals.
pub(super) fn no_power(x: (i64, i64), y: (i64, i64), z: (i64, i64)) -> bool {
    let (reaches, exponent, base) =
        (|v: i64| z.0 <= v && v <= z.1, |v: i64| y.0 <= v && v <= y.1, |v: i64| x.0 <= v && v <= x.1);
    let (even, odd) = (exponent(y.0 + y.0.rem_euclid(2)), exponent(y.0 + 1 - y.0.rem_euclid(2)));
    let small = (exponent(0) && reaches(1))
        || (base(0) && y.1 > 0 && reaches(0))
        || (base(1) && reaches(1))
        || (base(-1) && (even && reaches(1) || odd && reaches(-1)))
        || ((x.1 > 1 || x.0 < -1) && y.0 < 0 && reaches(0));
    // |x| > 1: for exponents of 31 and more, no power is the value of a view.
    let large = |y: i64| {
        let negated = if y % 2 == 0 { z } else { (-z.1, -z.0) };
        some_base((x.0.max(2), x.1), y, z) || some_base(((-x.1).max(2), -x.0), y, negated)
    };
    !(small || (y.0.max(1)..=y.1.min(62)).any(large))
}

/// Checks whether some base of 2 or more, raised to this exponent, lies within the bounds.
fn some_base(x: (i64, i64), exponent: i64, z: (i64, i64)) -> bool {
    let power = |x: i64| (0..exponent).fold(1i64, |power, _| power.saturating_mul(x));
    least(x.0, x.1, |x| power(x) >= z.0).is_some_and(|x| power(x) <= z.1)
}
