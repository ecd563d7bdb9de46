//! `diffn` (no-overlap in two dimensions): rectangles that do not overlap.
//!
//! A rectangle has an origin and a size along two axes; sizes may be views, and a negative size makes the constraint
//! false. An empty rectangle, with a size of 0, is either unconstrained or forbidden inside another one: see [`Empty`].
//!
//! Two rectangles must be disjoint along one axis. If their compulsory parts overlap along one axis, then one precedes
//! the other along the other axis, and bounds follow from the forbidden region of the other rectangle (Beldiceanu,
//! Carlsson 2001, *Sweep as a generic pruning technique applied to the non-overlapping rectangles constraint*; here
//! only for bounds and pair by pair). A run tests each modified rectangle against all others, at cost `n` each. Wakes
//! on the bounds of origins and the minima of sizes.
//!
//! Pairs are tested until no bound moves. As a result, the bounds of each origin are consistent with each other
//! rectangle separately, at minimum sizes; only negative values of sizes are pruned. Three rectangles that fit pairwise
//! but not together are not detected here; a model that posts `diffn` also gets the implied cumulative constraint along
//! each axis. This is not a standard level of consistency, and tests require only that no solution is lost.
//!
//! | rule | premises |
//! |---|---|
//! | `diffn.pair` | bounds of two rectangles stating that they overlap along one axis, and that one of them cannot come first along the other |
//! | `diffn.negative` | none |

mod check;
mod model;
#[cfg(test)]
mod tests;

use crate::prelude_propagator::*;
use crate::quantity::Quantity;

/// A rectangle: its origin and its size along both axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rectangle {
    /// The smallest coordinates along the axes.
    pub origin: [View; 2],
    /// The lengths along the axes.
    pub size: [Quantity; 2],
}

/// The treatment of empty rectangles, which have a size of 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Empty {
    /// They may not lie inside another rectangle (MiniZinc's `diffn`).
    #[default]
    Blocked,
    /// They are unconstrained (MiniZinc's `diffn_nonstrict`).
    Free,
}

/// See the [module page](self).
///
/// ```
/// use solver_core::constraints::{Diffn, Empty, Rectangle};
/// use solver_core::{ValueSet, engine::EngineBuilder};
/// let sets = [(0, 1), (0, 1), (0, 3), (0, 0)].map(|(a, b)| ValueSet::range(a, b));
/// let mut b = EngineBuilder::new(sets.to_vec());
/// let square = |x, y| Rectangle { origin: [x, y], size: [2.into(), 2.into()] };
/// let (first, second) = (square(b.view(0), b.view(1)), square(b.view(2), b.view(3)));
/// b.post(Box::new(Diffn::new([first, second], Empty::Blocked)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!(e.min(second.origin[0]), 2); // they share a row for certain
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diffn {
    rectangles: Box<[Rectangle]>,
    empty: Empty,
    /// The rectangle to which each position of the scope belongs.
    owners: Box<[u32]>,
    /// The modified rectangles; valid only during a run.
    changed: Vec<u32>,
}

/// While the condition is undecided, pairs are tested only among at most this many rectangles.
const MOST_TRIED: usize = 256;

static PAIR: Rule = Rule::new("diffn.pair", "{premises}, and no two rectangles of {constraint} overlap, so {fact}");

static NEGATIVE: Rule = Rule::new("diffn.negative", "no size of {constraint} is negative, so {fact}");

/// One side of a rectangle: the first and last origin along an axis, and the minimum size.
#[derive(Clone, Copy)]
struct Extent {
    origin: View,
    first: i64,
    last: i64,
    size: i64,
    quantity: Quantity,
}

impl Extent {
    /// Returns whether this rectangle can come before the other.
    fn may_precede(&self, other: &Extent) -> bool {
        self.first + self.size <= other.last
    }

    /// The premises stating that this rectangle cannot come before the other: it ends after the other's last origin.
    fn not_before(&self, other: &Extent) -> [Atom; 2] {
        [Atom::at_least(self.origin, other.last + 1 - self.size), Atom::at_most(other.origin, other.last)]
    }

    fn lasts(&self) -> Option<Atom> {
        self.quantity.at_least(self.size)
    }
}

impl Diffn {
    /// Creates a propagator that ensures that no two of the rectangles overlap.
    pub fn new(rectangles: impl IntoIterator<Item = Rectangle>, empty: Empty) -> Diffn {
        let rectangles: Box<[Rectangle]> = rectangles.into_iter().collect();
        let positions = |r: &Rectangle| 2 + r.size.into_iter().filter_map(Quantity::view).count();
        let owners = (0..).zip(&rectangles).flat_map(|(i, r)| std::iter::repeat_n(i, positions(r))).collect();
        Diffn { rectangles, empty, owners, changed: Vec::new() }
    }

    fn forbid_negative(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        for quantity in self.rectangles.iter().flat_map(|r| r.size) {
            quantity.forbid_negative(cx, &NEGATIVE)?;
        }
        Ok(())
    }

