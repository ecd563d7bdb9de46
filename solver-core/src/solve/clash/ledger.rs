//! One account for many searches: limits apply to their sum.

use super::Effort;
use crate::search::{Limits, Statistics};
use std::time::Instant;

/// What may still be spent, and what was spent.
pub(super) struct Ledger {
    limits: Limits,
    deadline: Option<Instant>,
    effort: Effort,
}

impl Ledger {
    /// Starts the clock.
    pub(super) fn open(limits: &Limits) -> Ledger {
        // Each search ends at its first solution anyway.
        let limits = Limits { solutions: None, ..limits.clone() };
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Ledger { limits, deadline, effort: Effort::default() }
    }

    /// The limits of the next search.
    pub(super) fn left(&self) -> Limits {
        let less = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
        Limits {
            time: self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
            nodes: less(self.limits.nodes, self.effort.nodes),
            failures: less(self.limits.failures, self.effort.failures),
            ..self.limits.clone()
        }
    }

    /// Adds the cost of a search.
    pub(super) fn enter(&mut self, statistics: &Statistics) {
        self.effort.searches += 1;
        self.effort.nodes += statistics.nodes;
        self.effort.failures += statistics.failures;
        self.effort.propagations += statistics.propagations;
    }

    /// Records that a reason was wrong.
    pub(super) fn distrust(&mut self) {
        self.effort.distrusted = true;
    }

    pub(super) fn effort(&self) -> Effort {
        self.effort
    }
}
