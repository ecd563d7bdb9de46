//! `x != y` for two views.
//!
//! Domain consistent: as soon as one side is fixed, its value is removed from the other and the constraint is entailed.
//! For two views of the same variable, the first run decides the constraint. A run takes constant time.

use crate::prelude_propagator::*;

mod check;
#[cfg(test)]
mod tests;

/// See the [module page](self).
#[derive(Clone, Copy, Debug)]
pub struct NotEqual {
    x: View,
    y: View,
}

static VALUE_TAKEN: Rule =
    Rule::new("not_equal.value", "{premises}, and by {constraint} the two sides differ, so {fact}");

static SAME: Rule =
    Rule::new("not_equal.same", "by {constraint} the two sides differ, but they are one and the same: {fact}");

static MIRROR: Rule = Rule::new(
    "not_equal.mirror",
    "by {constraint} the two sides differ, and this value would make them equal, so {fact}",
);

impl NotEqual {
    /// Creates the propagator of `x != y`.
    pub fn new(x: View, y: View) -> NotEqual {
        NotEqual { x, y }
    }

    /// Propagates between two views of the same variable: the constraint is true, false, or excludes a single value.
    fn of_one_variable(&self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let (x, y) = (self.x, self.y);
        let gap = y.offset() - x.offset();
        if x.is_negated() == y.is_negated() {
            return if gap == 0 { cx.fail(|| SAME.because([])) } else { Ok(Status::Entailed) };
        }
        // `x + c != -x + d` forbids `2x = d - c`.
        let twice = if x.is_negated() { -gap } else { gap };
        if twice % 2 == 0
            && let Ok(v) = i32::try_from(twice / 2)
        {
            cx.remove(View::from(x.var()), v, || MIRROR.because([]))?;
        }
        Ok(Status::Entailed)
    }
}

impl Propagator for NotEqual {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.x, Wake::Fixed).watch(self.y, Wake::Fixed);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        if self.x.var() == self.y.var() {
            return self.of_one_variable(cx);
        }
        if let Some(v) = cx.fixed(self.x) {
            cx.remove(self.y, v, || Lazy(0))?;
            Ok(Status::Entailed)
        } else if let Some(v) = cx.fixed(self.y) {
            cx.remove(self.x, v, || Lazy(1))?;
            Ok(Status::Entailed)
        } else {
            Ok(Status::Stable)
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let taken = if hint == 0 { self.x } else { self.y };
        why.extend(past.fixed(taken).map(|v| Atom::equals(taken, v)));
        &VALUE_TAKEN
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(self, rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        if self.x == self.y {
            return Some(&SAME);
        }
        let (x, y) = (cx.fixed(self.x)?, cx.fixed(self.y)?);
        (x == y).then(|| {
            why.extend([Atom::equals(self.x, x), Atom::equals(self.y, y)]);
            if self.x.var() == self.y.var() { &MIRROR } else { &VALUE_TAKEN }
        })
    }
}
