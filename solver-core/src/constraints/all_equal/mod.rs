//! `all_equal`: all views take the same value, at two levels of consistency.
//!
//! | level | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [Bounds](AllEqual::bounds) | values below another view's minimum or above another view's maximum | bounds | views per pass |
//! | [Domain](AllEqual::domain) | every value missing from some view's domain | any removal | the same, plus views × words of the common range if there are holes |
//!
//! Both levels follow from the semantics: the solutions are the values in the intersection of all domains. At Bounds,
//! only bounds are guaranteed to be in every domain.
//!
//! # Rows for proofs
//!
//! | family | number | meaning |
//! |---|---|---|
//! | `equal` | a position of the scope | the view there equals the next one |

mod check;
mod model;
#[cfg(test)]
mod tests;

use super::bits::ones;
use crate::prelude_propagator::*;
use std::collections::HashMap;
use std::sync::Arc;

/// See the [module page](self).
#[derive(Clone, Debug)]
pub struct AllEqual {
    views: Arc<[View]>,
    sees_holes: bool,
    /// Two positions whose views share a variable and can never be equal.
    absurd: Option<(u32, u32)>,
}

static BOUND: Rule = Rule::new("all_equal.bound", "{premises}, and all of {constraint} are equal, so {fact}");

static HOLE: Rule = Rule::new("all_equal.hole", "{premises}, and all of {constraint} are equal, so {fact}");

static ITSELF: Rule = Rule::sum_of_rows(
    "all_equal.itself",
    "a variable of {constraint} would have to equal itself plus a number: {fact}",
);

/// The kinds of inference, named after what another view excludes. A hint is four times that view's position plus the
/// kind.
const BELOW: u32 = 0;
const ABOVE: u32 = 1;
const VALUE: u32 = 2;

impl AllEqual {
    /// Creates the bounds consistent propagator that ensures that all `views` are equal.
    pub fn bounds(views: impl IntoIterator<Item = View>) -> AllEqual {
        AllEqual::new(views, false)
    }

    /// Creates the domain consistent propagator that ensures that all `views` are equal.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::AllEqual, engine::EngineBuilder};
    /// let mut b = EngineBuilder::new(vec![ValueSet::from_values([1, 3, 5]), ValueSet::from_values([1, 2, 3, 4])]);
    /// let views = [b.view(0), b.view(1)];
    /// b.post(Box::new(AllEqual::domain(views)));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap();
    /// assert_eq!(e.values(views[1]), [1, 3]);
    /// # Ok::<(), solver_core::engine::BuildError>(())
    /// ```
    pub fn domain(views: impl IntoIterator<Item = View>) -> AllEqual {
        AllEqual::new(views, true)
    }

    fn new(views: impl IntoIterator<Item = View>, sees_holes: bool) -> AllEqual {
        let views: Arc<[View]> = views.into_iter().collect();
        // Without this test, the bounds of `x` and `x + 1` would chase each other through the entire domain.
        let mut offsets = HashMap::new();
        let absurd = (0u32..).zip(views.iter()).find_map(|(i, view)| {
            let (first, offset) = *offsets.entry((view.var(), view.is_negated())).or_insert((i, view.offset()));
            (offset != view.offset()).then_some((first, i))
        });
        AllEqual { views, sees_holes, absurd }
    }

    /// Restricts all views to their common range; returns `Again` if a hole moved a bound further.
    fn cut(&self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        cx.work(self.views.len())?;
        let (mut low, mut high) = ((i32::MIN, 0), (i32::MAX, 0));
        for (i, &view) in (0..).zip(self.views.iter()) {
            let (min, max) = cx.bounds(view);
            if min > low.0 {
                low = (min, i);
            }
            if max < high.0 {
                high = (max, i);
            }
        }
        let mut status = Status::Stable;
        for &view in self.views.iter() {
            cx.at_least(view, low.0, || Lazy(4 * low.1 + BELOW))?;
            cx.at_most(view, high.0, || Lazy(4 * high.1 + ABOVE))?;
            if cx.bounds(view) != (low.0, high.0) {
                status = Status::Again;
            }
        }
        Ok(status)
    }

    /// Removes the holes of each view from all others, 64 values at a time.
    fn share_holes(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let Some(&first) = self.views.first() else { return Ok(()) };
        let (low, high) = cx.bounds(first);
        let has_holes = |cx: &Context<'_>, view: View| i64::from(cx.size(view)) <= i64::from(high) - i64::from(low);
        if !self.views.iter().any(|&view| has_holes(cx, view)) {
            return Ok(());
        }
        let mut base = i64::from(low);
        while base <= i64::from(high) {
            cx.work(self.views.len())?;
            let from = base as i32;
            let all = self.views.iter().fold(!0, |common, &view| common & cx.window(view, from));
            for i in 0..self.views.len() {
                for bit in ones(cx.window(self.views[i], from) & !all) {
                    let v = from + bit as i32;
                    let lacks = self.views.iter().position(|&view| !cx.contains(view, v)).unwrap_or(i);
                    cx.remove(self.views[i], v, || Lazy(4 * lacks as u32 + VALUE))?;
                }
            }
            base += 64;
        }
        Ok(())
    }
}

impl Propagator for AllEqual {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, if self.sees_holes { Wake::Domain } else { Wake::Bounds });
        scope.priority(if self.sees_holes { 3 } else { 2 });
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        if self.absurd.is_some() {
            return cx.fail(|| Lazy(0));
        }
        while self.cut(cx)? == Status::Again {}
        if self.sees_holes {
            self.share_holes(cx)?;
        }
        let is_fixed = self.views.first().is_none_or(|&view| cx.fixed(view).is_some());
        Ok(if is_fixed || self.views.len() < 2 { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let Some(fact) = fact else {
            // The sum of these rows states that the variable equals itself plus a nonzero number.
            let (first, last) = self.absurd.unwrap_or_default();
            (first..last).for_each(|position| why.row("equal", position.into()));
            return &ITSELF;
        };
        let other = self.views[(hint / 4) as usize];
        // Any view of the fact's variable will do, as long as the other view explains the fact.
        for &target in self.views.iter().filter(|view| view.var() == fact.var()) {
            let v = fact.bound(target);
            match (hint % 4, fact.is_lower_bound(target)) {
                (BELOW, true) if v <= past.min(other).into() => {
                    why.push(Atom::at_least(other, v));
                    return &BOUND;
                }
                (ABOVE, false) if v >= past.max(other).into() => {
                    why.push(Atom::at_most(other, v));
                    return &BOUND;
                }
                (VALUE, ..) if !past.contains(other, target.value_of(fact.value())) => {
                    why.push(Atom::differs(other, target.value_of(fact.value())));
                    return &HOLE;
                }
                _ => {}
            }
        }
        if hint % 4 == VALUE { &HOLE } else { &BOUND }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if rule == &ITSELF {
            check::is_absurd(&self.views)
        } else if rule == &BOUND {
            check::is_apart(&self.views, case)
        } else {
            rule == &HOLE && check::has_nothing_in_common(&self.views, case)
        }
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let lowest = *self.views.iter().max_by_key(|&&view| cx.min(view))?;
        let highest = *self.views.iter().min_by_key(|&&view| cx.max(view))?;
        if cx.min(lowest) <= cx.max(highest) {
            return None;
        }
        why.extend([Atom::at_least(lowest, cx.min(lowest)), Atom::at_most(highest, cx.max(highest))]);
        Some(&BOUND)
    }
}
