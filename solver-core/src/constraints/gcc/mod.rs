//! `global_cardinality` (gcc): limits how often each value is taken, at three levels of consistency.
//!
//! | level | removes | algorithm | cost of a run |
//! |---|---|---|---|
//! | [Value](GccValue) | a value at its maximum, from the other views; all other values, from the views needed to reach a minimum | counters per value in trailed integers | values lost, plus views × values that reached a bound |
//! | [Bounds](GccBounds) | every bound without support in the hulls of the domains | as Domain, but on hulls | as for Domain, but scheduled by bounds alone |
//! | [Domain](GccDomain) | every value without support | J.-C. Régin 1996: a flow, strongly connected components | flow repair, plus values × values / 64 |
//!
//! Counts are fixed ranges, from `low` to `high`, or views. At Bounds and Domain, each bound of a count view is reached
//! by some assignment within the domains of the other views and the bounds of the other counts; holes of counts are
//! ignored, because otherwise the problem would be NP-hard (C.-G. Quimper, A. López-Ortiz, P. van Beek, A. Golynski,
//! *Improved algorithms for the global cardinality constraint*, CP 2004). Values without a count may be taken any
//! number of times ([open](Others::Allowed)) or not at all ([closed](Others::Forbidden)). In the closed case, a range
//! of more than 65,536 forbidden values stays in a domain until a bound reaches it.
//!
//! The network at Bounds and Domain is contracted to values: an edge from `a` to `b` means that a view assigned `a`
//! could take `b`; the slack is an extra node. Rows of edges are bitsets. On hulls this is the convex case of I.
//! Katriel and S. Thiel, *Complete bound consistency for the global cardinality constraint* (Constraints 2005), with
//! bitsets in place of their forests.
//!
//! # Rows for proofs
//!
//! | family | number | meaning |
//! |---|---|---|
//! | `at_least_one` | a position of the scope | the view there takes one of its values |
//! | `at_most_one` | a position of the scope | the view there takes at most one of its values |
//! | `at_most` | a value | it is taken at most as often as allowed |
//! | `at_least` | a value | it is taken at least as often as needed |

/// The families of rows; see the [module page](self).
const AT_LEAST_ONE: &str = "at_least_one";
const AT_MOST_ONE: &str = "at_most_one";
const AT_MOST: &str = "at_most";
const AT_LEAST: &str = "at_least";

mod check;
mod explain;
mod flow;
mod levels;
mod model;
mod network;
#[cfg(test)]
mod tests;
mod value;

pub use levels::{GccBounds, GccByFlow, GccDomain};
pub use model::Times;
pub use value::GccValue;

use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// The number of occurrences of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occurrence<V = View> {
    /// An inclusive range.
    Between(i64, i64),
    /// The value of the view.
    Exactly(V),
}

/// Whether values without a count may be taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Others {
    /// The constraint is open.
    Allowed,
    /// The constraint is closed.
    Forbidden,
}

/// Why a cardinality constraint cannot be posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GccError {
    /// A value was given two counts.
    #[error("the value {0} is counted twice; give each value one count")]
    RepeatedValue(i32),
    /// There are too many views and values for the tables.
    #[error(
        "{0} views and {1} counted values are too many for its tables; use value consistency, or count fewer values"
    )]
    TooLarge(usize, usize),
}

/// The constraint as posted: the values in ascending order, each with its count.
#[derive(Debug)]
struct Meaning {
    views: Box<[View]>,
    values: Box<[i32]>,
    counts: Box<[Occurrence]>,
    others: Others,
    /// The values with a count, and those without.
    listed: ValueSet,
    unlisted: ValueSet,
}

/// The kind of an inference. A hint is four times its slot (the position of a view, or the number of views plus the
/// index of a value) plus the kind.
const UNLISTED: u32 = 0;
const FULL: u32 = 1;
const SCARCE: u32 = 2;
const FLOW: u32 = 3;

static CLOSED: Rule =
    Rule::new("gcc.closed", "{constraint} allows no other values than those that it counts, so {fact}");

static TAKEN: Rule =
    Rule::new("gcc.full", "{premises}: by {constraint} the value cannot be taken more often, so {fact}");

static NEEDED: Rule =
    Rule::new("gcc.lower_bound", "{premises}: no more are left to take the value than {constraint} needs, so {fact}");

static HALL_SET: Rule = Rule::sum_of_rows(
    "gcc.hall_set",
    "{premises}: these use up all that {constraint} allows of their values, so {fact}",
);

static NEEDY_SET: Rule = Rule::sum_of_rows(
    "gcc.unstable_set",
    "{premises}: those left for some values are no more than {constraint} needs, so {fact}",
);

