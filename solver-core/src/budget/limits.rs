//! Limits: conditions that stop a search early.

use super::CancelToken;
use std::time::Duration;

/// Limits of a search; `None` means no limit.
#[doc(alias("timeout", "node limit", "failure limit"))]
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time since the search was requested, including compilation. Accurate to a few milliseconds.
    pub time: Option<Duration>,
    /// The maximum number of nodes, including the root. If this limit stops the search, exactly this many nodes were
    /// visited.
    pub nodes: Option<u64>,
    /// The maximum number of failed nodes.
    pub failures: Option<u64>,
    /// The maximum number of solutions.
    pub solutions: Option<u64>,
    /// The maximum number of bytes for domains, trail, modified positions and the search stack. Checked at every node;
    /// the propagators' own state and the memory used for building are not counted.
    pub memory: Option<usize>,
    /// An objective value that is good enough: the search stops at a solution with this value or a better one.
    pub objective: Option<i32>,
    /// A relative gap, at least 0: the search stops once the best solution is this close to the bound. See
    /// [`Incumbent::gap`](crate::solve::Incumbent::gap).
    pub gap: Option<f64>,
    /// The token whose cancellation stops the search.
    pub cancel: Option<CancelToken>,
}

impl Limits {
    /// Whether any limit is set other than those on the objective and the gap.
    pub(crate) fn any(&self) -> bool {
        // A good enough solution may never be found.
        let Limits { time, nodes, failures, solutions, memory, objective: _, gap: _, cancel } = self;
        time.is_some()
            || [nodes, failures, solutions].into_iter().any(|limit| limit.is_some())
            || memory.is_some()
            || cancel.is_some()
    }
}
