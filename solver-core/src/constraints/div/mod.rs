//! `x div y = z`: the quotient, truncated toward 0.
//!
//! | level | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`div`] | bounds without support among the reals, with the signs of x and y treated separately | bounds | constant per pass, until nothing changes |
//!
//! MiniZinc's semantics: `-7 div 2 = -3`; division by 0 is undefined, which makes the constraint false, so 0 is removed
//! from the bounds of y. In each of the four quadrants, `|z|` is the quotient of the magnitudes rounded down: `z·y <= x
//! < (z + 1)·y` prunes each of the three by the other two (K. Apt and P. Zoeteweij, *An Analysis of Arithmetic
//! Constraints on Integer Intervals*, Constraints 2007). When y is fixed, every bound has a support among the integers.
//!
//! A reason consists of the bounds that the inference needs, each as weak as possible (see `hull/explain.rs`).

mod check;
mod model;
#[cfg(test)]
mod tests;

use super::hull::{Cuboid, FAR, Function, Hull, Interval};
use crate::prelude_propagator::*;

static RULE: Rule = Rule::new("div.bounds", "{premises}, and by {constraint} the quotient must fit, so {fact}");

/// Creates the propagator of `x div y = z`. See the [module page](self).
///
/// ```
/// use solver_core::{ValueSet, constraints::div, engine::EngineBuilder};
/// let domains = [(-9, 9), (2, 3), (-9, -2)].map(|(low, high)| ValueSet::range(low, high));
/// let mut b = EngineBuilder::new(domains.to_vec());
/// let (x, y, z) = (b.view(0), b.view(1), b.view(2));
/// b.post(div(x, y, z));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!([x, y, z].map(|v| (e.min(v), e.max(v))), [(-9, -4), (2, 3), (-4, -2)]);
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
pub fn div(x: View, y: View, z: View) -> Box<dyn Propagator> {
    Box::new(Hull::<Quotient>::new(x, y, z))
}

#[derive(Debug)]
struct Quotient;

impl Function for Quotient {
    const RULE: &'static Rule = &RULE;

    fn contract(&[x, y, z]: &Cuboid) -> Option<Cuboid> {
        let mut left: Option<Cuboid> = None;
        for (sx, least) in [(1, 0), (-1, 1)] {
            for sy in [1, -1] {
                let parts = (x.magnitudes(sx, least), y.magnitudes(sy, 1), z.magnitudes(sx * sy, 0));
                if let (Some(x), Some(y), Some(z)) = parts
                    && let Some([x, y, z]) = contract_magnitudes(x, y, z)
                {
                    let part = [x.times_sign(sx), y.times_sign(sy), z.times_sign(sx * sy)];
                    left = Some(left.map_or(part, |l| [0, 1, 2].map(|k| l[k].join(part[k]))));
                }
            }
        }
        left
    }

    fn is_entailed([x, y, z]: &Cuboid) -> bool {
        let corners = [x.low, x.high].into_iter().flat_map(|x| [y.low, y.high].map(|y| x.checked_div(y)));
        z.is_fixed() && !y.contains(0) && { corners }.all(|quotient| quotient == Some(z.low))
    }

    fn refutes(x: (i64, i64), y: (i64, i64), z: (i64, i64)) -> bool {
        check::no_quotient(x, y, z)
    }
}

/// Contracts the part of the box where y is positive and x and z are non-negative.
fn contract_magnitudes(x: Interval, y: Interval, z: Interval) -> Option<Cuboid> {
    Some([
        x.within(z.low * y.low, (z.high + 1) * y.high - 1)?,
        y.within(x.low / (z.high + 1) + 1, x.high.checked_div(z.low).unwrap_or(FAR))?,
        z.within(x.low / y.high, x.high / y.low)?,
    ])
}
