//! `nvalue`: the number of distinct values that views take.
//!
//! | removes | by | cost of a run |
//! |---|---|---|
//! | numbers below the lower bound | views whose hulls are pairwise disjoint, greedily: as many as there can be | sorting |
//! | numbers above the upper bound | a largest matching of views and values | augmenting paths, few after the first run |
//! | new values, once the fixed views have as many as there may be | | views |
//! | values of fixed views, once all must differ | | views × fixed views |
//!
//! Domain consistency is NP-hard (C. Bessière, E. Hebrard, B. Hnich, Z. Kiziltan, T. Walsh, *Filtering algorithms for
//! the NValue constraint*, Constraints 2006). The lower bound is that of N. Beldiceanu, *Pruning for the minimum
//! constraint family and for the number of distinct values constraint family* (CP 2001): exact where domains are
//! intervals. The upper bound is exact.
//!
//! # Rows for proofs
//!
//! The count is that of the *new* views: of the views that take a value exactly one is new.
//!
//! | family | number | meaning |
//! |---|---|---|
//! | `count` | 0 | the number is at most that of the new views |
//! | `view` | a position of the scope | the view there, if it is new, takes one of its values |
//! | `value` | a value | no more than one view is new and takes it |

mod check;
mod explain;
mod matching;
mod model;
#[cfg(test)]
mod tests;

use super::within::clear_range;
use crate::prelude_propagator::*;
use matching::Matching;
use std::sync::Arc;

/// See the [module page](self).
#[derive(Clone, Debug)]
pub struct NValue {
    views: Arc<[View]>,
    count: View,
    /// Positions by largest value: a hint, sorted again at each run.
    by_high: Box<[u32]>,
    /// The values of fixed views, ascending.
    fixed: Vec<i32>,
    matching: Matching,
}

/// The rule of an inference. A hint is four times the position (the number of views for the count) plus this.
const APART: u32 = 0;
const FEW: u32 = 1;
const FULL: u32 = 2;
const DISTINCT: u32 = 3;

/// While the condition is undecided, at most this many disjoint views are sought.
const MOST_TRIED: i32 = 64;

static APART_RULE: Rule = Rule {
    name: "nvalue.apart",
    text: "{premises}: no two of these can be equal, so by {constraint} {fact}",
    justification: Justification::UnitPropagation,
};

static FEW_RULE: Rule = Rule {
    name: "nvalue.few_values",
    text: "{premises}: there are no more values for all of {constraint}, so {fact}",
    justification: Justification::SumOfRows,
};

static FULL_RULE: Rule = Rule {
    name: "nvalue.full",
    text: "{premises}: {constraint} allows no more values than these, so {fact}",
    justification: Justification::UnitPropagation,
};

static DISTINCT_RULE: Rule = Rule {
    name: "nvalue.distinct",
    text: "{premises}: by {constraint} all must differ, so {fact}",
    justification: Justification::UnitPropagation,
};

impl NValue {
    /// The number of distinct values of `views` is `count`.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::NValue, engine::EngineBuilder};
    /// let sets = [[1, 2], [4, 6], [5, 9]].map(|[low, high]| ValueSet::range(low, high));
    /// let mut b = EngineBuilder::new(sets.into_iter().chain([ValueSet::range(0, 9)]).collect());
    /// let (views, count) = ([b.view(0), b.view(1), b.view(2)], b.view(3));
    /// b.post(Box::new(NValue::new(views, count)));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap();
    /// assert_eq!((e.min(count), e.max(count)), (2, 3));
    /// # Ok::<(), solver_core::engine::BuildError>(())
    /// ```
    pub fn new(views: impl IntoIterator<Item = View>, count: View) -> NValue {
        let views: Arc<[View]> = views.into_iter().collect();
        let n = views.len();
        NValue {
            by_high: (0..n as u32).collect(),
            fixed: Vec::with_capacity(n),
            matching: Matching::new(n),
            views,
            count,
        }
    }

