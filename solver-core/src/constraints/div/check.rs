//! The checker of `x div y = z`: uses only forward division, and finds the first x or y by bisection.

use crate::constraints::hull::least;

/// Checks whether no x and y in their intervals have a quotient in the interval of z. Tests each combination of signs
/// of x and y separately, once for integer x and real y and once for real x and integer y.
pub(super) fn no_quotient(x: (i64, i64), y: (i64, i64), z: (i64, i64)) -> bool {
    let mirrored = |(low, high): (i64, i64)| (-high, -low);
    [x, mirrored(x)]
        .into_iter()
        .zip([z, mirrored(z)])
        .all(|(x, z)| [y, mirrored(y)].into_iter().zip([z, mirrored(z)]).all(|(y, z)| no_magnitude(x, y, z)))
}

/// Like [`no_quotient`], for the parts `x >= 0` and `y >= 1`.
fn no_magnitude(x: (i64, i64), y: (i64, i64), z: (i64, i64)) -> bool {
    let (x, y) = ((x.0.max(0), x.1), (y.0.max(1), y.1));
    if x.0 > x.1 || y.0 > y.1 {
        return true;
    }
    // Both the largest and the smallest quotient grow with x, so it suffices to test the first x that reaches z.
    let no_x = least(x.0, x.1, |x| x / y.0 >= z.0).is_none_or(|x| x / y.1 > z.1);
    let no_y = least(y.0, y.1, |y| x.0 / y <= z.1).is_none_or(|y| x.1 / y < z.0);
    no_x || no_y
}
