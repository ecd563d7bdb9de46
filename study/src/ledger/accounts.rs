//! Accounts of propagators, updated by the events of a search.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

/// What the propagators of a constraint did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// Runs of a propagator.
    pub calls: u64,
    /// Facts inferred: `x != v`, `x = v`, `x >= v` or `x <= v`, each one pruning however many values go with it.
    pub prunings: u64,
    /// Values that the prunings removed from domains.
    pub removed: u64,
    /// Runs that found out that there is no solution below the node.
    pub failures: u64,
    /// Runs that inferred nothing and did not fail.
    pub useless: u64,
    /// Wall-clock time of the runs, what the observer does with each inference not included; zero unless it is measured
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

/// The accounts of all propagators, by their numbers, and who runs.
///
/// A run is reconstructed from the events: it begins, infers facts or fails, and ends when something else happens.
#[derive(Clone, Debug, Default)]
pub(crate) struct Accounts {
    all: Vec<Account>,
    /// The propagator that runs, and whether it has found something.
    running: Option<(usize, bool)>,
    is_timed: bool,
    /// Since when it runs, as far as time is measured.
    since: Option<Instant>,
}

impl Accounts {
    /// From now on the time of each run is measured.
    pub(crate) fn timed(self) -> Accounts {
        Accounts { is_timed: true, ..self }
    }

    pub(crate) fn is_timed(&self) -> bool {
        self.is_timed
    }

    pub(crate) fn all(&self) -> &[Account] {
        &self.all
    }

    /// A search with this many propagators begins: nothing is counted yet.
    pub(crate) fn begin(&mut self, propagators: usize) {
        *self = Accounts { all: vec![Account::default(); propagators], is_timed: self.is_timed, ..Accounts::default() };
    }

    /// A propagator is about to run; who ran before is done.
    pub(crate) fn runs(&mut self, propagator: usize) {
        self.settle();
        // If the beginning of a search was not observed the number of propagators is unknown.
        if self.all.len() <= propagator {
            self.all.resize(propagator + 1, Account::default());
        }
        self.all[propagator].calls += 1;
        self.running = Some((propagator, false));
        self.since = self.is_timed.then(Instant::now);
    }

    /// The running propagator has inferred a fact, which removed this many values.
    pub(crate) fn inferred(&mut self, removed: u64) {
        if let Some(account) = self.finder() {
            account.prunings += 1;
            account.removed += removed;
        }
    }

    /// The node fails: who runs has found that out, if somebody runs.
    pub(crate) fn failed(&mut self) {
        if let Some(account) = self.finder() {
            account.failures += 1;
        }
        self.settle();
    }

    /// The run is over.
    pub(crate) fn settle(&mut self) {
        self.stop_the_clock();
        if let Some((propagator, false)) = self.running.take() {
            self.all[propagator].useless += 1;
        }
    }

    /// The account of who runs, which has found something. From here on the time is the observer's.
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
