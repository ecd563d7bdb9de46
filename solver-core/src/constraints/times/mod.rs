//! Product: `x * y = z`.
//!
//! | level | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`times`] | bounds without support among the reals, with the signs of x and y treated separately | bounds | constant per pass, until nothing changes |
//! | [`times`] of one view twice, `x * x = z` | bounds that no integer supports | bounds | constant |
//!
//! Uses interval multiplication and division on up to four quadrants (K. Apt and P. Zoeteweij, *An Analysis of
//! Arithmetic Constraints on Integer Intervals*, Constraints 2007, the rules of section 5.4), with quotients rounded
//! inwards. Zero is a separate part, so dividing by an interval that contains 0 costs no strength. If x or y is fixed,
//! or has only the values 0 and 1, every bound has a support among the integers.
//!
//! A reason consists of the bounds that the inference needs, each as weak as possible (see `hull/explain.rs`).

mod check;
mod model;
mod square;
#[cfg(test)]
mod tests;

use super::hull::{Cuboid, Function, Hull, Interval, ceil_div};
use crate::prelude_propagator::*;
use square::Square;

pub(super) static RULE: Rule =
    Rule::new("times.bounds", "{premises}, and by {constraint} the product must fit, so {fact}");

/// Creates the propagator of `x * y = z`, or of `x * x = z` if both views are equal. See the [module page](self).
///
/// ```
/// use solver_core::{ValueSet, constraints::times, engine::EngineBuilder};
/// let domains = [(-3, 5), (2, 7), (20, 99)].map(|(low, high)| ValueSet::range(low, high));
/// let mut b = EngineBuilder::new(domains.to_vec());
/// let (x, y, z) = (b.view(0), b.view(1), b.view(2));
/// b.post(times(x, y, z));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!([x, y, z].map(|v| (e.min(v), e.max(v))), [(3, 5), (4, 7), (20, 35)]);
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
pub fn times(x: View, y: View, z: View) -> Box<dyn Propagator> {
    if x == y { Box::new(Hull::<Square>::new(x, x, z)) } else { Box::new(Hull::<Product>::new(x, y, z)) }
}

/// The product of two different views.
#[derive(Debug)]
struct Product;

impl Function for Product {
    const RULE: &'static Rule = &RULE;

    /// Adds the convex hull of the product over the box (G. McCormick, *Computability of global solutions to factorable
    /// nonconvex programs: part I*, Mathematical Programming 10, 1976). It is exact if a factor is 0 or 1.
    fn linear_rows(&[x, y, z]: &[View; 3], rows: &mut LinearRows) {
        let ((x_low, x_high), (y_low, y_high)) = (rows.bounds(x), rows.bounds(y));
        for (a, b, is_below) in
            [(x_low, y_low, true), (x_high, y_high, true), (x_high, y_low, false), (x_low, y_high, false)]
        {
            // z - a·y - b·x >= -a·b, or <=.
            let (a, b) = (i64::from(a), i64::from(b));
            let (low, high) = if is_below { (Some(-a * b), None) } else { (None, Some(-a * b)) };
            rows.add([(1, z), (-a, y), (-b, x)].map(|(factor, view)| (factor, Summand::Value(view))), low, high);
        }
    }

    fn contract(cuboid: &Cuboid) -> Option<Cuboid> {
        let &[x, y, z] = cuboid;
        if is_truth(x) {
            return contract_gated(x, y, z);
        }
        if is_truth(y) {
            return contract_gated(y, x, z).map(|[y, x, z]| [x, y, z]);
        }
        if x.low > 0 && y.low > 0 {
            return contract_positive(x, y, z.magnitudes(1, 1)?);
        }
        let mut left: Option<Cuboid> = None;
        let mut add = |part: Cuboid| left = Some(left.map_or(part, |l| [0, 1, 2].map(|k| l[k].join(part[k]))));
        for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let parts = (x.magnitudes(sx, 1), y.magnitudes(sy, 1), z.magnitudes(sx * sy, 1));
            if let (Some(x), Some(y), Some(z)) = parts
                && let Some([x, y, z]) = contract_positive(x, y, z)
            {
                add([x.times_sign(sx), y.times_sign(sy), z.times_sign(sx * sy)]);
            }
        }
        let zero = Interval::point(0);
        if z.contains(0) {
            if x.contains(0) {
                add([zero, y, zero]);
            }
            if y.contains(0) {
                add([x, zero, zero]);
            }
        }
        left
    }

    fn is_entailed([x, y, z]: &Cuboid) -> bool {
        let zero = Interval::point(0);
        z.is_fixed() && ((x.is_fixed() && y.is_fixed()) || *x == zero || *y == zero)
    }

    fn refutes(x: (i64, i64), y: (i64, i64), z: (i64, i64)) -> bool {
        check::no_product(x, y, z)
    }
}

/// Checks whether an interval contains only 0 and 1.
fn is_truth(side: Interval) -> bool {
    side.low >= 0 && side.high <= 1
}

/// Contracts the box without a division if the first factor is 0 or 1; z is then 0 or equal to the other factor. Models
/// use such products to make a term conditional.
fn contract_gated(truth: Interval, x: Interval, z: Interval) -> Option<Cuboid> {
    let off = (truth.low == 0 && z.contains(0)).then_some([Interval::point(0), x, Interval::point(0)]);
    let both = x.within(z.low, z.high).filter(|_| truth.high == 1);
    let on = both.map(|both| [Interval::point(1), both, both]);
    match (off, on) {
        (Some(off), Some(on)) => Some([0, 1, 2].map(|k| off[k].join(on[k]))),
        _ => off.or(on),
    }
}

/// Contracts the part of the box where all three are positive. Divides only if a bound moves.
fn contract_positive(x: Interval, y: Interval, z: Interval) -> Option<Cuboid> {
    let factor = |own: Interval, other: Interval| {
        let low = if own.low * other.high < z.low { ceil_div(z.low, other.high) } else { own.low };
        let high = if own.high * other.low > z.high { z.high / other.low } else { own.high };
        Interval::new(low, high)
    };
    Some([factor(x, y)?, factor(y, x)?, z.within(x.low * y.low, x.high * y.high)?])
}
