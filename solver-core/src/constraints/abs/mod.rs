//! Absolute value: `|x| = y`.
//!
//! | level | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`abs_bounds`] | every bound without a support among the integers | bounds | constant per pass |
//! | [`AbsDomain`] | every value without support | any removal | the same, plus one test per value |
//!
//! Bounds splits the domain of x at 0 and treats the two parts separately, as all interval functions do (see `hull`).
//! Domain then tests each value: v of x needs |v| in y; w of y needs w or -w in x. Values are tested only while each of
//! the two domains has at most 65,536 values; for larger domains, only the bounds are propagated.
//!
//! At Domain, the reason for a removal is that the value's one or two supports are absent.

mod check;
mod model;
#[cfg(test)]
mod tests;

use super::hull::{Cuboid, Function, Hull, Interval};
use crate::prelude_propagator::*;

static RULE: Rule = Rule::new("abs.bounds", "{premises}, and by {constraint} the distance from 0 must fit, so {fact}");

static VALUE: Rule =
    Rule::new("abs.value", "{premises}, and by {constraint} the distance from 0 needs one of these, so {fact}");

/// Creates the bounds propagator of `|x| = y`. See the [module page](self).
///
/// ```
/// use solver_core::{ValueSet, constraints::abs_bounds, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(-5, 2), ValueSet::range(3, 9)]);
/// let (x, y) = (b.view(0), b.view(1));
/// b.post(abs_bounds(x, y));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!((e.values(x), e.values(y)), (vec![-5, -4, -3], vec![3, 4, 5]));
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
pub fn abs_bounds(x: View, y: View) -> Box<dyn Propagator> {
    Box::new(AbsoluteBounds::new(x, y))
}

/// Bounds consistency by interval contraction (see `hull`). The scope lists `x` once, although the hull receives it
/// twice.
#[derive(Clone, Debug)]
struct AbsoluteBounds {
    x: View,
    y: View,
    hull: Hull<Magnitude>,
}

impl AbsoluteBounds {
    fn new(x: View, y: View) -> AbsoluteBounds {
        AbsoluteBounds { x, y, hull: Hull::new(x, x, y) }
    }

    fn contract(&self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        loop {
            let (x, y) = (Interval::from_bounds(cx.bounds(self.x)), Interval::from_bounds(cx.bounds(self.y)));
            let Some([low_x, _, low_y]) = Magnitude::contract(&[x, x, y]) else { return self.hull.fail(cx) };
            if (low_x, low_y) == (x, y) {
                return Ok(if x.is_fixed() { Status::Entailed } else { Status::Stable });
            }
            cx.work(2)?;
            // Contraction never widens a side of the box, so each side lies within `i32`.
            cx.within(self.x, (low_x.low as i32, low_x.high as i32), |_| Lazy(X))?;
            cx.within(self.y, (low_y.low as i32, low_y.high as i32), |_| Lazy(Y))?;
        }
    }
}

/// Positions in the hull.
const X: u32 = 0;
const Y: u32 = 2;

impl Propagator for AbsoluteBounds {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.x, Wake::Bounds).watch(self.y, Wake::Bounds).priority(1).idempotent();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        self.contract(cx)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        self.hull.explain(past, fact, hint, why)
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        self.hull.check(rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        self.hull.refuted(cx, why)
    }
}

/// The absolute value of `x`, whose view occupies the first two positions.
#[derive(Debug)]
struct Magnitude;

impl Function for Magnitude {
    const RULE: &'static Rule = &RULE;

    fn contract(&[x, also_x, y]: &Cuboid) -> Option<Cuboid> {
        let x = x.within(also_x.low, also_x.high)?;
        let y = y.magnitudes(1, 0)?;
        let part = |sign: i64| x.magnitudes(sign, 0)?.within(y.low, y.high);
        match (part(1), part(-1)) {
            (Some(up), Some(down)) => Some([up.join(down.times_sign(-1)), up.join(down.times_sign(-1)), up.join(down)]),
            (Some(up), None) => Some([up; 3]),
            (None, Some(down)) => Some([down.times_sign(-1), down.times_sign(-1), down]),
            (None, None) => None,
        }
    }

    fn refutes(x: (i64, i64), also_x: (i64, i64), y: (i64, i64)) -> bool {
        check::no_magnitude((x.0.max(also_x.0), x.1.min(also_x.1)), y)
    }
}

/// `|x| = y`, domain consistent. See the [module page](self).
///
/// ```
/// use solver_core::{ValueSet, constraints::AbsDomain, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(-5, 2), ValueSet::from([1, 4, 5, 7])]);
/// let (x, y) = (b.view(0), b.view(1));
/// b.post(Box::new(AbsDomain::new(x, y)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!((e.values(x), e.values(y)), (vec![-5, -4, -1, 1], vec![1, 4, 5]));
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AbsDomain {
    x: View,
    y: View,
    bounds: AbsoluteBounds,
}

/// Hints that the domain level uses in addition to those of the bounds level.
const X_VALUE: u32 = 8;
const Y_VALUE: u32 = 9;

/// The maximum size of a domain whose values are tested one by one.
const MOST_VALUES: u32 = 65_536;

impl AbsDomain {
    /// Creates the domain propagator of `|x| = y`.
    pub fn new(x: View, y: View) -> AbsDomain {
        AbsDomain { x, y, bounds: AbsoluteBounds::new(x, y) }
    }

    fn prune_values(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let (x, y) = (self.x, self.y);
        if cx.size(x) > MOST_VALUES || cx.size(y) > MOST_VALUES {
            return Ok(());
        }
        cx.work((cx.size(x) + cx.size(y)) as usize)?;
        let mut next = Some(cx.min(x));
        while let Some(v) = next {
            if !cx.contains(y, v.abs()) {
                cx.remove(x, v, || Lazy(X_VALUE))?;
            }
            next = cx.next(x, v + 1);
        }
        let mut next = Some(cx.min(y));
        while let Some(w) = next {
            if !cx.contains(x, w) && !cx.contains(x, -w) {
                cx.remove(y, w, || Lazy(Y_VALUE))?;
            }
            next = cx.next(y, w + 1);
        }
        Ok(())
    }
}

impl Propagator for AbsDomain {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.x, Wake::Domain).watch(self.y, Wake::Domain).priority(2).idempotent();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let mut bounds = (cx.bounds(self.x), cx.bounds(self.y));
        loop {
            let status = self.bounds.contract(cx)?;
            self.prune_values(cx)?;
            let after = (cx.bounds(self.x), cx.bounds(self.y));
            if after == bounds {
                return Ok(status);
            }
            bounds = after;
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let (view, other) = if hint == X_VALUE { (self.x, self.y) } else { (self.y, self.x) };
        match fact.filter(|fact| fact.relation() == Relation::NotEqual) {
            Some(fact) if hint == X_VALUE || hint == Y_VALUE => {
                let v = fact.bound(view) as i32;
                let supports = if hint == X_VALUE { [v.abs(), v.abs()] } else { [v, -v] };
                let distinct = if supports[0] == supports[1] { &supports[..1] } else { &supports[..] };
                why.extend(distinct.iter().map(|&s| Atom::differs(other, s)));
                &VALUE
            }
            _ => self.bounds.explain(past, fact, hint, why),
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if rule == &VALUE { check::no_value(case, self.x, self.y) } else { self.bounds.check(rule, case) }
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        self.bounds.refuted(cx, why)
    }
}
