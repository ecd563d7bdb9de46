//! What a search tells of itself: its statistics, and the result of a step.

use crate::budget::StopReason;

/// Statistics of a search so far.
#[doc(alias("nodes", "failures", "propagations", "conflicts"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Nodes visited: the root, and one for every branch taken.
    pub nodes: u64,
    /// Nodes at which propagation failed.
    pub failures: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Propagator runs.
    pub propagations: u64,
    /// The largest number of branches between the root and a node.
    pub peak_depth: u64,
    /// How often the search returned to the root to begin another iteration.
    pub restarts: u64,
}

/// The result of a search step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// All decision variables are fixed: a solution.
    Solution,
    /// The whole tree was searched.
    Exhausted,
    /// A limit was reached.
    Stopped(StopReason),
}

impl Step {
    /// The limit that stopped the search early. The solution limit is none: the requested number of solutions was
    /// found.
    ///
    /// ```
    /// use solver_core::{StopReason, search::Step};
    /// assert_eq!(Step::Stopped(StopReason::Nodes).cut_short(), Some(StopReason::Nodes));
    /// assert_eq!(Step::Stopped(StopReason::Solutions).cut_short(), None);
    /// assert_eq!(Step::Exhausted.cut_short(), None);
    /// ```
    pub fn cut_short(self) -> Option<StopReason> {
        match self {
            Step::Solution | Step::Exhausted | Step::Stopped(StopReason::Solutions) => None,
            Step::Stopped(by) => Some(by),
        }
    }
}
