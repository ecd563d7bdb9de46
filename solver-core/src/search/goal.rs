//! The goal of a search: which solutions count.

use super::{GoodEnough, Objective};
use crate::budget::StopReason;
use crate::engine::Engine;

/// The goal of a search.
pub(crate) enum Goal {
    /// Every solution.
    All,
    /// Projection onto this many leading variables of the brancher: one solution for each assignment to these
    /// variables.
    Projection(usize),
    /// Solutions that are better than the incumbent.
    Optimum(BranchAndBound),
}

/// Branch and bound: the objective, its dual bound, and the criteria for a solution that is good enough.
pub(crate) struct BranchAndBound {
    pub(crate) objective: Objective,
    pub(crate) good_enough: GoodEnough,
    /// The smallest objective value at the root.
    bound: Option<i32>,
    /// Whether the search has only backtracked since the last solution, without meeting a node that allows a better
    /// one.
    pub(crate) climbing: bool,
}

impl BranchAndBound {
    pub(crate) fn new(objective: Objective) -> BranchAndBound {
        BranchAndBound { objective, good_enough: GoodEnough::default(), bound: None, climbing: false }
    }

    /// Takes over the bound of another search of the same problem.
    pub(crate) fn import_bound(&mut self, other: &BranchAndBound) {
        self.bound = self.bound.max(other.bound);
    }

    /// Schedules the propagator that enforces the bound if there is an incumbent and the objective's domain contains
    /// values above the limit.
    #[inline]
    pub(crate) fn hold(&self, engine: &mut Engine) {
        let objective = &self.objective;
        if objective.is_limited() && objective.exceeds(engine.max(objective.view)) {
            engine.wake(objective.propagator);
        }
    }

    /// Records a solution. The objective is fixed, because every decision variable is.
    pub(crate) fn found(&mut self, engine: &Engine) {
        self.objective.found(engine.min(self.objective.view));
        self.climbing = true;
    }

    /// Records the lower bound of the objective at the root's fixpoint.
    pub(crate) fn note_bound(&mut self, engine: &Engine) {
        self.bound = self.bound.max(Some(engine.min(self.objective.view)));
    }

    /// Returns the dual bound: no solution has a smaller objective value.
    pub(crate) fn bound(&self, exhausted: bool) -> Option<i32> {
        match (self.bound, self.objective.best()) {
            (_, Some(best)) if exhausted => Some(best),
            (Some(bound), Some(best)) => Some(bound.min(best)),
            (bound, _) => bound,
        }
    }

    /// Returns why the search need not improve on the incumbent, if that is so.
    pub(crate) fn is_good_enough(&self) -> Option<StopReason> {
        self.good_enough.reached(self.objective.best()?, self.bound(false)?)
    }
}
