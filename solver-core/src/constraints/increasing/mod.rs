//! `increasing` and `decreasing`: views in order, weakly or strictly.
//!
//! | constraint | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`Increasing`] `x₁ <= x₂ <= …` or `x₁ < x₂ < …` | every value without support | bounds | constant per bound changed |
//!
//! Minima are propagated to the right and maxima to the left, from each modified view to the first one that does not
//! change. Every remaining value then has a support, which consists of the minima to its left and the maxima to its
//! right, so the constraint is domain consistent. Separate comparisons are as strong, but each needs its own runs.
//!
//! # Rows for proofs
//!
//! | family | number | meaning |
//! |---|---|---|
//! | `order` | a position of the scope | the view there is at most the next one (if the order is strict, below it) |

mod check;
mod model;
#[cfg(test)]
mod tests;

use crate::prelude_propagator::*;
use std::collections::HashMap;
use std::sync::Arc;

/// See the [module page](self).
#[derive(Clone, Debug)]
pub struct Increasing {
    views: Arc<[View]>,
    /// The minimum distance to the previous view: 0 or 1.
    gap: i32,
    /// Two positions whose views share a variable, where the second view is always too small to follow the first.
    absurd: Option<(u32, u32)>,
    /// A hint: a pair that was not entailed at the last test.
    open: usize,
}

static ORDER: Rule = Rule::new("increasing.order", "{premises}, and {constraint} are in order, so {fact}");

static ITSELF: Rule =
    Rule::sum_of_rows("increasing.itself", "a variable of {constraint} would have to be below itself: {fact}");

/// The kind of pruning. A hint is twice the position plus the kind.
const RAISED: u32 = 0;
const LOWERED: u32 = 1;

impl Increasing {
    /// Creates a propagator that ensures that each view is less than the next one.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::Increasing, engine::EngineBuilder};
    /// let mut b = EngineBuilder::new(vec![ValueSet::range(1, 3); 3]);
    /// let views = [b.view(0), b.view(1), b.view(2)];
    /// b.post(Box::new(Increasing::strictly(views)));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap();
    /// assert_eq!(views.map(|x| e.fixed(x)), [Some(1), Some(2), Some(3)]);
    /// # Ok::<(), solver_core::engine::BuildError>(())
    /// ```
    pub fn strictly(views: impl IntoIterator<Item = View>) -> Increasing {
        Increasing::by(1, views)
    }

    /// Creates a propagator that ensures that each view is at most the next one.
    pub fn weakly(views: impl IntoIterator<Item = View>) -> Increasing {
        Increasing::by(0, views)
    }

    fn by(gap: i32, views: impl IntoIterator<Item = View>) -> Increasing {
        let views: Arc<[View]> = views.into_iter().collect();
        // Without this test, the bounds of a variable that must be below itself would chase each other through its
        // entire domain.
        let mut last = HashMap::new();
        let absurd = (0u32..).zip(views.iter()).find_map(|(i, view)| {
            let height = view.offset() - i64::from(i) * i64::from(gap);
            let before = last.insert((view.var(), view.is_negated()), (i, height));
            before.filter(|before| before.1 > height).map(|before| (before.0, i))
        });
        Increasing { views, gap, absurd, open: 0 }
    }

    /// Checks whether all pairs are entailed. Starts with the pair that was not entailed at the last test.
    fn is_settled(&mut self, cx: &Context<'_>) -> bool {
        let pairs = self.views.len().saturating_sub(1);
        for k in 0..pairs {
            let i = (self.open + k) % pairs;
            if i64::from(cx.max(self.views[i])) + i64::from(self.gap) > i64::from(cx.min(self.views[i + 1])) {
                self.open = i;
                return false;
            }
        }
        true
    }

    /// Raises the minima after a position, up to the first one that does not change.
    fn raise_after(&self, cx: &mut Context<'_>, from: usize) -> Result<(), Conflict> {
        for i in from + 1..self.views.len() {
            let (view, least) = (self.views[i], cx.min(self.views[i - 1]) + self.gap);
            if cx.min(view) >= least {
                break;
            }
            cx.work(1)?;
            cx.at_least(view, least, || Lazy(2 * i as u32 + RAISED))?;
        }
        Ok(())
    }

    /// Lowers the maxima before a position, down to the first one that does not change.
    fn lower_before(&self, cx: &mut Context<'_>, from: usize) -> Result<(), Conflict> {
        for i in (0..from).rev() {
            let (view, most) = (self.views[i], cx.max(self.views[i + 1]) - self.gap);
            if cx.max(view) <= most {
                break;
            }
            cx.work(1)?;
            cx.at_most(view, most, || Lazy(2 * i as u32 + LOWERED))?;
        }
        Ok(())
    }
}

impl Propagator for Increasing {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Bounds).priority(1).modified_positions().idempotent();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        if self.absurd.is_some() {
            return cx.fail(|| Lazy(0));
        }
        for &position in modified {
            self.raise_after(cx, position as usize)?;
            self.lower_before(cx, position as usize)?;
        }
        Ok(if self.is_settled(cx) { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, _: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let Some(fact) = fact else {
            // The sum of these rows requires the variable to be below itself.
            let (first, last) = self.absurd.unwrap_or_default();
            (first..last).for_each(|position| why.row("order", position.into()));
            return &ITSELF;
        };
        let position = (hint / 2) as usize;
        let (bound, gap) = (fact.bound(self.views[position]), i64::from(self.gap));
        why.push(if hint % 2 == RAISED {
            Atom::at_least(self.views[position - 1], bound - gap)
        } else {
            Atom::at_most(self.views[position + 1], bound + gap)
        });
        &ORDER
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let Increasing { views, gap, .. } = self;
        if rule == &ITSELF {
            check::is_below_itself(views, *gap)
        } else {
            rule == &ORDER && check::is_out_of_order(views, *gap, case)
        }
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        // The view whose minimum implies the greatest lower bound at the current position, and that bound.
        let mut pusher: Option<(View, i64)> = None;
        for &view in self.views.iter() {
            let (min, max) = cx.bounds(view);
            let pushed = pusher.map(|(by, height)| (by, height + i64::from(self.gap)));
            if let Some((by, _)) = pushed.filter(|p| p.1 > i64::from(max)) {
                why.extend([Atom::at_least(by, cx.min(by)), Atom::at_most(view, max)]);
                return Some(&ORDER);
            }
            pusher = pushed.filter(|p| p.1 >= i64::from(min)).or(Some((view, min.into())));
        }
        None
    }
}
