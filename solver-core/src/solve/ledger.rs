//! A common account for several searches: limits apply to their total.

use crate::search::{Limits, Statistics};
use std::time::Instant;

/// The limits of a query that takes several searches, and how much of them has been used.
pub(super) struct Ledger {
    limits: Limits,
    deadline: Option<Instant>,
    searches: u64,
    spent: Statistics,
}

impl Ledger {
    /// Opens the account; the time limit starts running now.
    pub(super) fn open(limits: Limits) -> Ledger {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Ledger { limits, deadline, searches: 0, spent: Statistics::default() }
    }

    /// The limits of the next search.
    pub(super) fn left(&self) -> Limits {
        let time = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        Limits { time, ..self.spent.leaves(&self.limits) }
    }

    /// Records the statistics of a search.
    pub(super) fn enter(&mut self, statistics: Statistics) {
        self.searches += 1;
        self.spent = self.spent + statistics;
    }

    /// The number of searches.
    pub(super) fn searches(&self) -> u64 {
        self.searches
    }

    /// The total statistics.
    pub(super) fn spent(&self) -> Statistics {
        self.spent
    }
}
