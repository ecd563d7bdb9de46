//! Reified literals: `b <-> x = v` and `b <-> x <= v`.
//!
//! | constraint | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`ReifiedLiteral`] of `x = v` | every value without support | `x` loses `v` or is fixed to it; `b` | constant |
//! | [`ReifiedLiteral`] of `x <= v` | every value without support | a bound of `x` that passes `v`; `b` | constant |
//!
//! The half-reified forms `b -> x = v` and `b -> x <= v` are also supported. These constraints are very common: they
//! occur in counts, in channelling, and in all conditions on one variable. The forms with `x != v` and `x >= v` are the
//! same constraints with `1 - b`, or with the view `-x`.
//!
//! The reason is a single premise: the truth value, or the removal from `x`.

#[cfg(test)]
mod tests;

use super::reified::Form;
use crate::prelude_propagator::*;
use crate::store::LiteralState;

/// Links a truth value to a literal over one view. See the [module page](self).
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
    /// `x = v` or `x <= v`.
    literal: Atom,
    form: Form,
}

static RULE: Rule = Rule::new("reified_literal.fact", "{premises}, so by {constraint} {fact}");

/// Hints: an inference about the truth value, or about `x`.
const ABOUT_TRUTH: u32 = 0;
const ABOUT_X: u32 = 1;

impl ReifiedLiteral {
    /// Creates a propagator that ensures that `truth`, a view that is 0 or 1, is 1 only if `x = v`; for
    /// [`Form::Reified`], it is 0 only if `x != v`.
    pub fn equals(truth: View, x: View, v: i32, form: Form) -> ReifiedLiteral {
        ReifiedLiteral { truth, x, literal: Atom::equals(x, v), form }
    }

    /// Creates a propagator that ensures that `truth`, a view that is 0 or 1, is 1 only if `x <= v`; for
    /// [`Form::Reified`], it is 0 only if `x > v`.
    pub fn at_most(truth: View, x: View, v: i32, form: Form) -> ReifiedLiteral {
        ReifiedLiteral { truth, x, literal: Atom::at_most(x, v), form }
    }

    /// Makes the literal or its negation true.
    fn enforce(&self, cx: &mut Context<'_>, holds: bool) -> Result<(), Conflict> {
        let why = || Lazy(ABOUT_X);
        let v = self.literal.bound(self.x);
        match (self.literal.is_about_value(), holds) {
            (false, true) => cx.at_most(self.x, v, why),
            (false, false) => cx.at_least(self.x, v + 1, why),
            (true, true) => {
                cx.at_least(self.x, v, why)?;
                cx.at_most(self.x, v, why)
            }
            (true, false) => cx.remove(self.x, v as i32, why),
        }
    }
}

impl Propagator for ReifiedLiteral {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.truth, Wake::Fixed).watch(self.x, Wake::Literal(self.literal));
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        match cx.fixed(self.truth) {
            Some(b) => {
                if b == 1 || self.form == Form::Reified {
                    self.enforce(cx, b == 1)?;
                }
                Ok(Status::Entailed)
            }
            None => {
                let holds = match cx.literal_state(self.literal) {
                    LiteralState::Open => return Ok(Status::Stable),
                    state => state == LiteralState::True,
                };
                if !holds || self.form == Form::Reified {
                    cx.fix(self.truth, holds.into(), || Lazy(ABOUT_TRUTH))?;
                }
                Ok(Status::Entailed)
            }
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        if hint == ABOUT_X {
            why.extend(past.fixed(self.truth).map(|b| Atom::equals(self.truth, b)));
        } else {
            why.push(if past.entails(self.literal) { self.literal } else { !self.literal });
        }
        &RULE
    }

    fn clauses(&self) -> Option<(&'static Rule, Vec<Vec<Atom>>)> {
        let is = |b: i32| Atom::equals(self.truth, b);
        let mut clauses = vec![vec![is(0), self.literal]];
        if self.form == Form::Reified {
            clauses.push(vec![is(1), !self.literal]);
        }
        Some((&RULE, clauses))
    }

    fn linear_rows(&self, rows: &mut LinearRows) {
        if self.form == Form::Reified {
            rows.indicator(self.truth, self.literal);
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let impossible = |b: i32| match b {
            1 => case.excludes(self.literal),
            0 => self.form == Form::Reified && case.excludes(!self.literal),
            _ => true,
        };
        rule == &RULE && case.values(self.truth).iter().all(impossible)
    }
}
