//! Stopping criteria of optimisation: when a solution need not be improved.

use crate::budget::StopReason;

/// When a solution is good enough to stop. Values are those of the minimised objective.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct GoodEnough {
    /// Stop at this value or below.
    pub(crate) value: Option<i32>,
    /// Stop when the relative gap to the bound is at most this.
    pub(crate) gap: Option<f64>,
}

impl GoodEnough {
    /// Returns why a search with this best value and bound may stop.
    pub(crate) fn reached(self, best: i32, bound: i32) -> Option<StopReason> {
        if self.value.is_some_and(|value| best <= value) {
            return Some(StopReason::Objective);
        }
        // With a gap of 0 the optimum is proved, and the search ends by itself.
        self.gap.is_some_and(|limit| best > bound && gap(best, bound) <= limit).then_some(StopReason::Gap)
    }
}

/// The gap between the best value and the bound, relative to the best value.
pub(crate) fn gap(best: i32, bound: i32) -> f64 {
    (f64::from(best) - f64::from(bound)).abs() / f64::from(best).abs().max(1.0)
}
