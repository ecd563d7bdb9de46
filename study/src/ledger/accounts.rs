//! Accounts of propagators, updated from the events of a search.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

/// The work of a constraint's propagators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// The number of propagator runs.
    pub calls: u64,
    /// The number of inferred facts: `x != v`, `x = v`, `x >= v` or `x <= v`. Each is one pruning, no matter how many
    /// values it removes.
    pub prunings: u64,
    /// The number of values that the prunings removed from domains.
    pub removed: u64,
    /// The number of runs that failed.
    pub failures: u64,
    /// The number of runs that neither inferred anything nor failed.
    pub useless: u64,
    /// The wall-clock time of the runs, excluding the time that the observer takes. It is zero unless measured
    /// ([`Ledger::timed`](crate::Ledger::timed), [`Summary::timed`](crate::html::Summary::timed)).
    pub time: Duration,
}

impl AddAssign for Account {
    fn add_assign(&mut self, other: Account) {
        self.calls += other.calls;
        self.prunings += other.prunings;
        self.removed += other.removed;
        self.failures += other.failures;
        self.useless += other.useless;
        self.time += other.time;
    }
}

/// The accounts of all propagators, by index, and the running propagator.
///
/// Runs are reconstructed from the events: a run starts, infers facts or fails, and ends at any other event.
#[derive(Clone, Debug, Default)]
pub(crate) struct Accounts {
    all: Vec<Account>,
    /// The running propagator, and whether it has inferred a fact or failed.
    running: Option<(usize, bool)>,
    is_timed: bool,
    /// The time at which the running propagator started, if time is measured.
    since: Option<Instant>,
}

impl Accounts {
    /// Measures the time of each run from now on.
    pub(crate) fn timed(self) -> Accounts {
        Accounts { is_timed: true, ..self }
    }

    pub(crate) fn is_timed(&self) -> bool {
        self.is_timed
    }

    pub(crate) fn all(&self) -> &[Account] {
        &self.all
    }

    /// Starts the accounts of a search with the given number of propagators.
    pub(crate) fn begin(&mut self, propagators: usize) {
        *self = Accounts { all: vec![Account::default(); propagators], is_timed: self.is_timed, ..Accounts::default() };
    }

    /// Records that a propagator starts, which ends the previous run.
    pub(crate) fn runs(&mut self, propagator: usize) {
        self.settle();
        // The number of propagators is unknown if the beginning of the search was not observed.
        if self.all.len() <= propagator {
            self.all.resize(propagator + 1, Account::default());
        }
        self.all[propagator].calls += 1;
        self.running = Some((propagator, false));
        self.since = self.is_timed.then(Instant::now);
    }

    /// Records that the running propagator has inferred a fact that removed the given number of values.
    pub(crate) fn inferred(&mut self, removed: u64) {
        if let Some(account) = self.finder() {
            account.prunings += 1;
            account.removed += removed;
        }
    }

    /// Records that the node fails because of the running propagator, if any.
    pub(crate) fn failed(&mut self) {
        if let Some(account) = self.finder() {
            account.failures += 1;
        }
        self.settle();
    }

    /// Ends the current run.
    pub(crate) fn settle(&mut self) {
        self.stop_the_clock();
        if let Some((propagator, false)) = self.running.take() {
            self.all[propagator].useless += 1;
        }
    }

    /// Returns the account of the running propagator, which has inferred a fact or failed. Stops the clock, because
    /// time spent from here on is the observer's.
    fn finder(&mut self) -> Option<&mut Account> {
        self.stop_the_clock();
        let (propagator, found) = self.running.as_mut()?;
        *found = true;
        self.all.get_mut(*propagator)
    }

    fn stop_the_clock(&mut self) {
        if let (Some(since), Some((propagator, _))) = (self.since.take(), self.running) {
            self.all[propagator].time += since.elapsed();
        }
    }
}
