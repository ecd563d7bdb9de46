//! A search summarised while it runs, in bounded memory: for runs too long to record.

use super::depths::Depths;
use super::subtrees::Subtrees;
use crate::ledger::{Account, Accounts};
use crate::recording;
use solver_core::Atom;
use solver_core::engine::Engine;
use solver_core::observe::{Event, Observer};
use std::ops::ControlFlow;

/// The shape of a search and what its propagators did.
///
/// It observes a search in addition to a recorder, and may receive the events of one that ran elsewhere
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

/// What matters of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Heard {
    Decide { depth: u64, fact: Atom },
    Propagate(usize),
    Prune,
    Fail,
    Solution,
    Backtrack(u64),
    Restart,
    Done,
}

impl Summary {
    /// Nothing has happened yet.
    pub fn new() -> Summary {
        Summary { subtrees: Subtrees::new(), depths: Depths::new(), accounts: Accounts::default() }
    }

    /// Measures the time of each run of a propagator, too. What it reads depends on the machine.
    #[must_use]
    pub fn timed(self) -> Summary {
        Summary { accounts: self.accounts.timed(), ..self }
    }

    /// Whether time is measured.
    pub fn is_timed(&self) -> bool {
        self.accounts.is_timed()
    }

    /// What each propagator did, by its number. Domains are not followed: of the values removed nothing is known, and
    /// [`Account::removed`] is 0.
    pub fn accounts(&self) -> &[Account] {
        self.accounts.all()
    }

    /// One event of a search that was recorded, or read from a trace.
    pub fn read(&mut self, event: &recording::Event) {
        self.hear(match *event {
            recording::Event::Decide { depth, fact, .. } => Heard::Decide { depth: depth.into(), fact },
            recording::Event::Propagate { propagator } => Heard::Propagate(propagator as usize),
            recording::Event::Prune(_) => Heard::Prune,
            recording::Event::Fail { .. } => Heard::Fail,
            recording::Event::Solution { .. } => Heard::Solution,
            recording::Event::Backtrack { depth } => Heard::Backtrack(depth.into()),
            recording::Event::Restart { .. } => Heard::Restart,
            // It comes between a way back and an inference, and draws nothing.
            recording::Event::Learn { .. } => return,
        });
    }

    /// The search is over: the last run of a propagator is settled.
    pub fn finish(&mut self) {
        self.hear(Heard::Done);
    }

    fn hear(&mut self, heard: Heard) {
        self.count(heard);
        self.draw(heard);
    }

    /// What the propagators do.
    fn count(&mut self, heard: Heard) {
        match heard {
            Heard::Propagate(propagator) => self.accounts.runs(propagator),
            Heard::Prune => self.accounts.inferred(0),
            Heard::Fail => self.accounts.failed(),
            Heard::Decide { .. } | Heard::Solution | Heard::Backtrack(_) | Heard::Restart | Heard::Done => {
                self.accounts.settle();
            }
        }
    }

    /// The shape that the tree takes.
    fn draw(&mut self, heard: Heard) {
        match heard {
            Heard::Decide { depth, fact } => {
                self.subtrees.enter(depth, Some(fact));
                self.depths.enter(depth);
            }
            Heard::Fail => {
                self.subtrees.failure();
                self.depths.failure();
            }
            Heard::Solution => {
                self.subtrees.solution();
                self.depths.solution();
            }
            Heard::Backtrack(depth) => self.subtrees.back(depth),
            Heard::Restart => {
                self.subtrees.enter(0, None);
                self.depths.enter(0);
            }
            Heard::Propagate(_) | Heard::Prune | Heard::Done => {}
        }
    }
}

impl Default for Summary {
    fn default() -> Summary {
        Summary::new()
    }
}

impl Observer for Summary {
    fn see(&mut self, event: &Event, _: &Engine) -> ControlFlow<()> {
        self.hear(match *event {
            Event::Decide { depth, atom, .. } => Heard::Decide { depth, fact: atom },
            Event::Propagate { propagator } => Heard::Propagate(propagator),
            Event::Prune { .. } => Heard::Prune,
            Event::Fail { .. } => Heard::Fail,
            Event::Solution { .. } => Heard::Solution,
            Event::Backtrack { depth } => Heard::Backtrack(depth),
            Event::Restart { .. } => Heard::Restart,
            Event::Done { .. } => Heard::Done,
            _ => return ControlFlow::Continue(()),
        });
        ControlFlow::Continue(())
    }
}
