//! Stopping criteria for optimisation: when a solution is good enough.

use crate::budget::StopReason;

/// The criteria for stopping at a solution. All values refer to the minimised form of the objective.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct GoodEnough {
    /// The search stops at a solution with this value or a smaller one.
    pub(crate) value: Option<i32>,
    /// The search stops when the relative gap to the bound is at most this number.
    pub(crate) gap: Option<f64>,
}

impl GoodEnough {
    /// Returns why a search with this best value and bound may stop, if it may.
    pub(crate) fn reached(self, best: i32, bound: i32) -> Option<StopReason> {
        if self.value.is_some_and(|value| best <= value) {
            return Some(StopReason::Objective);
        }
        // If the bound equals the best value, optimality is proved and the search ends by itself.
        self.gap.is_some_and(|limit| best > bound && gap(best, bound) <= limit).then_some(StopReason::Gap)
    }
}

/// Returns the gap between the best value and the bound, relative to the best value.
pub(crate) fn gap(best: i32, bound: i32) -> f64 {
    (f64::from(best) - f64::from(bound)).abs() / f64::from(best).abs().max(1.0)
}
