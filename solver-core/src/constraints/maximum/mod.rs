//! `maximum` and `minimum`: `max(x) = m` and `min(x) = m`.
//!
//! | level | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`Maximum::bounds`], [`Maximum::of_minimum`] | every bound without a support among the integers | bounds | linear per pass, until nothing changes |
//!
//! There are four inferences: `m` is at most the maximum of the upper bounds; it is at least the maximum of the lower
//! bounds; no `x` is above `m`; and if only one `x` can reach the lower bound of `m`, it must (N. Beldiceanu, *Pruning
//! for the minimum constraint family*, SICS T2000-11, without the sweep). More than one pass is needed only if holes
//! move a bound further than requested.
//!
//! The minimum is the negated maximum of the negated views, but its rules have their own names. The maximum of an empty
//! array is undefined, which makes the constraint false.
//!
//! # Rows for proofs
//!
//! Exactly the views that equal the maximum (or minimum) are *chosen*.
//!
//! | family | number | meaning |
//! |---|---|---|
//! | `within` | a view, counted from 0 | it is not greater (less) than the maximum (minimum) |
//! | `chosen` | a view, counted from 0 | if it is chosen, it is not less (greater) than the maximum (minimum) |
//! | `other` | a view, counted from 0 | if it is not chosen, it is less (greater) than the maximum (minimum) |
//! | `one` | 0 | at least one view is chosen |

mod check;
mod explain;
mod model;
#[cfg(test)]
mod tests;

use crate::prelude_propagator::*;
pub(crate) use model::{derive_extreme, extreme_rows};
use std::sync::Arc;

/// The maximum (or minimum) of some views. See the [module page](self).
///
/// ```
/// use solver_core::{ValueSet, constraints::Maximum, engine::EngineBuilder};
/// let domains = [(0, 3), (2, 9), (5, 20)].map(|(low, high)| ValueSet::range(low, high));
/// let mut b = EngineBuilder::new(domains.to_vec());
/// let (x, y, m) = (b.view(0), b.view(1), b.view(2));
/// b.post(Box::new(Maximum::bounds([x, y], m)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!([x, y, m].map(|v| (e.min(v), e.max(v))), [(0, 3), (5, 9), (5, 9)]);
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Maximum {
    xs: Arc<[View]>,
    m: View,
    rules: &'static Rules,
}

/// The rules of the maximum, or of the minimum.
#[derive(PartialEq, Eq, Debug)]
struct Rules {
    /// `m` is bounded by all views.
    bound: Rule,
    /// No `x` is above `m`.
    member: Rule,
    /// Only one `x` can reach the lower bound of `m`.
    reach: Rule,
}

static MAXIMUM: Rules = Rules {
    bound: Rule::new("maximum.bound", "{premises}, and {constraint} is the greatest of them, so {fact}"),
    member: Rule::new("maximum.member", "{premises}, and by {constraint} nothing is greater than that, so {fact}"),
    reach: Rule::new("maximum.reach", "{premises}: no other can be the greatest of {constraint}, so {fact}"),
};

static MINIMUM: Rules = Rules {
    bound: Rule::new("minimum.bound", "{premises}, and {constraint} is the least of them, so {fact}"),
    member: Rule::new("minimum.member", "{premises}, and by {constraint} nothing is less than that, so {fact}"),
    reach: Rule::new("minimum.reach", "{premises}: no other can be the least of {constraint}, so {fact}"),
};

/// Hints: the upper bound of m, implied by all views; the lower bound of m, implied by one view; the upper bound of a
/// view, implied by m; the lower bound of the only view that can reach m. Hints about a view have its index in the
/// upper bits.
const UPPER: u32 = 0;
const LOWER: u32 = 1;
const MEMBER: u32 = 2;
const REACH: u32 = 3;

impl Maximum {
    /// Creates the propagator of `max(xs) = m`.
    pub fn bounds(xs: impl Into<Arc<[View]>>, m: View) -> Maximum {
        Maximum { xs: xs.into(), m, rules: &MAXIMUM }
    }

    /// Creates the propagator of `min(xs) = m`.
    pub fn of_minimum(xs: impl Into<Arc<[View]>>, m: View) -> Maximum {
        let xs: Arc<[View]> = xs.into();
        Maximum { xs: xs.iter().map(|&x| -x).collect(), m: -m, rules: &MINIMUM }
    }

    /// Makes one pass over all views; returns whether no further pass is needed.
    fn pass(&self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        cx.work(2 * self.xs.len() + 1)?;
        let before = cx.bounds(self.m);
        let (mut least, mut most) = (i32::MIN, i32::MIN);
        let (mut reaching, mut candidate) = (0, 0);
        for (i, &x) in (0..).zip(self.xs.iter()) {
            cx.at_most(x, before.1, || Lazy(i << 2 | MEMBER))?;
            let (low, high) = cx.bounds(x);
            (least, most) = (least.max(low), most.max(high));
            if high >= before.0 {
                (reaching, candidate) = (reaching + 1, i);
            }
        }
        cx.at_most(self.m, most, || Lazy(UPPER))?;
        cx.at_least(self.m, least, || Lazy(LOWER))?;
        if reaching == 1 {
            // No other view reaches the lower bound that `m` had before this pass; the current one may be higher.
            cx.at_least(self.xs[candidate as usize], before.0, || Lazy(candidate << 2 | REACH))?;
        }
        Ok(cx.bounds(self.m) == before && (reaching != 1 || cx.min(self.xs[candidate as usize]) <= before.0))
    }
}

impl Propagator for Maximum {
    fn scope(&self, scope: &mut Scope) {
        // Restores the views as posted, because negating a view near the limit may put its offset beyond the limit.
        let given = |&x: &View| if self.rules == &MINIMUM { -x } else { x };
        for x in self.xs.iter().chain([&self.m]).map(given) {
            scope.watch(x, Wake::Bounds);
        }
        scope.priority(if self.xs.len() <= 3 { 1 } else { 3 }).idempotent();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        if self.xs.is_empty() {
            return cx.fail(|| Lazy(UPPER));
        }
        while !self.pass(cx)? {}
        // No view is above `m`; once `m` is fixed and some view is at least `m`, the constraint is entailed.
        let is_met = cx.fixed(self.m).is_some_and(|v| self.xs.iter().any(|&x| cx.min(x) >= v));
        Ok(if is_met { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(self, past, fact, hint, why)
    }

    /// Adds rows stating that no view is above the maximum.
    fn linear_rows(&self, rows: &mut LinearRows) {
        for &x in self.xs.iter() {
            rows.add([(1, Summand::Value(x)), (-1, Summand::Value(self.m))], None, 0);
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(self, rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let (least, most) = cx.bounds(self.m);
        if let Some(&x) = self.xs.iter().find(|&&x| cx.min(x) > most) {
            why.push(Atom::at_most(self.m, most));
            why.push(Atom::at_least(x, most + 1));
            return Some(&self.rules.member);
        }
        self.xs.iter().all(|&x| cx.max(x) < least).then(|| {
            why.push(Atom::at_least(self.m, least));
            why.extend(self.xs.iter().map(|&x| Atom::at_most(x, least - 1)));
            &self.rules.reach
        })
    }
}
