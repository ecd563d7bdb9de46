//! Branch and bound: after a solution only better ones count.
//!
//! The tree stays what it is, depth first and complete. Each solution tightens a limit that the
//! whole rest of the tree must meet; a propagator holds the objective to it, and is modified wherever the search goes on,
//! because what it knows holds at every node (A. H. Land, A. G. Doig, Econometrica 28(3), 1960).

use crate::prelude_propagator::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

static BETTER: Rule = Rule {
    name: "objective.better",
    text: "a solution is known, and only better ones are looked for, so {fact}",
    justification: Justification::UnitPropagation,
};

/// The largest value of the objective that is still of interest.
#[derive(Clone, Debug)]
pub(crate) struct Limit(Arc<AtomicI32>);

impl Limit {
    /// No solution is known.
    pub(crate) fn open() -> Limit {
        Limit(Arc::new(AtomicI32::new(View::LIMIT)))
    }

    fn get(&self) -> i32 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The objective of a tree: a view to be made small.
#[derive(Clone, Debug)]
pub(crate) struct Objective {
    /// The number of the propagator that holds it to the limit.
    pub(crate) propagator: u32,
    pub(crate) view: View,
    pub(crate) limit: Limit,
}

impl Objective {
    /// A solution with this value was found.
    pub(crate) fn found(&self, value: i32) {
        // What is heard of other searches may be worse than what this one has found.
        self.limit.0.fetch_min(value - 1, Ordering::Relaxed);
    }

    /// Whether this value is of no interest any more.
    #[inline]
    pub(crate) fn exceeds(&self, value: i32) -> bool {
        value > self.limit.get()
    }

    /// Whether a solution is known, so that only better ones count.
    pub(crate) fn is_limited(&self) -> bool {
        self.limit.get() < View::LIMIT
    }
}

/// `objective <= limit`, where the limit sinks as solutions are found.
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
        // What others do to the objective does not matter: the tree wakes it.
        scope.watch(self.objective, Wake::Fixed);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        cx.at_most(self.objective, self.limit.get(), || BETTER.because([]))?;
        Ok(Status::Stable)
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        &BETTER
    }

    /// Limits only sink: what was of no interest then is of none now.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &BETTER && case.min(self.objective).is_none_or(|least| least > self.limit.get())
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(Bounded { objective: self.objective, limit: self.limit.clone() })
    }
}
