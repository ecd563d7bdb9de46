//! The dual bound of the objective, and when a solution is good enough to stop.

use super::{Phase, SearchTree, Step};
use crate::budget::StopReason;
use crate::search::GoodEnough;

impl SearchTree {
    /// Ends at a solution that is good enough.
    pub(crate) fn is_good_enough_at(&mut self, good_enough: GoodEnough) {
        self.good_enough = good_enough;
    }

    /// The dual bound: no solution has a smaller value of the objective.
    pub(crate) fn bound(&self) -> Option<i32> {
        let best = self.objective.as_ref()?.best();
        match (self.bound, best) {
            (_, Some(best)) if self.phase == Phase::Ended(Step::Exhausted) => Some(best),
            (Some(bound), Some(best)) => Some(bound.min(best)),
            (bound, _) => bound,
        }
    }

    /// Takes the bound of the objective at the root, whose fixpoint was reached.
    pub(super) fn note_bound(&mut self) {
        if let Some(objective) = &self.objective {
            self.bound = self.bound.max(Some(self.engine.min(objective.view)));
        }
    }

    /// Why the best solution need not be improved.
    pub(super) fn is_good_enough(&self) -> Option<StopReason> {
        let best = self.objective.as_ref()?.best()?;
        self.good_enough.reached(best, self.bound()?)
    }
}
