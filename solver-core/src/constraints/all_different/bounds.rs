//! `all_different`, bounds(Z) consistent: Hall intervals.
//!
//! When `k` views lie within an interval of `k` values, no other view may have a bound there. After López-Ortiz,
//! Quimper, Tromp, van Beek, *A fast and simple algorithm for bounds consistency of the alldifferent constraint* (IJCAI
//! 2003): sweep the views by their upper bounds, keep the remaining capacity in a forest with path compression, and
//! raise lower bounds out of full intervals; then mirror this for upper bounds. A pass is linear except for path
//! compression, and for sorting when the values lie far apart.
//!
//! The values of fixed views are first removed from all other views, as in [`AllDifferentValue`], and then cut out of
//! the axis, so only unfixed views are swept. Weaker than [`AllDifferentDomain`](super::AllDifferentDomain), which
//! also finds Hall sets with gaps.

use super::hall_interval::{self, HALL_INTERVAL};
use super::sweep::Sweep;
use super::value::{AllDifferentValue, CELLS, VALUE_TAKEN};
use super::{check, hall};
use crate::prelude_propagator::*;

/// See the [module page](super).
#[derive(Clone, Debug)]
pub struct AllDifferentBounds {
    values: AllDifferentValue,
    bounds: Box<[(i32, i32)]>,
    /// The smallest and the largest value of any unfixed view.
    hull: (i32, i32),
    sweep: Sweep,
    counts: Box<[u32]>,
    /// Positions that may have become fixed, because the last pass moved a bound or fixed another view of their
    /// variable.
    moved: Vec<u32>,
}

/// The maximum number of unfixed views for which Hall intervals are tested one by one before a pass.
const SMALL: usize = 15;

impl AllDifferentBounds {
    /// Creates a propagator that ensures that all of `views` take different values.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::AllDifferentBounds, engine::EngineBuilder};
    /// let mut b = EngineBuilder::new(vec![ValueSet::range(1, 2), ValueSet::range(1, 2), ValueSet::range(1, 4)]);
    /// let views = [b.view(0), b.view(1), b.view(2)];
    /// b.post(Box::new(AllDifferentBounds::new(views)));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap();
    /// assert_eq!(e.values(views[2]), [3, 4]);
    /// # Ok::<(), solver_core::engine::BuildError>(())
    /// ```
    pub fn new(views: impl IntoIterator<Item = View>) -> AllDifferentBounds {
        let values = AllDifferentValue::new(views);
        let n = values.views().len();
        AllDifferentBounds {
            bounds: vec![(0, 0); n].into(),
            hull: (0, 0),
            sweep: Sweep::new(n),
            counts: vec![0; n + 1].into(),
            moved: Vec::with_capacity(2 * n),
            values,
        }
    }

    /// Reads all bounds and records newly fixed views. Returns whether a pass may find anything.
    fn read(&mut self, cx: &Context<'_>, fixed: usize) -> bool {
        let (bounds, values) = (&mut self.bounds, &self.values);
        let (mut lowest, mut highest) = (i32::MAX, i32::MIN);
        self.moved.clear();
        for (view, position) in values.unfixed(fixed) {
            let (low, high) = cx.bounds(view);
            bounds[position] = (low, high);
            if low == high {
                self.moved.push(position as u32);
            }
            lowest = lowest.min(low);
            highest = highest.max(high);
        }
        self.hull = (lowest, highest);
        // The values that no fixed view takes, as bits counted from the lowest value.
        let mut free = !0u64;
        for (view, position) in values.fixed(fixed) {
            let v = cx.min(view);
            bounds[position] = (v, v);
            let d = v.wrapping_sub(lowest) as u32;
            free &= !u64::from(d < 64).wrapping_shl(d);
        }
        let m = bounds.len() - fixed;
        if m > SMALL {
            // With this many views, counting and comparing sizes costs half a pass and rarely saves one.
            return true;
        }
        if i64::from(highest) - i64::from(lowest) >= 64 {
            return hall::possible(m, values.unfixed(fixed).map(|(view, _)| cx.size(view)), &mut self.counts);
        }
        // The intervals on the shortened axis.
        let mut small = [(0, 0); SMALL];
        for ((_, position), small) in values.unfixed(fixed).zip(&mut small) {
            let (low, high) = bounds[position];
            let below = (free & !(!0 << low.wrapping_sub(lowest))).count_ones();
            let upto = (free & !(!1 << high.wrapping_sub(lowest))).count_ones();
            *small = (below, upto);
        }
        let small = &mut small[..m];
        hall::possible(m, small.iter().map(|(start, end)| end - start), &mut self.counts) && has_hall_interval(small)
    }

