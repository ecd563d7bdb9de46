//! `nvalue`: the number of distinct values that views take.
//!
//! | removes | by | cost of a run |
//! |---|---|---|
//! | counts below the lower bound | a greedy maximum set of views with pairwise disjoint hulls | sorting |
//! | counts above the upper bound | a maximum matching of views and values | augmenting paths, few after the first run |
//! | values outside these hulls, if the number of hulls equals the maximum of the count | | views² |
//! | new values, if the fixed views have as many distinct values as the count allows | | views |
//! | values in no maximum matching, if the count must equal the size of a maximum matching; for up to 4,096 views | strongly connected components | views² |
//!
//! Domain consistency is NP-hard (C. Bessière, E. Hebrard, B. Hnich, Z. Kiziltan, T. Walsh, *Filtering algorithms for
//! the NValue constraint*, Constraints 2006). The lower bound is from N. Beldiceanu, *Pruning for the minimum
//! constraint family and for the number of distinct values constraint family* (CP 2001), which is exact if domains are
//! intervals. The upper bound is exact.
//!
//! `nvalue_except` does not count some values: each excepted value is added as a view fixed to it, and the count is
//! increased by the number of excepted values.
//!
//! # Rows for proofs
//!
//! | family | number | meaning |
//! |---|---|---|
//! | `at_least_one`, `at_most_one` | a view, counted from 0 | it has at least one value, and at most one |
//! | `taken` | a view and a value | it does not have this value, or the value is *taken* |
//! | `taker` | a value | if it is taken, some view has it |
//! | `least`, `most` | 0 | the count is at least (at most) the number of taken values |

mod check;
mod explain;
mod matching;
mod model;
mod needed;
#[cfg(test)]
mod tests;

use super::within::clear_range;
use crate::prelude_propagator::*;
use matching::Matching;
pub(crate) use model::{derive_nvalue, nvalue_rows};
use needed::Exchanges;
use std::sync::Arc;

/// See the [module page](self).
#[derive(Clone, Debug)]
pub struct NValue {
    views: Arc<[View]>,
    count: View,
    /// The maximum and minimum of each view, in ascending order.
    ends: Vec<(i32, i32)>,
    /// A maximum set of pairwise disjoint hulls, in ascending order.
    hulls: Vec<(i32, i32)>,
    /// The values of fixed views, in ascending order.
    fixed: Vec<i32>,
    matching: Matching,
    exchanges: Exchanges,
}

/// The rule of an inference. A hint is four times the position plus the rule; the count's position is the number of
/// views.
const APART: u32 = 0;
const FEW: u32 = 1;
const FULL: u32 = 2;

/// The maximum number of views for which exchanges are examined. The exchanges of n views take n² bits.
const MOST_EXCHANGED: usize = 4096;

/// The maximum number of disjoint views sought while the condition is undecided.
const MOST_TRIED: i32 = 64;

static APART_RULE: Rule =
    Rule::new("nvalue.apart", "{premises}: no two of these can be equal, so by {constraint} {fact}");

static FEW_RULE: Rule =
    Rule::new("nvalue.few_values", "{premises}: there are no more values for all of {constraint}, so {fact}");

static FULL_RULE: Rule =
    Rule::new("nvalue.full", "{premises}: {constraint} allows no more values than these, so {fact}");

static VIEWS_RULE: Rule = Rule::new("nvalue.few_views", "{premises}: {constraint} has fewer views, so {fact}");

impl NValue {
    /// Creates a propagator that ensures that the number of distinct values of `views` is `count`.
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
            ends: Vec::with_capacity(n),
            hulls: Vec::with_capacity(n),
            fixed: Vec::with_capacity(n),
            matching: Matching::new(n),
            exchanges: Exchanges::new(if n <= MOST_EXCHANGED { n } else { 0 }),
            views,
            count,
        }
    }

    /// Finds a maximum set of pairwise disjoint hulls, preferring the shortest of those with the same end. Also
    /// collects the values of fixed views.
    fn read(&mut self, cx: &Context<'_>) {
        self.ends.clear();
        self.ends.extend(self.views.iter().map(|&view| (cx.max(view), cx.min(view))));
        self.ends.sort_unstable();
        self.hulls.clear();
        self.fixed.clear();
        for &(max, min) in &self.ends {
            match self.hulls.last_mut() {
                Some(last) if last.1 == max => last.0 = last.0.max(min),
                Some(last) if min <= last.1 => {}
                _ => self.hulls.push((min, max)),
            }
            if min == max && self.fixed.last() != Some(&max) {
                self.fixed.push(max);
            }
        }
    }

    /// Restricts all views to the disjoint hulls.
    fn stay(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        cx.work(self.views.len() * self.hulls.len())?;
        for (i, &view) in (0..).zip(self.views.iter()) {
            retain(cx, view, self.hulls.iter().copied(), 4 * i + APART)?;
        }
        Ok(())
    }

    /// Restricts unfixed views to the values of fixed ones.
    fn repeat(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        cx.work(self.views.len())?;
        for (i, &view) in (0..).zip(self.views.iter()) {
            retain(cx, view, self.fixed.iter().map(|&v| (v, v)), 4 * i + FULL)?;
        }
        Ok(())
    }
}

/// Removes the values outside these ascending ranges.
fn retain(
    cx: &mut Context<'_>,
    view: View,
    ranges: impl Iterator<Item = (i32, i32)>,
    hint: u32,
) -> Result<(), Conflict> {
    let min = cx.min(view);
    let mut gap = min;
    for (low, high) in ranges.skip_while(|range| range.1 < min) {
        let max = cx.max(view);
        if low <= gap && high >= max || gap > max {
            return Ok(());
        }
        clear_range(cx, view, (gap.max(cx.min(view)), (low - 1).min(max)), hint)?;
        gap = gap.max(high + 1);
    }
    if gap <= cx.max(view) {
        clear_range(cx, view, (gap.max(cx.min(view)), cx.max(view)), hint)?;
    }
    Ok(())
}

impl Propagator for NValue {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).watch(self.count, Wake::Bounds).priority(5);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let n = self.views.len();
        cx.work(4 * n)?;
        self.read(cx);
        let low = self.hulls.len() as i32;
        cx.at_least(self.count, low, || Lazy(4 * n as u32 + APART))?;
        let most = cx.max(self.count);
        let high = self.matching.largest(cx, &self.views, (most as usize).saturating_add(1))?;
        cx.at_most(self.count, high as i32, || Lazy(4 * n as u32 + FEW))?;
        let (least, most) = cx.bounds(self.count);
        let mut again = false;
        if least as usize == high && n <= MOST_EXCHANGED {
            again = self.exchanges.filter(cx, &self.views, &self.matching)?;
        }
        if low == most && self.fixed.len() < self.views.len() {
            if self.fixed.len() as i64 == i64::from(most) {
                self.repeat(cx)?;
                // Values in a long gap may remain.
                let repeats = |&view: &View| {
                    cx.size(view) as usize <= self.fixed.len()
                        && cx.values(view).all(|v| self.fixed.binary_search(&v).is_ok())
                };
                if least == most && self.views.iter().all(repeats) {
                    return Ok(Status::Entailed);
                }
            } else {
                self.stay(cx)?;
            }
            again = true;
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
            return Some(&VIEWS_RULE);
        }
        // Greedily takes the first-ending view among those above all previous ones, and stops when it has taken more
        // views than the count allows.
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
}
