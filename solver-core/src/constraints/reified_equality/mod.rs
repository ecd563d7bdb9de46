//! Reified equality of two views: `b <-> x = y`, and `b -> x = y`.
//!
//! | level | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | Bounds | `b = 1` if the bounds are disjoint, `b = 0` if both sides are fixed to the same value; what `x = y` removes from the bounds, and what `x != y` removes once a side is fixed | bounds; `b` | constant, except when the bounds alternately skip holes |
//! | Domain | every value without support, for domains that span at most 65,536 values | any removal; `b` | one test of a common value; if it is lost, a search for another one; if `x = y` must hold, a pass over the words of both domains |
//!
//! `b <-> x != y` is the same constraint with `1 - b`.

#[cfg(test)]
mod tests;

use super::meet::{self, Level};
use super::reified::Form;
use crate::prelude_propagator::*;

/// Links a truth value to the equality of two views. See the [module page](self).
///
/// ```
/// use solver_core::{ValueSet, constraints::{Form, ReifiedEquality}, engine::EngineBuilder};
/// let (odd, even) = (ValueSet::from([1, 3, 5]), ValueSet::from([2, 4]));
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1), odd, even]);
/// let (truth, x, y) = (b.view(0), b.view(1), b.view(2));
/// b.post(Box::new(ReifiedEquality::domain(truth, x, y, Form::Reified)));
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
    level: Level,
    /// A hint: a value that both sides contained at the last test.
    residue: i32,
}

static APART: Rule = Rule::new("reified_equality.apart", "{premises}, so by {constraint} {fact}");

static SAME: Rule = Rule::new("reified_equality.same", "{premises}, so by {constraint} {fact}");

/// Hints: the kind of inference.
const IS_APART: u32 = 0;
const IS_SAME: u32 = 1;
const X_FROM_Y: u32 = 2;
const Y_FROM_X: u32 = 3;
const DIFFER: u32 = 4;
const NEVER: u32 = 5;

impl ReifiedEquality {
    /// Creates a propagator that ensures that `truth`, a view that is 0 or 1, is 1 only if `x = y`; for
    /// [`Form::Reified`], it is 0 only if `x != y`. Considers only the bounds of the sides.
    pub fn bounds(truth: View, x: View, y: View, form: Form) -> ReifiedEquality {
        ReifiedEquality { truth, x, y, form, level: Level::Bounds, residue: 0 }
    }

    /// Like [`bounds`](Self::bounds), but considers all values of the sides.
    pub fn domain(truth: View, x: View, y: View, form: Form) -> ReifiedEquality {
        ReifiedEquality { level: Level::Domain, ..ReifiedEquality::bounds(truth, x, y, form) }
    }

    /// Checks whether the sides are `x + c` and `x + d` with `c != d`. If so, their bounds would chase each other
    /// through the entire domain.
    fn is_absurd(&self) -> bool {
        let (x, y) = (self.x, self.y);
        x.var() == y.var() && x.is_negated() == y.is_negated() && x.offset() != y.offset()
    }

    /// Enforces `x != y` once a side is fixed.
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

    /// Fixes the truth value if the domains of the sides decide it.
    fn decide(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        match meet::common(cx, self.level, self.x, self.y, self.residue) {
            None => cx.fix(self.truth, 0, || Lazy(IS_APART))?,
            Some(v) => {
                self.residue = v;
                if cx.fixed(self.x).is_none() || cx.fixed(self.y).is_none() {
                    return Ok(Status::Stable);
                }
                if self.form == Form::Reified {
                    cx.fix(self.truth, 1, || Lazy(IS_SAME))?;
                }
            }
        }
        Ok(Status::Entailed)
    }
}

impl Propagator for ReifiedEquality {
    fn scope(&self, scope: &mut Scope) {
        let wake = self.level.wake();
        scope.watch(self.truth, Wake::Fixed).watch(self.x, wake).watch(self.y, wake);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        if self.is_absurd() {
            cx.fix(self.truth, 0, || Lazy(NEVER))?;
            return Ok(Status::Entailed);
        }
        match cx.fixed(self.truth) {
            None => self.decide(cx),
            Some(1) => meet::equate(cx, self.level, (self.x, self.y), [X_FROM_Y, Y_FROM_X]),
            Some(_) if self.form == Form::Reified => self.differ(cx),
            Some(_) => Ok(Status::Entailed),
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        match hint {
            IS_APART => meet::disjoint(past, self.x, self.y, why),
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
                let (to, from) = if hint == X_FROM_Y { (self.x, self.y) } else { (self.y, self.x) };
                why.extend(past.fixed(self.truth).map(|b| Atom::equals(self.truth, b)));
                why.extend(fact.map(|fact| fact.restated(to, from)));
            }
        }
        &APART
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let (x, y) = (self.x, self.y);
        let is_apart = self.is_absurd() || case.values(x).intersection(&case.values(y)).is_empty();
        let is_same = case.fixed(x).is_some_and(|v| case.fixed(y) == Some(v));
        let impossible = |b: i32| match b {
            1 => rule == &APART && is_apart,
            0 => self.form == Form::Reified && rule == &SAME && is_same,
            _ => true,
        };
        case.values(self.truth).iter().all(impossible)
    }
}
