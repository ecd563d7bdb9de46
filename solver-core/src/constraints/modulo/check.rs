//! The checker of `x mod y = z`: looks for a quotient or a divisor by bisection.

use crate::constraints::hull::least;

/// Checks whether the remainder of x by y is outside the interval of z for all x and y in their intervals.
pub(super) fn no_remainder(x: (i64, i64), y: (i64, i64), z: (i64, i64)) -> bool {
    let mirrored = |(low, high): (i64, i64)| (-high, -low);
    [(x, z), (mirrored(x), mirrored(z))]
        .into_iter()
        .all(|(x, z)| [y, mirrored(y)].into_iter().all(|y| no_magnitude(x, y, z)))
}

/// Like [`no_remainder`], for the parts `x >= 0`, `y >= 1` and `z >= 0`.
fn no_magnitude(x: (i64, i64), y: (i64, i64), z: (i64, i64)) -> bool {
    let (x, z) = ((x.0.max(0), x.1), (z.0.max(0), z.1.min(y.1 - 1)));
    let y = (y.0.max(1).max(z.0 + 1), y.1);
    if x.0 > x.1 || y.0 > y.1 || z.0 > z.1 {
        return true;
    }
    let (fewest, most) = (x.0 / y.1, x.1 / y.0);
    if y.0 == y.1 {
        // It suffices to test the first multiple from which x can be reached.
        return least(0, most, |q| q * y.0 + z.1 >= x.0).is_none_or(|q| q * y.0 + z.0 > x.1);
    }
    least(y.0, y.1, |y| most * y + z.1 >= x.0).is_none_or(|y| fewest * y + z.0 > x.1)
}
