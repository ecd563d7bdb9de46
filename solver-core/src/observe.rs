//! The event stream: what a search does, reported step by step to an observer.
//!
//! Everything that shows the solver at work (a trace, a checker of reasons, a picture of the tree) is an [`Observer`]:
//! it receives one [`Event`] at a time and may query the engine in its current state. Observing changes nothing in the
//! search: the same nodes in the same order, and the same events every time. A search without an observer runs code
//! without any events.
//!
//! The order of events, for a search that runs to its end:
//!
//! ```text
//! run   = start node ( backtrack decide node )* done
//! node  = ( propagate prune* )* ( fail | solution | decide node )
//! ```
//!
//! The root has no `decide`: it is node 1 at depth 0. The parent of a node at depth `d` is the latest node before it at
//! depth `d - 1`. A search that is ended by a limit or its observer may stop after any event; unless the observer ended
//! it, the last event is `done`.
//!
//! `restart` begins a new iteration from the root; `learn` is reserved for clause learning.
//!
//! ```
//! use solver_core::prelude::*;
//! use solver_core::engine::Engine;
//! use solver_core::observe::{Event, Observer};
//! use std::ops::ControlFlow;
//!
//! /// How many values each constraint removed.
//! struct Removals(std::collections::BTreeMap<usize, u32>);
//!
//! impl Observer for Removals {
//!     fn see(&mut self, event: &Event<'_>, engine: &Engine) -> ControlFlow<()> {
//!         if let Event::Prune { position, .. } = *event
//!             && let Some(inference) = engine.inference(position)
//!         {
//!             *self.0.entry(inference.propagator).or_default() += 1;
//!         }
//!         ControlFlow::Continue(())
//!     }
//! }
//!
//! let mut m = Model::new();
//! let q = m.ints("q", 4, 0..=3)?;
//! m.all_different(&q);
//! let mut removals = Removals(Default::default());
//! m.search().node_limit(2).observe(&mut removals)?;
//! assert_eq!(removals.0[&0], 3); // q[0] = 0 takes one value from each of the others
//! # Ok::<(), ModelError>(())
//! ```

use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::{Engine, Halt};
use crate::model::SymbolTable;
use crate::search::{Statistics, Step};
use std::ops::ControlFlow;

