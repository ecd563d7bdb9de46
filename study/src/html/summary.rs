//! Summarises a search while it runs, in bounded memory, because some runs are too long to record.

use super::depths::Depths;
use super::subtrees::Subtrees;
use crate::ledger::{Account, Accounts};
use crate::recording;
use solver_core::Atom;
use solver_core::engine::Engine;
use solver_core::observe::{Event, Observer};
use std::ops::ControlFlow;

/// The shape of a search and the work of its propagators.
///
/// A summary can observe a search alongside a recorder, or process the events of a search that ran elsewhere
/// ([`Summary::read`]).
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 2, 0..=1)?;
/// m.all_different(&x);
/// let mut summary = study::html::Summary::new();
/// m.search().observe(&mut summary)?;
/// assert_eq!(summary.accounts()[0].prunings, 2); // x[0] = 0 takes a value from x[1], and so does x[0] = 1
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Summary {
    pub(super) subtrees: Subtrees,
    pub(super) depths: Depths,
    accounts: Accounts,
}

impl Summary {
    /// Creates an empty summary.
    pub fn new() -> Summary {
        Summary { subtrees: Subtrees::new(), depths: Depths::new(), accounts: Accounts::default() }
    }

    /// Also measures the time of each propagator. The times depend on the machine.
    #[must_use]
    pub fn timed(self) -> Summary {
        Summary { accounts: self.accounts.timed(), ..self }
    }

    /// Checks whether time is measured.
    pub fn is_timed(&self) -> bool {
        self.accounts.is_timed()
    }

    /// Returns the work of each propagator, by index. Domains are not tracked, so [`Account::removed`] is 0.
    pub fn accounts(&self) -> &[Account] {
        self.accounts.all()
    }

    /// Processes one event, which was recorded or read from a trace.
    pub fn read(&mut self, event: &recording::Event) {
        use recording::Event;
        match *event {
            Event::Decide { depth, fact, .. } => self.decide(depth.into(), fact),
            Event::Propagate { propagator } => self.accounts.runs(propagator as usize),
            Event::Prune(_) => self.accounts.inferred(0),
            Event::Fail { .. } => self.fail(),
            Event::Solution { .. } => self.solution(),
            Event::Backtrack { depth } => self.back(depth.into()),
            Event::Restart { .. } => self.restart(),
            // This event occurs between a backtrack and an inference, and is not drawn.
            Event::Learn { .. } => {}
        }
    }

    /// Ends the search and accounts for the last propagator run.
    pub fn finish(&mut self) {
        self.accounts.settle();
    }

    fn decide(&mut self, depth: u64, fact: Atom) {
        self.accounts.settle();
        self.subtrees.enter(depth, Some(fact));
        self.depths.enter(depth);
    }

    fn fail(&mut self) {
        self.accounts.failed();
        self.subtrees.failure();
        self.depths.failure();
    }

    fn solution(&mut self) {
        self.accounts.settle();
        self.subtrees.solution();
        self.depths.solution();
    }

    fn back(&mut self, depth: u64) {
        self.accounts.settle();
        self.subtrees.back(depth);
    }

    fn restart(&mut self) {
        self.accounts.settle();
        self.subtrees.enter(0, None);
        self.depths.enter(0);
    }
}

impl Default for Summary {
    fn default() -> Summary {
        Summary::new()
    }
}

impl Observer for Summary {
    fn see(&mut self, event: &Event, _: &Engine) -> ControlFlow<()> {
        match *event {
            Event::Decide { depth, atom, .. } => self.decide(depth, atom),
            Event::Propagate { propagator } => self.accounts.runs(propagator),
            Event::Prune { .. } => self.accounts.inferred(0),
            Event::Fail { .. } => self.fail(),
            Event::Solution { .. } => self.solution(),
            Event::Backtrack { depth } => self.back(depth),
            Event::Restart { .. } => self.restart(),
            Event::Done { .. } => self.finish(),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
