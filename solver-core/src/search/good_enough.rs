//! When a solution is good enough, though it may not be the best.

use crate::budget::StopReason;

/// When a solution is good enough to stop, in terms of what is minimised.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct GoodEnough {
    /// At this value or below.
    pub(crate) value: Option<i32>,
    /// When the relative gap to the bound is at most this.
    pub(crate) gap: Option<f64>,
}

impl GoodEnough {
    /// Why a search with this best value and bound need not go on.
    pub(crate) fn reached(self, best: i32, bound: i32) -> Option<StopReason> {
        if self.value.is_some_and(|value| best <= value) {
            return Some(StopReason::Objective);
        }
        // Without any gap the optimum is proved, and the search ends by itself.
        self.gap.is_some_and(|limit| best > bound && gap(best, bound) <= limit).then_some(StopReason::Gap)
    }
}

/// The gap between the best value and the bound, relative to the best value.
pub(crate) fn gap(best: i32, bound: i32) -> f64 {
    (f64::from(best) - f64::from(bound)).abs() / f64::from(best).abs().max(1.0)
}