    /// The largest number of pairwise disjoint hulls.
    fn disjoint(&mut self, cx: &Context<'_>) -> i32 {
        let views = &self.views;
        self.by_high.sort_unstable_by_key(|&i| cx.max(views[i as usize]));
        let (mut chosen, mut end) = (0, i32::MIN);
        for &i in &self.by_high {
            let (min, max) = cx.bounds(views[i as usize]);
            if min > end {
                (chosen, end) = (chosen + 1, max);
            }
        }
        chosen
    }

    fn read_fixed(&mut self, cx: &Context<'_>) {
        self.fixed.clear();
        self.fixed.extend(self.views.iter().filter_map(|&view| cx.fixed(view)));
        self.fixed.sort_unstable();
        self.fixed.dedup();
    }

    /// Restricts views that are not fixed to the values of fixed ones.
    fn repeat(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        for (i, &view) in (0..).zip(self.views.iter()) {
            cx.work(1)?;
            let mut gap = cx.min(view);
            for &v in &self.fixed {
                if gap > cx.max(view) {
                    break;
                }
                clear_range(cx, view, (gap.max(cx.min(view)), (v - 1).min(cx.max(view))), 4 * i + FULL)?;
                gap = gap.max(v + 1);
            }
            if gap <= cx.max(view) {
                clear_range(cx, view, (gap.max(cx.min(view)), cx.max(view)), 4 * i + FULL)?;
            }
        }
        Ok(())
    }

    /// Removes the value of each fixed view from all others.
    fn differ(&self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let mut has_fixed = false;
        for i in 0..self.views.len() {
            let Some(v) = cx.fixed(self.views[i]) else { continue };
            cx.work(self.views.len())?;
            for j in (0..self.views.len()).filter(|&j| j != i) {
                has_fixed |= cx.remove_fixes(self.views[j], v, || Lazy(4 * j as u32 + DISTINCT))?;
            }
        }
        Ok(has_fixed)
    }
}

impl Propagator for NValue {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).watch(self.count, Wake::Bounds).priority(5);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let n = self.views.len();
        cx.work(4 * n)?;
        let low = self.disjoint(cx);
        cx.at_least(self.count, low, || Lazy(4 * n as u32 + APART))?;
        let high = self.matching.largest(cx, &self.views)?;
        cx.at_most(self.count, high as i32, || Lazy(4 * n as u32 + FEW))?;
        let (least, most) = cx.bounds(self.count);
        let mut again = false;
        if least as usize == n {
            while self.differ(cx)? {}
        } else {
            self.read_fixed(cx);
            if self.fixed.len() as i64 == i64::from(most) {
                self.repeat(cx)?;
                again = true;
            }
        }
        let is_fixed = self.views.iter().all(|&view| cx.fixed(view).is_some());
        Ok(match (is_fixed && cx.fixed(self.count).is_some(), again) {
            (false, true) => Status::Again,
            _ => Status::Stable,
        })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(self, past, fact, hint, why)
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(&self.views, self.count, rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let (least, most) = cx.bounds(self.count);
        if i64::from(least) > self.views.len() as i64 {
            why.push(Atom::at_least(self.count, self.views.len() as i64 + 1));
            return Some(&DISTINCT_RULE);
        }
        // Greedily the views that lie above all before, the one that ends first: stops when there are more than
        // allowed.
        let (mut chosen, mut end) = (0, None);
        while chosen <= most && chosen < MOST_TRIED {
            let above = self.views.iter().filter(|&&view| end.is_none_or(|end| cx.min(view) > end));
            end = Some(above.map(|&view| cx.max(view)).min()?);
            chosen += 1;
        }
        (chosen > most).then(|| {
            if let Some(now) = cx.now() {
                explain::explain_excess(&self.views, self.count, &now, why);
            }
            &APART_RULE
        })
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
