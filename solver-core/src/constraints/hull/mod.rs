//! Bounds propagation of `f(x, y) = z`, shared by `times`, `div`, `mod` and `pow`.
//!
//! A function defines how to *contract* a box, which consists of intervals for x, y and z: each interval is pruned to
//! what the other two allow. The propagator contracts until nothing changes. A function contracts piecewise: it
//! computes with magnitudes on each part of the box where it is monotone, then joins the parts again. So intervals that
//! contain 0 need no special case, nor do negative operands.
//!
//! An inference is explained by another contraction: the past box, restricted by the negation of the fact, contracts to
//! nothing. Each side is then relaxed as far as possible while the box still contracts to nothing, and the sides that
//! do not reach the root bounds become the premises. So contraction must be *monotone*: a smaller box contracts to a
//! smaller one.

mod bisect;
mod explain;
mod interval;
mod model;

pub(crate) use bisect::least;
pub(crate) use interval::{FAR, Interval, ceil_div};
pub(crate) use model::Binary;

use crate::prelude_propagator::*;
use std::marker::PhantomData;

/// The remaining box of x, y and z.
pub(crate) type Cuboid = [Interval; 3];

/// A binary function, with all that its propagator needs.
pub(crate) trait Function: Send + 'static {
    /// The rule of all inferences.
    const RULE: &'static Rule;

    /// Returns the box without the parts that the function excludes; `None` if nothing is left. Each side is pruned by
    /// the original box.
    fn contract(cuboid: &Cuboid) -> Option<Cuboid>;

    /// Checks whether `f(x, y) = z` for all members of the box.
    fn is_entailed(cuboid: &Cuboid) -> bool {
        cuboid.iter().all(|side| side.is_fixed())
    }

    /// Adds rows for the linear relaxation.
    fn linear_rows(_: &[View; 3], _: &mut LinearRows) {}

    /// Checks whether no member of the box satisfies `f(x, y) = z`. Shares no code with `contract`.
    fn refutes(x: (i64, i64), y: (i64, i64), z: (i64, i64)) -> bool;
}

/// The propagator of `f(x, y) = z`.
#[derive(Debug)]
pub(crate) struct Hull<F> {
    views: [View; 3],
    function: PhantomData<fn() -> F>,
}

/// The hint of a failure; any other hint is the position of the fact's view.
const FAILED: u32 = 3;

impl<F> Clone for Hull<F> {
    fn clone(&self) -> Hull<F> {
        Hull { ..*self }
    }
}

impl<F: Function> Hull<F> {
    pub(crate) fn new(x: View, y: View, z: View) -> Hull<F> {
        Hull { views: [x, y, z], function: PhantomData }
    }

    /// Fails because the box has contracted to nothing.
    pub(crate) fn fail<T>(&self, cx: &mut Context<'_>) -> Result<T, Conflict> {
        cx.fail(|| Lazy(FAILED))
    }

    fn cuboid(&self, cx: &Context<'_>) -> Cuboid {
        let [x, y, z] = self.views;
        [Interval::from_bounds(cx.bounds(x)), Interval::from_bounds(cx.bounds(y)), Interval::from_bounds(cx.bounds(z))]
    }
}

impl<F: Function> Propagator for Hull<F> {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Bounds).priority(1).idempotent();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        loop {
            let before = self.cuboid(cx);
            let Some(after) = F::contract(&before) else { return self.fail(cx) };
            if after == before {
                return Ok(if F::is_entailed(&before) { Status::Entailed } else { Status::Stable });
            }
            cx.work(4)?;
            for position in 0..3 {
                // Contraction never widens a side of the box, so each side lies within `i32`.
                let (view, old, new) = (self.views[position], before[position], after[position]);
                let why = || Lazy(position as u32);
                if new.low > old.low {
                    cx.at_least(view, new.low as i32, why)?;
                }
                if new.high < old.high {
                    cx.at_most(view, new.high as i32, why)?;
                }
            }
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::by_moving_sides::<F>(self.views, past, fact.map(|fact| (hint as usize, fact)), why);
        F::RULE
    }

    fn linear_rows(&self, rows: &mut LinearRows) {
        F::linear_rows(&self.views, rows);
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let bounds = self.views.map(|view| case.bounds(view).map(|(low, high)| (low.into(), high.into())));
        match bounds {
            [Some(x), Some(y), Some(z)] => rule == F::RULE && F::refutes(x, y, z),
            _ => true,
        }
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let cuboid = self.cuboid(cx);
        F::contract(&cuboid).is_none().then(|| {
            explain::refutation::<F>(self.views, cuboid, why);
            F::RULE
        })
    }
}
