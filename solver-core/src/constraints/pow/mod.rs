//! Power: `x ^ y = z`.
//!
//! | level | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`pow`] | every bound without a support among the integers | bounds | at most 30 exponents with two roots each per pass, until nothing changes |
//!
//! MiniZinc's semantics: `0 ^ 0 = 1`, and a negative exponent means `1 div x ^ -y`, truncated toward 0. So `0 ^ -1` is
//! undefined, which makes the constraint false; powers of ±1 are ±1, and all other powers with negative exponents are
//! 0.
//!
//! With a base of magnitude 2 or more, at most 30 exponents are possible, because no view is larger than 2³⁰. Each
//! exponent is handled separately: roots prune x, powers prune z. The bases 0, 1 and -1 and the exponents up to 0 are
//! separate cases.
//!
//! A reason consists of the bounds that the inference needs, each as weak as possible (see `hull/explain.rs`).

mod check;
mod model;
mod root;
#[cfg(test)]
mod tests;

use super::hull::{Cuboid, FAR, Function, Hull, Interval};
use crate::prelude_propagator::*;

static RULE: Rule = Rule::new("pow.bounds", "{premises}, and by {constraint} the power must fit, so {fact}");

/// Creates the propagator of `x ^ y = z`. See the [module page](self).
///
/// ```
/// use solver_core::{ValueSet, constraints::pow, engine::EngineBuilder};
/// let domains = [(-9, 9), (3, 9), (10, 500)].map(|(low, high)| ValueSet::range(low, high));
/// let mut b = EngineBuilder::new(domains.to_vec());
/// let (x, y, z) = (b.view(0), b.view(1), b.view(2));
/// b.post(pow(x, y, z));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!([x, y, z].map(|v| (e.min(v), e.max(v))), [(-4, 7), (3, 8), (16, 343)]);
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
pub fn pow(x: View, y: View, z: View) -> Box<dyn Propagator> {
    Box::new(Hull::<Power>::new(x, y, z))
}

#[derive(Debug)]
struct Power;

/// The largest exponent for which a base of magnitude 2 or more can have a power that fits into a view.
const LARGEST: i64 = 30;

impl Function for Power {
    const RULE: &'static Rule = &RULE;

    fn contract(&[x, y, z]: &Cuboid) -> Option<Cuboid> {
        let mut left: Option<Cuboid> = None;
        let mut add = |x: Option<Interval>, y: Option<Interval>, z: Option<Interval>| {
            if let (Some(x), Some(y), Some(z)) = (x, y, z) {
                let part = [x, y, z];
                left = Some(left.map_or(part, |l| [0, 1, 2].map(|k| l[k].join(part[k]))));
            }
        };
        let point = |of: Interval, v: i64| of.within(v, v);
        let positive = y.within(1, FAR);
        add(Some(x), point(y, 0), point(z, 1));
        add(point(x, 0), positive, point(z, 0));
        add(point(x, 1), Some(y), point(z, 1));
        add(point(x, -1), of_parity(y, 0), point(z, 1));
        add(point(x, -1), of_parity(y, 1), point(z, -1));
        for sign in [1, -1] {
            let Some(base) = x.magnitudes(sign, 2) else { continue };
            add(Some(base.times_sign(sign)), y.within(-FAR, -1), point(z, 0));
            let Some(exponents) = y.within(1, LARGEST) else { continue };
            for exponent in exponents.low..=exponents.high {
                let sign_of_power = if exponent % 2 == 0 { 1 } else { sign };
                let Some(power) = z.magnitudes(sign_of_power, 1) else { continue };
                let fits = base.within(root::ceil(power.low, exponent), root::floor(power.high, exponent));
                let Some(base) = fits else { continue };
                let power = Interval::new(root::power(base.low, exponent), root::power(base.high, exponent));
                let power = power.map(|power| power.times_sign(sign_of_power));
                add(Some(base.times_sign(sign)), Some(Interval::point(exponent)), power);
            }
        }
        left
    }

    fn refutes(x: (i64, i64), y: (i64, i64), z: (i64, i64)) -> bool {
        check::no_power(x, y, z)
    }
}

/// The interval from the first to the last even (0) or odd (1) member.
fn of_parity(interval: Interval, parity: i64) -> Option<Interval> {
    let off = |v: i64| i64::from(v.rem_euclid(2) != parity);
    Interval::new(interval.low + off(interval.low), interval.high - off(interval.high))
}
