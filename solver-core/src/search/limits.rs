//! Limits: when to stop a search early.

use crate::budget::{CancelToken, StopReason};
use std::time::Duration;

/// Limits of a search; `None` means no limit.
#[doc(alias("timeout", "node limit", "failure limit"))]
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time from the start of the search. Kept within a few milliseconds.
    pub time: Option<Duration>,
    /// Nodes of the tree, the root included. Exactly this many are visited.
    pub nodes: Option<u64>,
    /// Failed nodes.
    pub failures: Option<u64>,
    /// Solutions.
    pub solutions: Option<u64>,
    /// Bytes that domains, trail, modified positions and the search stack may take. Checked at every node; the
    /// propagators' own state and the memory used for building are not counted.
    pub memory: Option<usize>,
    /// A value of the objective that is good enough: the search stops at a solution that has it or a better one.
    pub objective: Option<i32>,
    /// A relative gap between the best solution and the bound that is good enough, from 0; see [`Incumbent::gap`](crate::solve::Incumbent::gap).
    pub gap: Option<f64>,
    /// Stops when somebody cancels.
    pub cancel: Option<CancelToken>,
}

impl Limits {
    /// Whether there is any limit.
    pub(crate) fn any(&self) -> bool {
        // What is good enough may never be found.
        let Limits { time, nodes, failures, solutions, memory, objective: _, gap: _, cancel } = self;
        time.is_some()
            || [nodes, failures, solutions].into_iter().any(|limit| limit.is_some())
            || memory.is_some()
            || cancel.is_some()
    }
}

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