impl Meaning {
    fn new(
        views: impl IntoIterator<Item = View>,
        counts: impl IntoIterator<Item = (i32, Occurrence)>,
        others: Others,
    ) -> Result<Meaning, GccError> {
        let views: Box<[View]> = views.into_iter().collect();
        let mut counts: Vec<(i32, Occurrence)> = counts.into_iter().collect();
        counts.sort_by_key(|c| c.0);
        if let Some(pair) = counts.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(GccError::RepeatedValue(pair[0].0));
        }
        if views.len() + counts.len() > 1 << 28 {
            return Err(GccError::TooLarge(views.len(), counts.len()));
        }
        let values: Box<[i32]> = counts.iter().map(|c| c.0).collect();
        let listed = ValueSet::from_values(values.iter().copied());
        let unlisted = super::within::complement(&listed);
        Ok(Meaning { views, values, counts: counts.iter().map(|c| c.1).collect(), others, listed, unlisted })
    }

    /// The allowed range of occurrences for the `k`-th value, clamped to the relevant numbers; the minimum is at most
    /// one more than the number of views.
    fn range(&self, k: usize, bounds: impl Fn(View) -> (i32, i32)) -> (i64, i64) {
        let n = self.views.len() as i64;
        match self.counts[k] {
            Occurrence::Between(low, high) if low > high || high < 0 => (n + 1, n),
            Occurrence::Between(low, high) => (low.clamp(0, n + 1), high.min(n)),
            Occurrence::Exactly(view) => {
                let (low, high) = bounds(view);
                (i64::from(low), i64::from(high))
            }
        }
    }

    /// The slot of the `k`-th value's count, even if the count is not a view.
    fn place(&self, k: usize) -> u32 {
        (self.views.len() + k) as u32
    }

    /// The count views with the indices of their values.
    fn count_views(&self) -> impl Iterator<Item = (usize, View)> + '_ {
        self.counts.iter().enumerate().filter_map(|(k, count)| match count {
            Occurrence::Exactly(view) => Some((k, *view)),
            Occurrence::Between(..) => None,
        })
    }

    /// Adds all views to a scope: positions, then counts.
    fn watch(&self, scope: &mut Scope, wake: Wake) {
        scope.watch_all(&self.views, wake);
        for (_, view) in self.count_views() {
            scope.watch(view, Wake::Bounds);
        }
    }

    /// Returns, as bits, which of the 64 values starting at index `64 * word` a view can take.
    fn present(&self, cx: &Context<'_>, view: View, word: usize) -> u64 {
        let values = &self.values[64 * word..self.values.len().min(64 * word + 64)];
        let Some((&first, &last)) = values.first().zip(values.last()) else { return 0 };
        if (i64::from(last) - i64::from(first)) as usize == values.len() - 1 {
            return cx.window(view, first) & (!0 >> (64 - values.len()));
        }
        values.iter().enumerate().fold(0, |bits, (b, &v)| bits | u64::from(cx.contains(view, v)) << b)
    }

    /// Removes the values without a count if they are forbidden. Returns whether none remains; values in long ranges
    /// may remain.
    fn close(&self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        if self.others == Others::Allowed {
            return Ok(true);
        }
        for (position, &view) in (0..).zip(&self.views) {
            super::within::clear(cx, view, &self.unlisted, 4 * position + UNLISTED)?;
        }
        Ok(super::within::are_clear(cx, self.views.iter().copied(), &self.unlisted))
    }

    /// Looks for a value that too many views must take or too few can take, or for a view without a value, and explains
    /// it.
    fn refuted(&self, look: explain::Look, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        if self.others == Others::Forbidden {
            let is_lost = |view: View| match look {
                explain::Look::Domains => super::within::meets(cx, view, &self.listed, i32::MIN).is_none(),
                explain::Look::Hulls => !self.values.iter().any(|&v| lies_within(cx, view, v)),
            };
            let lost = self.views.iter().find(|&&view| is_lost(view));
            if let Some(&view) = lost {
                if let Some(now) = cx.now() {
                    super::premises::within(view, &self.unlisted, &now, why);
                }
                return Some(&CLOSED);
            }
        }
        let may_take =
            |view: View, v: i32| lies_within(cx, view, v) && (look == explain::Look::Hulls || cx.contains(view, v));
        let (k, kind) = (0..self.values.len()).find_map(|k| {
            let (low, high) = self.range(k, |view| cx.bounds(view));
            let v = self.values[k];
            let takers = self.views.iter().filter(|&&view| cx.fixed(view) == Some(v)).count() as i64;
            let able = || self.views.iter().filter(|&&view| may_take(view, v)).count() as i64;
            match (takers > high, able() < low) {
                (true, _) => Some((k, FULL)),
                (_, true) => Some((k, SCARCE)),
                _ => None,
            }
        })?;
        if let Some(now) = cx.now() {
            // Without a fact, the slot determines the value.
            return Some(explain::explain(self, explain::Look::Domains, &now, None, 4 * self.place(k) + kind, why));
        }
        Some(if kind == FULL { &TAKEN } else { &NEEDED })
    }
}

fn lies_within(cx: &Context<'_>, view: View, v: i32) -> bool {
    let (low, high) = cx.bounds(view);
    low <= v && v <= high
}