/// An observer of a search.
///
/// A pair of observers is an observer, and so is an optional one in an `Option`. The first of a pair receives each
/// event first; if it ends the search, the second does not receive that event.
///
/// ```
/// use solver_core::engine::Engine;
/// use solver_core::observe::{Event, Observer};
/// use solver_core::prelude::*;
/// use std::ops::ControlFlow;
///
/// /// Counts events, and has seen enough after so many.
/// struct Until(u64, u64);
///
/// impl Observer for Until {
///     fn see(&mut self, _: &Event<'_>, _: &Engine) -> ControlFlow<()> {
///         self.0 += 1;
///         if self.0 == self.1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
///     }
/// }
///
/// let mut m = Model::new();
/// let x = m.ints("x", 3, 0..=2)?;
/// m.all_different(&x);
/// let mut both = (Until(0, 5), Some(Until(0, 100)));
/// let mut run = m.search().observe(&mut both)?;
/// assert_eq!(run.step(), Step::Stopped(StopReason::Observer));
/// let (first, second) = both;
/// assert_eq!((first.0, second.map(|second| second.0)), (5, Some(4)));
///
/// let nobody: Option<Until> = None;
/// let mut alone = (nobody, Until(0, 100));
/// m.search().observe(&mut alone)?;
/// assert!(alone.1.0 > 5);
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("tracer", "monitor", "callback", "event stream"))]
pub trait Observer {
    /// Receives one event, and the engine in its state just after it.
    ///
    /// [`ControlFlow::Break`] ends the search at once ([`StopReason::Observer`]); no event follows.
    fn see(&mut self, event: &Event<'_>, engine: &Engine) -> ControlFlow<()>;
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    fn see(&mut self, event: &Event<'_>, engine: &Engine) -> ControlFlow<()> {
        self.0.see(event, engine)?;
        self.1.see(event, engine)
    }
}

impl<O: Observer> Observer for Option<O> {
    fn see(&mut self, event: &Event<'_>, engine: &Engine) -> ControlFlow<()> {
        match self {
            Some(observer) => observer.see(event, engine),
            None => ControlFlow::Continue(()),
        }
    }
}

/// An event. Nodes are numbered as [`Statistics::nodes`] counts them, from 1.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The search begins; nothing has been propagated yet.
    Start {
        /// The model's names, when the search records reasons ([`Search::explaining`](crate::Search::explaining)).
        symbols: Option<&'a SymbolTable>,
    },
    /// A branch leads to a new node. Its atom is the latest fact on the trail.
    Decide {
        /// The node that it leads to.
        node: u64,
        /// The number of branches between the root and that node.
        depth: u64,
        /// The decision.
        atom: Atom,
        /// Which branch of the parent it is.
        branch: Branch,
    },
    /// A propagator is about to run.
    Propagate {
        /// Its index.
        propagator: usize,
    },
    /// That propagator has inferred an atom. Reported after its run, in the order of the inferences, and only when the
    /// search records reasons.
    Prune {
        /// The position on the atom trail, for [`Engine::inference`] and [`Engine::past`].
        position: usize,
        /// The inferred atom.
        atom: Atom,
    },
    /// There is no solution below this node; [`Engine::conflict`] returns the reason.
    Fail {
        /// The node.
        node: u64,
        /// Its depth.
        depth: u64,
    },
    /// All variables are fixed.
    Solution {
        /// The node.
        node: u64,
        /// Its depth.
        depth: u64,
        /// The number of solutions so far, this one included.
        number: u64,
    },
    /// Back at an open node, to take its next branch: everything inferred below it is undone.
    Backtrack {
        /// The depth of the open node.
        depth: u64,
    },
    /// Back at the root, to begin another restart: everything inferred below it is undone.
    Restart {
        /// The node: the root, visited once more.
        node: u64,
        /// The number of restarts so far, this one included.
        restart: u64,
    },
    /// The search has ended.
    Done {
        /// [`Step::Exhausted`] or [`Step::Stopped`].
        end: Step,
        /// Its statistics.
        statistics: Statistics,
    },
}

/// The branch that a decision takes at its node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branch {
    /// The first of a two-way node.
    Left,
    /// The second of a two-way node: the left one's negation.
    Right,
    /// One of the values of a d-way node.
    Value {
        /// Its index among them, from 0.
        index: u32,
        /// How many values the node has.
        of: u32,
    },
}

/// The observation of a search: [`Nobody`], at no cost, or an [`Observer`].
pub(crate) trait Watch {
    /// Propagates to the fixpoint.
    fn propagate(&mut self, engine: &mut Engine) -> Result<(), Halt>;

    /// Reports an event.
    fn tell<'a>(&mut self, engine: &Engine, event: impl FnOnce() -> Event<'a>) -> Result<(), StopReason>;
}

/// A search without an observer.
pub(crate) struct Nobody;

impl Watch for Nobody {
    #[inline(always)]
    fn propagate(&mut self, engine: &mut Engine) -> Result<(), Halt> {
        engine.propagate()
    }

    #[inline(always)]
    fn tell<'a>(&mut self, _: &Engine, _: impl FnOnce() -> Event<'a>) -> Result<(), StopReason> {
        Ok(())
    }
}

impl Watch for &mut dyn Observer {
    fn propagate(&mut self, engine: &mut Engine) -> Result<(), Halt> {
        engine.propagate_observed(*self)
    }

    fn tell<'a>(&mut self, engine: &Engine, event: impl FnOnce() -> Event<'a>) -> Result<(), StopReason> {
        match self.see(&event(), engine) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(StopReason::Observer),
        }
    }
}
