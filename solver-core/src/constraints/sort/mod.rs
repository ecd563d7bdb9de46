//! `sort`: one array contains the values of another in sorted order.
//!
//! | constraint | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`Sort`] `y` is `x` in increasing order | every bound without support in the hulls | bounds | n² / 64 words and n log n |
//!
//! After K. Mehlhorn and S. Thiel, *Faster algorithms for bound-consistency of the sortedness and the alldifferent
//! constraint* (CP 2000). The bounds of `y` are made monotone. Two greedy matchings of `x`s to `y`s yield the bounds of
//! `y`: from the left, each `y` gets the intersecting `x` that ends first; from the right, each `y` gets the
//! intersecting `x` that begins last. An `x` and a `y` may be equal if and only if their positions are in the same
//! strongly connected component of the residual graph. The components are computed with bitset rows instead of the
//! paper's stacks.
//!
//! While the condition is undecided, only neighbouring views of `y` and its two ends are tested.
//!
//! A reason starts with the bounds of all other views; unneeded premises are then deleted one by one.
//!
//! # Rows for proofs
//!
//! The rows state that each `x` has a position in `y` and equals the view there, for arrays of up to 100 views. If a
//! set of `x`s has too few positions, a contradiction follows from these rows:
//!
//! | family | number | meaning |
//! |---|---|---|
//! | `view` | a position in `x` | the view there has a position in `y` |
//! | `place` | a position in `y` | at most one `x` has this position |

mod check;
mod explain;
mod model;
mod relation;
#[cfg(test)]
mod tests;

use crate::prelude_propagator::*;
use relation::{Relation, Side};
use std::sync::Arc;

/// See the [module page](self).
#[derive(Clone, Debug)]
pub struct Sort {
    /// All of `x`, then all of `y`.
    views: Arc<[View]>,
    relation: Relation,
}

static EXTREME: Rule = Rule::new(
    "sort.extreme",
    "{premises}: in {constraint} the sorted values begin with the least, end with the greatest, and none is below \
           the one before, so {fact}",
);

static MATCHING: Rule =
    Rule::sum_of_rows("sort.matching", "{premises}: by {constraint} each value has its place, so {fact}");

impl Sort {
    /// Creates a propagator that ensures that `sorted` contains the values of `unsorted` in increasing order. Views
    /// beyond the shorter array's length are ignored; callers should reject arrays of different lengths.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::Sort, engine::EngineBuilder};
    /// let sets = [(5, 9), (1, 3), (0, 9), (0, 9)].map(|(low, high)| ValueSet::range(low, high));
    /// let mut b = EngineBuilder::new(sets.to_vec());
    /// let (x, y) = ([b.view(0), b.view(1)], [b.view(2), b.view(3)]);
    /// b.post(Box::new(Sort::new(x, y)));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap();
    /// assert_eq!((e.min(y[0]), e.max(y[0]), e.min(y[1]), e.max(y[1])), (1, 3, 5, 9));
    /// # Ok::<(), solver_core::engine::BuildError>(())
    /// ```
    pub fn new(unsorted: impl IntoIterator<Item = View>, sorted: impl IntoIterator<Item = View>) -> Sort {
        let (x, y): (Vec<View>, Vec<View>) = (unsorted.into_iter().collect(), sorted.into_iter().collect());
        let n = x.len().min(y.len());
        Sort { views: x[..n].iter().chain(&y[..n]).copied().collect(), relation: Relation::new(n) }
    }

    fn len(&self) -> usize {
        self.views.len() / 2
    }

    /// Makes one pass; returns `Again` if a bound moved.
    fn pass(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let n = self.len();
        cx.work(n * (8 + n / 32))?;
        for (i, &view) in self.views.iter().enumerate() {
            self.relation.set(i, cx.bounds(view));
        }
        if !self.relation.solve() {
            return cx.fail(|| Lazy(0));
        }
        let mut status = Status::Stable;
        for (i, &view) in self.views.iter().enumerate() {
            let (low, high) = self.relation.supported(if i < n { Side::Unsorted(i) } else { Side::Sorted(i - n) });
            let before = cx.bounds(view);
            cx.at_least(view, low, || Lazy(i as u32))?;
            cx.at_most(view, high, || Lazy(i as u32))?;
            if cx.bounds(view) != before {
                status = Status::Again;
            }
        }
        Ok(status)
    }
}

impl Propagator for Sort {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Bounds).priority(5);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        while self.pass(cx)? == Status::Again {}
        Ok(Status::Stable)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(&self.views, past, fact.map(|fact| (hint as usize, fact)), why);
        &MATCHING
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if rule == &EXTREME {
            check::has_wrong_extremes(&self.views, case)
        } else {
            rule == &MATCHING && !check::is_possible(&self.views, case)
        }
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let (x, y) = self.views.split_at(self.len());
        let (first, last) = (*y.first()?, *y.last()?);
        let order = y.iter().zip(&y[1..]).find(|pair| cx.min(*pair.0) > cx.max(*pair.1));
        let below_first = x.iter().find(|&&view| cx.max(view) < cx.min(first));
        let above_last = x.iter().find(|&&view| cx.min(view) > cx.max(last));
        let pair = order.or(below_first.map(|low| (&first, low))).or(above_last.map(|high| (high, &last)));
        let mut premise = |atom: Atom| {
            if cx.explains() {
                why.push(atom);
            }
        };
        if let Some((&upper, &lower)) = pair {
            // The view that must be lower is above the one that must be higher.
            premise(Atom::at_least(upper, cx.min(upper)));
            premise(Atom::at_most(lower, cx.min(upper) - 1));
        } else if x.iter().all(|&view| cx.min(view) > cx.max(first)) {
            premise(Atom::at_most(first, cx.max(first)));
            x.iter().for_each(|&view| premise(Atom::at_least(view, cx.max(first) + 1)));
        } else if x.iter().all(|&view| cx.max(view) < cx.min(last)) {
            premise(Atom::at_least(last, cx.min(last)));
            x.iter().for_each(|&view| premise(Atom::at_most(view, cx.min(last) - 1)));
        } else {
            return None;
        }
        Some(&EXTREME)
    }
}
