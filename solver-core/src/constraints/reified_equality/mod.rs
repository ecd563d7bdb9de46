//! Reified equality of two views: `b <-> x = y`, and `b -> x = y`.
//!
//! | level | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | bounds | `b = 1` where the bounds do not meet, `b = 0` where both are fixed to one value; what `x = y` removes from the bounds, and `x != y` once a side is fixed | bounds; `b` | constant, but for bounds that skip holes in turn |
//!
//! `b <-> x != y` is the same with `1 - b`.

#[cfg(test)]
mod tests;

use super::reified::Form;
use crate::prelude_propagator::*;

/// The truth of an equality of two views. See the [module page](self).
///
/// ```
/// use solver_core::{ValueSet, constraints::{Form, ReifiedEquality}, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1), ValueSet::range(0, 3), ValueSet::range(5, 9)]);
/// let (truth, x, y) = (b.view(0), b.view(1), b.view(2));
/// b.post(Box::new(ReifiedEquality::new(truth, x, y, Form::Reified)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!(e.values(truth), [0]);
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ReifiedEquality {
    truth: View,
    x: View,
    y: View,
    form: Form,
}

static APART: Rule = Rule {
    name: "reified_equality.apart",
    text: "{premises}, so by {constraint} {fact}",
    justification: Justification::UnitPropagation,
};

static SAME: Rule = Rule {
    name: "reified_equality.same",
    text: "{premises}, so by {constraint} {fact}",
    justification: Justification::UnitPropagation,
};

/// Hints: what was inferred.
const X_IS_BELOW: u32 = 0;
const Y_IS_BELOW: u32 = 1;
const IS_SAME: u32 = 2;
const EQUAL: u32 = 3;
const DIFFER: u32 = 4;
const NEVER: u32 = 5;

impl ReifiedEquality {
    /// `truth`, a view that is 0 or 1, is 1 only if `x = y`; for [`Form::Reified`], 0 only if not.
    pub fn new(truth: View, x: View, y: View, form: Form) -> ReifiedEquality {
        ReifiedEquality { truth, x, y, form }
    }

    /// Whether the sides are `x + c` and `x + d`: their bounds would chase each other through the whole domain.
    fn is_absurd(&self) -> bool {
        let (x, y) = (self.x, self.y);
        x.var() == y.var() && x.is_negated() == y.is_negated() && x.offset() != y.offset()
    }

    /// `x = y`, by bounds.
    fn equal(&self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        loop {
            let ((a, b), (c, d)) = (cx.bounds(self.x), cx.bounds(self.y));
            let (low, high) = (a.max(c), b.min(d));
            for view in [self.x, self.y] {
                cx.at_least(view, low, || Lazy(EQUAL))?;
                cx.at_most(view, high, || Lazy(EQUAL))?;
            }
            if cx.bounds(self.x) == (low, high) && cx.bounds(self.y) == (low, high) {
                return Ok(if low == high { Status::Entailed } else { Status::Stable });
            }
            // A bound went on over a hole.
            cx.work(1)?;
        }
    }

    /// `x != y`, once a side is fixed.
    fn differ(&self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        if let Some(v) = cx.fixed(self.x) {
            cx.remove(self.y, v, || Lazy(DIFFER))?;
        } else if let Some(v) = cx.fixed(self.y) {
            cx.remove(self.x, v, || Lazy(DIFFER))?;
        } else {
            return Ok(Status::Stable);
        }
        Ok(Status::Entailed)
    }

    /// The truth value, if it follows.
    fn decide(&self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let ((a, b), (c, d)) = (cx.bounds(self.x), cx.bounds(self.y));
        if b < c {
            cx.fix(self.truth, 0, || Lazy(X_IS_BELOW))?;
        } else if d < a {
            cx.fix(self.truth, 0, || Lazy(Y_IS_BELOW))?;
        } else if a != b || c != d {
            return Ok(Status::Stable);
        } else if self.form == Form::Reified {
            cx.fix(self.truth, 1, || Lazy(IS_SAME))?;
        }
        Ok(Status::Entailed)
    }

    fn apart(low: (View, i32), high: View, why: &mut Premises) {
        why.extend([Atom::at_most(low.0, low.1), Atom::at_least(high, i64::from(low.1) + 1)]);
    }
}

/// What the other side's bounds say about a fact of one side, if it follows.
fn within(past: &DomainsAt<'_>, fact: Atom, side: View, other: View) -> Option<Atom> {
    let v = fact.bound(side);
    if fact.is_lower_bound(side) {
        (v <= past.min(other).into()).then(|| Atom::at_least(other, v))
    } else {
        (v >= past.max(other).into()).then(|| Atom::at_most(other, v))
    }
}

impl Propagator for ReifiedEquality {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.truth, Wake::Fixed).watch(self.x, Wake::Bounds).watch(self.y, Wake::Bounds);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        if self.is_absurd() {
            cx.fix(self.truth, 0, || Lazy(NEVER))?;
            return Ok(Status::Entailed);
        }
        match cx.fixed(self.truth) {
            None => self.decide(cx),
            Some(1) => self.equal(cx),
            Some(_) if self.form == Form::Reified => self.differ(cx),
            Some(_) => Ok(Status::Entailed),
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        match hint {
            X_IS_BELOW => Self::apart((self.x, past.max(self.x)), self.y, why),
            Y_IS_BELOW => Self::apart((self.y, past.max(self.y)), self.x, why),
            IS_SAME => {
                for view in [self.x, self.y] {
                    why.extend(past.fixed(view).map(|v| Atom::equals(view, v)));
                }
                return &SAME;
            }
            NEVER => {}
            DIFFER => {
                why.extend(past.fixed(self.truth).map(|b| Atom::equals(self.truth, b)));
                let taken = [self.x, self.y].into_iter().find_map(|view| Some(Atom::equals(view, past.fixed(view)?)));
                why.extend(taken);
                return &SAME;
            }
            _ => {
                why.extend(past.fixed(self.truth).map(|b| Atom::equals(self.truth, b)));
                // Where both sides are views of one variable, either may be meant.
                let sides = [(self.x, self.y), (self.y, self.x)];
                let bound = sides.into_iter().filter(|(side, _)| fact.is_some_and(|f| f.var() == side.var()));
                why.extend(bound.filter_map(|(side, other)| within(past, fact?, side, other)).next());
            }
        }
        &APART
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let (x, y) = (self.x, self.y);
        let is_apart = self.is_absurd() || case.max(x) < case.min(y) || case.max(y) < case.min(x);
        let is_same = case.fixed(x).is_some_and(|v| case.fixed(y) == Some(v));
        let impossible = |b: i32| match b {
            1 => rule == &APART && is_apart,
            0 => self.form == Form::Reified && rule == &SAME && is_same,
            _ => true,
        };
        case.values(self.truth).iter().all(impossible)
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(*self)
    }
}
