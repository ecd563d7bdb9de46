//! Reasons from contraction: the sides of the box, relaxed as far as possible.

use super::{Cuboid, Function, Interval};
use crate::prelude_propagator::*;

/// One of the six sides of a box.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side {
    position: usize,
    is_low: bool,
}

impl Side {
    fn bound(self, cuboid: &Cuboid) -> i64 {
        let interval = cuboid[self.position];
        if self.is_low { interval.low } else { interval.high }
    }

    fn moved(self, cuboid: &Cuboid, to: i64) -> Cuboid {
        let mut moved = *cuboid;
        let interval = &mut moved[self.position];
        *(if self.is_low { &mut interval.low } else { &mut interval.high }) = to;
        moved
    }

    fn atom(self, views: [View; 3], bound: i64) -> Atom {
        // The bound lies between the root's bound and the view's past bound, so it fits into an `i32`.
        let (view, bound) = (views[self.position], bound as i32);
        if self.is_low { Atom::at_least(view, bound) } else { Atom::at_most(view, bound) }
    }
}

/// Explains a fact about the view at a position, or a conflict.
pub(super) fn by_moving_sides<F: Function>(
    views: [View; 3],
    past: &DomainsAt<'_>,
    fact: Option<(usize, Atom)>,
    why: &mut Premises,
) {
    let bounds = |past: &DomainsAt<'_>| views.map(|view| Interval::from_bounds((past.min(view), past.max(view))));
    let mut cuboid = bounds(past);
    let negation = fact.map(|(position, fact)| {
        let (is_low, bound) = negated(views[position], fact);
        let side = Side { position, is_low };
        cuboid = side.moved(&cuboid, bound);
        side
    });
    move_sides::<F>(views, cuboid, &bounds(&past.root()), negation, why);
}

/// Adds premises stating that the function cannot hold within a box, for any root domains.
pub(super) fn refutation<F: Function>(views: [View; 3], cuboid: Cuboid, why: &mut Premises) {
    move_sides::<F>(views, cuboid, &[Interval::from_bounds((-View::LIMIT, View::LIMIT)); 3], None, why);
}

/// Relaxes all sides of a box that contracts to nothing, except the `kept` one, while the box still contracts to
/// nothing. Sides that cannot be relaxed to `farthest_out` become premises.
fn move_sides<F: Function>(
    views: [View; 3],
    mut cuboid: Cuboid,
    farthest_out: &Cuboid,
    kept: Option<Side>,
    why: &mut Premises,
) {
    // The sides of the fact's own view come first, because they are rarely needed.
    let first = kept.map_or(0, |side| side.position);
    for position in (0..3).map(|k| (first + k) % 3) {
        for is_low in [true, false] {
            let side = Side { position, is_low };
            if kept != Some(side) {
                let needed = farthest::<F>(side, &cuboid, side.bound(farthest_out));
                cuboid = side.moved(&cuboid, needed);
                if needed != side.bound(farthest_out) {
                    why.push(side.atom(views, needed));
                }
            }
        }
    }
}

/// Returns the outermost bound, no farther out than `root`, with which the box still contracts to nothing.
fn farthest<F: Function>(side: Side, cuboid: &Cuboid, root: i64) -> i64 {
    let (mut good, mut bad) = (side.bound(cuboid), root);
    if good == bad || F::contract(&side.moved(cuboid, bad)).is_none() {
        return root;
    }
    while good.abs_diff(bad) > 1 {
        let middle = good + (bad - good) / 2;
        if F::contract(&side.moved(cuboid, middle)).is_none() {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good
}

/// Returns the side that the negation of a bound moves (`true` for the low side), and that side's new value.
fn negated(view: View, fact: Atom) -> (bool, i64) {
    let v = fact.bound(view);
    if fact.is_lower_bound(view) { (false, v - 1) } else { (true, v + 1) }
}