    /// Makes one pass over the unfixed views; returns whether another pass may find more.
    fn pass(&mut self, cx: &mut Context<'_>, fixed: usize) -> Result<bool, Conflict> {
        let views = self.values.views();
        let unfixed = self.values.unfixed(fixed).map(|(_, position)| position);
        let gone = self.values.fixed(fixed).map(|(_, position)| self.bounds[position].0);
        self.sweep.lay_out(&self.bounds, self.hull, unfixed.clone(), gone);
        let mut again = false;
        match self.sweep.raise(unfixed.clone()) {
            None => return cx.fail(|| Lazy(0)),
            // Without a Hall interval, the mirrored sweep finds nothing either.
            Some(false) => return Ok(false),
            Some(true) => {}
        }
        for &(position, value) in &self.sweep.news {
            let view = views[position as usize];
            cx.at_least(view, value, || Lazy(position))?;
            let (low, high) = cx.bounds(view);
            again |= low != value || low == high;
            self.moved.push(position);
        }
        if self.sweep.lower(unfixed).is_none() {
            return cx.fail(|| Lazy(0));
        }
        for &(position, value) in &self.sweep.news {
            let view = views[position as usize];
            cx.at_most(view, value, || Lazy(position))?;
            let (low, high) = cx.bounds(view);
            again |= high != value || low == high;
            self.moved.push(position);
        }
        Ok(again)
    }
}

impl Propagator for AllDifferentBounds {
    fn scope(&self, scope: &mut Scope) {
        scope
            .watch_all(self.values.views(), Wake::Bounds)
            .priority(4)
            .modified_positions()
            .trailed_integers(CELLS)
            .idempotent();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        let n = self.values.views().len();
        let mut fixed = self.values.eliminate(cx, modified)?;
        loop {
            if fixed + 1 >= n {
                return Ok(Status::Entailed);
            }
            let promising = self.read(cx, fixed);
            if !self.moved.is_empty() {
                // A view was fixed through another view of its variable. Its value is first removed from all other
                // views, because otherwise the axis would be shorter here than in an explanation.
                fixed = self.values.eliminate(cx, &self.moved)?;
                continue;
            }
            if !promising {
                return Ok(Status::Stable);
            }
            cx.work(4 * n)?;
            if !self.pass(cx, fixed)? {
                return Ok(Status::Stable);
            }
            fixed = self.values.eliminate(cx, &self.moved)?;
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        match fact {
            Some(fact) if matches!(fact.relation(), Relation::Equal | Relation::NotEqual) => {
                self.values.explain(past, Some(fact), hint, why)
            }
            _ => hall_interval::explain(self.values.views(), past, fact, hint, why),
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if rule == &VALUE_TAKEN {
            check::has_clash(self.values.views(), case)
        } else {
            rule == &HALL_INTERVAL && check::has_overfull_interval(self.values.views(), case)
        }
    }
}

/// Checks whether some proper subset of the intervals (ends exclusive) fills an interval, or any subset overfills one.
/// Sorts the intervals by their ends. Quadratic.
fn has_hall_interval(intervals: &mut [(u32, u32)]) -> bool {
    for i in 1..intervals.len() {
        let mut at = i;
        while at > 0 && intervals[at - 1].1 > intervals[at].1 {
            intervals.swap(at - 1, at);
            at -= 1;
        }
    }
    let m = intervals.len() as u32;
    intervals.iter().any(|&(start, _)| {
        let mut count = 0;
        intervals.iter().any(|&(low, end)| {
            count += u32::from(low >= start);
            low >= start && count >= end - start && (count < m || count > end - start)
        })
    })
}
