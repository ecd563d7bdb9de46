//! Branch and bound: after each solution, the search only looks for better ones.
//!
//! The search remains depth-first and complete. Each solution tightens a bound that all later solutions must meet (A.
//! H. Land, A. G. Doig, Econometrica 28(3), 1960). A propagator enforces the bound. It is scheduled wherever the search
//! continues, because the bound applies at every node.

use super::totals::ObjectiveSum;
use crate::prelude_propagator::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

static BETTER: Rule =
    Rule::new("objective.better", "a solution is known, and only better ones are looked for, so {fact}");

/// The objective limit: only solutions with at most this objective value count.
#[derive(Clone, Debug)]
pub(crate) struct Limit(Arc<AtomicI32>);

impl Limit {
    /// Creates the limit of a search without an incumbent.
    pub(crate) fn open() -> Limit {
        Limit(Arc::new(AtomicI32::new(View::LIMIT)))
    }

    fn get(&self) -> i32 {
        self.0.load(Ordering::Relaxed)
    }

    /// Replaces the limit: from now on, only solutions with a smaller value count.
    pub(crate) fn set(&self, value: i32) {
        self.0.store(value.saturating_sub(1), Ordering::Relaxed);
    }
}

/// The objective of a tree: a view to minimise.
#[derive(Clone, Debug)]
pub(crate) struct Objective {
    /// The index of the propagator that enforces the bound.
    pub(crate) propagator: u32,
    pub(crate) view: View,
    pub(crate) limit: Limit,
    /// The terms of the objective, for core-guided search.
    pub(crate) sum: Option<Arc<ObjectiveSum>>,
}

impl Objective {
    /// A copy of the objective for a search that does not share the bound.
    pub(crate) fn unshared(&self) -> Objective {
        Objective { limit: Limit(Arc::new(AtomicI32::new(self.limit.get()))), ..self.clone() }
    }

    /// Records a solution with this objective value.
    pub(crate) fn found(&self, value: i32) {
        // Another search may already have lowered the shared limit further.
        self.limit.0.fetch_min(value - 1, Ordering::Relaxed);
    }

    /// The best known value, from this search or another.
    pub(crate) fn best(&self) -> Option<i32> {
        self.is_limited().then(|| self.limit.get() + 1)
    }

    /// Whether `value` is above the limit.
    #[inline]
    pub(crate) fn exceeds(&self, value: i32) -> bool {
        value > self.limit.get()
    }

    /// Whether there is an incumbent, so that only better solutions count.
    pub(crate) fn is_limited(&self) -> bool {
        self.limit.get() < View::LIMIT
    }
}

/// `objective <= limit`, where the limit falls as solutions are found.
#[derive(Clone)]
pub(crate) struct Bounded {
    objective: View,
    limit: Limit,
}

impl Bounded {
    pub(crate) fn new(objective: View, limit: Limit) -> Bounded {
        Bounded { objective, limit }
    }
}

impl Propagator for Bounded {
    fn scope(&self, scope: &mut Scope) {
        // No other objective change needs to wake this propagator, because the search tree schedules it.
        scope.watch(self.objective, Wake::Fixed);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        cx.at_most(self.objective, self.limit.get(), || BETTER.because([]))?;
        Ok(Status::Stable)
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        &BETTER
    }

    /// The limit only falls, so any value excluded when the inference was made is still excluded.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &BETTER && case.min(self.objective).is_none_or(|least| least > self.limit.get())
    }
}
