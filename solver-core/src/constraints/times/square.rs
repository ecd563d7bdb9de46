//! `x * x = z`: both bounds of x are integer square roots, so every bound has a support among the integers.

use super::check;
use crate::constraints::hull::{Cuboid, Function, Interval};
use crate::prelude_propagator::*;

pub(super) static SQUARE: Rule =
    Rule::new("times.square", "{premises}, and by {constraint} the square must fit, so {fact}");

/// The square of x, whose view occupies the first two positions.
#[derive(Debug)]
pub(super) struct Square;

impl Function for Square {
    const RULE: &'static Rule = &SQUARE;

    fn contract(cuboid: &Cuboid) -> Option<Cuboid> {
        let &[x, also_x, z] = cuboid;
        let x = x.within(also_x.low, also_x.high)?;
        let z = z.magnitudes(1, 0)?;
        let (root_low, root_high) = (ceil_root(z.low), z.high.isqrt());
        let mut left: Option<(Interval, Interval)> = None;
        for sign in [1, -1] {
            let part = x.magnitudes(sign, 0).and_then(|m| m.within(root_low, root_high));
            let Some(m) = part else { continue };
            let Some(square) = z.within(m.low * m.low, m.high * m.high) else { continue };
            let x = m.times_sign(sign);
            left = Some(left.map_or((x, square), |l| (l.0.join(x), l.1.join(square))));
        }
        left.map(|(x, z)| [x, x, z])
    }

    fn refutes(x: (i64, i64), also_x: (i64, i64), z: (i64, i64)) -> bool {
        check::no_square((x.0.max(also_x.0), x.1.min(also_x.1)), z)
    }
}

fn ceil_root(n: i64) -> i64 {
    let root = n.isqrt();
    root + i64::from(root * root < n)
}
