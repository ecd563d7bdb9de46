//! Limits: when to stop a search before its end.

use crate::budget::CancelToken;
use std::time::Duration;

/// Limits of a search; `None` means no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time from the start of the search. Holds within a few milliseconds.
    pub time: Option<Duration>,
    /// Nodes of the tree, the root included. Exactly so many are visited.
    pub nodes: Option<u64>,
    /// Failed nodes.
    pub failures: Option<u64>,
    /// Solutions.
    pub solutions: Option<u64>,
    /// Bytes that domains, trail, inboxes and the search stack may take. Looked at at every
    /// node; the propagators' own state and what building took are not counted.
    pub memory: Option<usize>,
    /// Stops when somebody cancels.
    pub cancel: Option<CancelToken>,
}

impl Limits {
    /// Whether anything can stop the search.
    pub(crate) fn any(&self) -> bool {
        let Limits { time, nodes, failures, solutions, memory, cancel } = self;
        time.is_some()
            || [nodes, failures, solutions].into_iter().any(|limit| limit.is_some())
            || memory.is_some()
            || cancel.is_some()
    }
}