    fn extent(&self, cx: &Context<'_>, i: usize, axis: usize) -> Extent {
        let Rectangle { origin, size } = self.rectangles[i];
        let (first, last) = cx.bounds(origin[axis]);
        let (origin, quantity) = (origin[axis], size[axis]);
        Extent { origin, first: first.into(), last: last.into(), size: quantity.min(cx).into(), quantity }
    }

    /// Returns whether two rectangles certainly overlap along every axis.
    fn must_overlap(&self, cx: &Context<'_>, i: usize, j: usize) -> bool {
        let sides = [0, 1].map(|axis| (self.extent(cx, i, axis), self.extent(cx, j, axis)));
        let is_empty = sides.iter().any(|(a, b)| a.size <= 0 || b.size <= 0);
        let is_free = is_empty && (self.empty == Empty::Free || sides.iter().any(|(a, b)| a.size < 0 || b.size < 0));
        !is_free && sides.iter().all(|(a, b)| !a.may_precede(b) && !b.may_precede(a))
    }

    fn separate(&self, cx: &mut Context<'_>, i: usize, j: usize) -> Result<(), Conflict> {
        for axis in [0, 1] {
            let sides = [self.extent(cx, i, 1 - axis), self.extent(cx, j, 1 - axis)];
            if sides[0].may_precede(&sides[1]) || sides[1].may_precede(&sides[0]) {
                continue;
            }
            for [i, j] in [[i, j], [j, i]] {
                let (a, b) = (self.extent(cx, i, axis), self.extent(cx, j, axis));
                let empty = [a, b, sides[0], sides[1]].iter().any(|e| e.size == 0);
                if a.may_precede(&b) || empty && self.empty == Empty::Free {
                    continue;
                }
                // So `b` comes first.
                let (bound, last) = (b.first + b.size, a.last - b.size);
                if bound > a.first {
                    let why = reason(cx, &sides, &a, &b, a.not_before(&b), Atom::at_least(b.origin, b.first));
                    cx.at_least(a.origin, bound, || PAIR.because(why))?;
                }
                if last < b.last {
                    // If `b` started after `last`, contrary to the inference, a weaker bound would suffice to show that
                    // `a` cannot precede it.
                    let not_before = a.not_before(&b);
                    let why = reason(cx, &sides, &a, &b, not_before, Atom::at_most(a.origin, a.last));
                    cx.at_most(b.origin, last, || PAIR.because(why))?;
                }
            }
        }
        Ok(())
    }
}

/// The premises of an inference: the overlap along the other axis, the order along this one, and the bound that moves.
fn reason(cx: &Context<'_>, sides: &[Extent; 2], a: &Extent, b: &Extent, order: [Atom; 2], moves: Atom) -> Vec<Atom> {
    if !cx.explains() {
        return Vec::new();
    }
    let overlap = sides[0].not_before(&sides[1]).into_iter().chain(sides[1].not_before(&sides[0]));
    let sizes = [a, b, &sides[0], &sides[1]].into_iter().filter_map(Extent::lasts);
    overlap.chain(order).chain([moves]).chain(sizes).collect()
}

impl Propagator for Diffn {
    fn scope(&self, scope: &mut Scope) {
        for rectangle in &self.rectangles {
            scope.watch_all(&rectangle.origin, Wake::Bounds);
            for view in rectangle.size.into_iter().filter_map(Quantity::view) {
                scope.watch(view, Wake::Min);
            }
        }
        scope.priority(5).modified_positions();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        self.forbid_negative(cx)?;
        // This is tested before any pruning, which may fix further views of a pruned variable after this run has read
        // them.
        let fixed = |quantity: Quantity| quantity.min(cx) == quantity.max(cx);
        let is_fixed = |r: &Rectangle| r.origin.iter().all(|&x| cx.fixed(x).is_some()) && r.size.into_iter().all(fixed);
        let decided = self.rectangles.iter().all(is_fixed);
        self.changed.clear();
        self.changed.extend(modified.iter().map(|&position| self.owners[position as usize]));
        self.changed.sort_unstable();
        self.changed.dedup();
        for &i in &self.changed {
            cx.work(4 * self.rectangles.len())?;
            for j in (0..self.rectangles.len()).filter(|&j| j != i as usize) {
                self.separate(cx, i as usize, j)?;
            }
        }
        Ok(if decided { Status::Entailed } else { Status::Again })
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        &PAIR
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(&self.rectangles, self.empty, rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        if self.rectangles.iter().flat_map(|r| r.size).any(Quantity::is_negative) {
            return Some(&NEGATIVE);
        }
        let n = self.rectangles.len().min(MOST_TRIED);
        let (i, j) = (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).find(|&(i, j)| self.must_overlap(cx, i, j))?;
        if cx.explains() {
            for axis in [0, 1] {
                let (a, b) = (self.extent(cx, i, axis), self.extent(cx, j, axis));
                why.extend([a.not_before(&b), b.not_before(&a)].into_iter().flatten());
                why.extend([a, b].iter().filter_map(Extent::lasts));
            }
        }
        Some(&PAIR)
    }
}
