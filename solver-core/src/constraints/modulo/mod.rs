//! `x mod y = z`: the remainder of the division truncated toward 0.
//!
//! | level | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`modulo`] | with y fixed: every bound without a support among the integers; otherwise bounds that `x = q·y + z` excludes for all possible quotients q | bounds | constant per pass, until nothing changes |
//!
//! MiniZinc's semantics: the sign of z is that of x, so `-7 mod 2 = -1` and `7 mod -2 = 1`. `x mod 0` is undefined,
//! which makes the constraint false, so 0 is removed from the bounds of y. All computations use magnitudes, separately
//! in each of the four quadrants.
//!
//! A reason consists of the bounds that the inference needs, each as weak as possible (see `hull/explain.rs`).

mod check;
mod fixed;
mod model;
#[cfg(test)]
mod tests;

use super::hull::{Cuboid, FAR, Function, Hull, Interval, ceil_div};
use crate::prelude_propagator::*;

static RULE: Rule = Rule::new("mod.bounds", "{premises}, and by {constraint} the remainder must fit, so {fact}");

/// Creates the propagator of `x mod y = z`. See the [module page](self).
///
/// ```
/// use solver_core::{ValueSet, constraints::modulo, engine::EngineBuilder};
/// let domains = [(10, 27), (7, 7), (5, 9)].map(|(low, high)| ValueSet::range(low, high));
/// let mut b = EngineBuilder::new(domains.to_vec());
/// let (x, y, z) = (b.view(0), b.view(1), b.view(2));
/// b.post(modulo(x, y, z));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!([x, y, z].map(|v| (e.min(v), e.max(v))), [(12, 27), (7, 7), (5, 6)]);
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
pub fn modulo(x: View, y: View, z: View) -> Box<dyn Propagator> {
    Box::new(Hull::<Remainder>::new(x, y, z))
}

#[derive(Debug)]
struct Remainder;

impl Function for Remainder {
    const RULE: &'static Rule = &RULE;

    fn contract(&[x, y, z]: &Cuboid) -> Option<Cuboid> {
        let mut left: Option<Cuboid> = None;
        for (sx, least) in [(1, 0), (-1, 1)] {
            for sy in [1, -1] {
                let parts = (x.magnitudes(sx, least), y.magnitudes(sy, 1), z.magnitudes(sx, 0));
                if let (Some(x), Some(y), Some(z)) = parts
                    && let Some([x, y, z]) = contract_magnitudes(x, y, z)
                {
                    let part = [x.times_sign(sx), y.times_sign(sy), z.times_sign(sx)];
                    left = Some(left.map_or(part, |l| [0, 1, 2].map(|k| l[k].join(part[k]))));
                }
            }
        }
        left
    }

    fn refutes(x: (i64, i64), y: (i64, i64), z: (i64, i64)) -> bool {
        check::no_remainder(x, y, z)
    }
}

/// Contracts the part of the box where y is positive and x and z are non-negative.
fn contract_magnitudes(x: Interval, y: Interval, z: Interval) -> Option<Cuboid> {
    let y = y.within(z.low + 1, FAR)?;
    let z = z.within(0, y.high - 1)?;
    if y.is_fixed() {
        let (x, z) = fixed::contract(x, y.low, z)?;
        return Some([x, y, z]);
    }
    // x = q·y + z with q within least..=most, and z <= y - 1
    let (least, most) = (x.low / y.high, x.high / y.low);
    let from_remainder = if most > 0 { ceil_div((x.low - z.high).max(0), most) } else { 0 };
    let y_low = from_remainder.max(ceil_div(x.low + 1, most + 1));
    let z_high = (x.high - least * y.low).min((x.high - least) / (least + 1));
    let y_high = (x.high - z.low).checked_div(least).unwrap_or(FAR);
    Some([
        x.within(least * y.low + z.low, most * y.high + z.high)?,
        y.within(y_low, y_high)?,
        z.within(x.low - most * y.high, z_high)?,
    ])
}
