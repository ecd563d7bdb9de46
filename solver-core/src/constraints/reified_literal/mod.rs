//! Reified literals: `b <-> x = v` and `b <-> x <= v`.
//!
//! | constraint | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`ReifiedLiteral`] of `x = v` | every value without support | any removal from `x`; `b` | constant |
//! | [`ReifiedLiteral`] of `x <= v` | every value without support | the bounds of `x`; `b` | constant |
//!
//! The half-reified forms `b -> x = v` and `b -> x <= v` are supported, too. Models are full of these: counts,
//! channelling, and all conditions on one variable. `x != v` and `x >= v` are the same with `1 - b`, or with the view
//! `-x`.
//!
//! The reason is one premise: the truth value, or the removal from `x`.

#[cfg(test)]
mod tests;

use super::fact::Fact;
use super::premises::{is_left, lower, raise, unless_given};
use super::reified::Form;
use crate::prelude_propagator::*;

/// The truth of a literal over one view. See the [module page](self).
///
/// ```
/// use solver_core::{ValueSet, constraints::{Form, ReifiedLiteral}, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1), [2, 3, 5].into()]);
/// let (truth, x) = (b.view(0), b.view(1));
/// b.post(Box::new(ReifiedLiteral::equals(truth, x, 4, Form::Reified)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!(e.values(truth), [0]);
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReifiedLiteral {
    truth: View,
    x: View,
    /// `Equals` or `AtMost`.
    fact: Fact,
    form: Form,
}

static RULE: Rule = Rule {
    name: "reified_literal.fact",
    text: "{premises}, so by {constraint} {fact}",
    justification: Justification::UnitPropagation,
};

/// Hints: an inference about the truth value, or about `x`.
const ABOUT_TRUTH: u32 = 0;
const ABOUT_X: u32 = 1;

impl ReifiedLiteral {
    /// `truth`, a view that is 0 or 1, is 1 if `x = v`; for [`Form::Reified`], 0 if not.
    pub fn equals(truth: View, x: View, v: i32, form: Form) -> ReifiedLiteral {
        ReifiedLiteral { truth, x, fact: Fact::Equals(v), form }
    }

    /// `truth`, a view that is 0 or 1, is 1 if `x <= v`; for [`Form::Reified`], 0 if not.
    pub fn at_most(truth: View, x: View, v: i32, form: Form) -> ReifiedLiteral {
        ReifiedLiteral { truth, x, fact: Fact::AtMost(v), form }
    }

    fn value(&self) -> i32 {
        let (Fact::Equals(v) | Fact::AtMost(v) | Fact::AtLeast(v) | Fact::Differs(v)) = self.fact;
        v
    }

    /// The negated fact.
    fn opposite(&self) -> Fact {
        match self.fact {
            Fact::AtMost(v) => Fact::AtLeast(v.saturating_add(1)),
            fact => Fact::Differs(match fact {
                Fact::Equals(v) | Fact::Differs(v) | Fact::AtLeast(v) | Fact::AtMost(v) => v,
            }),
        }
    }

    /// Whether the fact is true for all values of `x`, or for none.
    #[inline]
    fn decided(&self, cx: &Context<'_>) -> Option<bool> {
        let ((low, high), v) = (cx.bounds(self.x), self.value());
        let (all, some) = match self.fact {
            Fact::AtMost(_) => (high <= v, low <= v),
            _ => (low == high && low == v, low <= v && v <= high && cx.contains(self.x, v)),
        };
        if all || !some { Some(all) } else { None }
    }

    /// Makes the fact, or its negation, true for `x`.
    fn enforce(&self, cx: &mut Context<'_>, holds: bool) -> Result<(), Conflict> {
        let why = || Lazy(ABOUT_X);
        let v = self.value();
        match (self.fact, holds) {
            (Fact::AtMost(_), true) => lower(cx, self.x, v, why),
            (Fact::AtMost(_), false) => raise(cx, self.x, v.saturating_add(1), why),
            (_, true) => {
                // A value outside the domain may not be representable on its variable.
                raise(cx, self.x, v, why)?;
                lower(cx, self.x, v, why)
            }
            (_, false) => {
                let (low, high) = cx.bounds(self.x);
                if low <= v && v <= high { cx.remove(self.x, v, why) } else { Ok(()) }
            }
        }
    }
}

impl Propagator for ReifiedLiteral {
    fn scope(&self, scope: &mut Scope) {
        let wake = if matches!(self.fact, Fact::AtMost(_)) { Wake::Bounds } else { Wake::Domain };
        scope.watch(self.truth, Wake::Fixed).watch(self.x, wake);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        match cx.fixed(self.truth) {
            Some(b) => {
                if b == 1 || self.form == Form::Reified {
                    self.enforce(cx, b == 1)?;
                }
                Ok(Status::Entailed)
            }
            None => match self.decided(cx) {
                Some(holds) => {
                    if !holds || self.form == Form::Reified {
                        cx.fix(self.truth, holds.into(), || Lazy(ABOUT_TRUTH))?;
                    }
                    Ok(Status::Entailed)
                }
                None => Ok(Status::Stable),
            },
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        if hint == ABOUT_X {
            let truth = past.fixed(self.truth).map(Fact::Equals);
            why.extend(truth.and_then(|fact| unless_given(past, self.truth, fact)));
            return &RULE;
        }
        let v = self.value();
        let holds = match self.fact {
            Fact::AtMost(_) => past.max(self.x) <= v,
            _ => is_left(past, self.x, v),
        };
        why.extend(unless_given(past, self.x, if holds { self.fact } else { self.opposite() }));
        &RULE
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let values = case.values(self.x);
        let Some((low, high)) = case.bounds(self.x) else { return true };
        let v = self.value();
        let (may_hold, may_not) = match self.fact {
            Fact::AtMost(_) => (low <= v, high > v),
            _ => (values.contains(v), (low, high) != (v, v)),
        };
        let impossible = |b: i32| match b {
            1 => !may_hold,
            0 => self.form == Form::Reified && !may_not,
            _ => true,
        };
        rule == &RULE && case.values(self.truth).iter().all(impossible)
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
