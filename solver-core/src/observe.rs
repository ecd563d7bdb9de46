//! The event stream: what a search does, told step by step to whoever watches.
//!
//! Everything that shows the solver at work (a trace, a checker of reasons, a picture
//! of the tree) is an [`Observer`]: it sees one [`Event`] at a time and may ask the
//! engine, as it is at that moment, anything. Watching changes nothing in the search:
//! the same nodes in the same order, and the same events every time. A search that
//! nobody watches runs code in which the events do not occur at all.
//!
//! The order of events, for a search that runs to its end:
//!
//! ```text
//! run   = start node ( backtrack decide node )* done
//! node  = ( propagate prune* )* ( fail | solution | decide node )
//! ```
//!
//! The root has no `decide`: it is node 1 at depth 0. The parent of a node at depth
//! `d` is the latest node before it at depth `d - 1`. A search that a limit or its
//! observer ends may stop after any event; all but the observer's own end with `done`.
//!
//! The names `restart` and `learn` are reserved for what a search cannot do yet.
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

/// Somebody who watches a search.
///
/// Two observers in a pair are one, and so is an observer that may be missing, in an `Option`. The first of a pair hears each
/// event first; when it ends the search, the second does not hear that event.
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
pub trait Observer {
    /// One event, and the engine as it is just after it.
    ///
    /// [`ControlFlow::Break`] ends the search at once ([`StopReason::Observer`]); nothing is told after it.
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

/// What happened. Nodes are numbered as [`Statistics::nodes`] counts them, from 1.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The search begins; nothing is propagated yet.
    Start {
        /// The model's names, when the search records reasons ([`Search::explaining`](crate::Search::explaining)).
        symbols: Option<&'a SymbolTable>,
    },
    /// A branch is taken, to a new node. Its atom is the latest fact on the trail.
    Decide {
        /// The node that it leads to.
        node: u64,
        /// The number of branches between the root and that node.
        depth: u64,
        /// What is assumed.
        atom: Atom,
        /// Which branch of the parent it is.
        branch: Branch,
    },
    /// A propagator is about to run.
    Propagate {
        /// Its number.
        propagator: usize,
    },
    /// That propagator has inferred something. Told after its run, in the order of the
    /// inferences, and only when the search records reasons.
    Prune {
        /// The place on the atom trail, for [`Engine::inference`] and [`Engine::past`].
        position: usize,
        /// What was inferred.
        atom: Atom,
    },
    /// There is no solution below this node; [`Engine::conflict`] tells why.
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
        /// How many solutions there are so far, this one included.
        number: u64,
    },
    /// Back at an open node, to take its next branch: all that was inferred below it is undone.
    Backtrack {
        /// The depth of the open node.
        depth: u64,
    },
    /// Back at the root, to begin another restart: all that was inferred below it is undone.
    Restart {
        /// The node: the root, visited once more.
        node: u64,
        /// How often the search has come back, this time included.
        restart: u64,
    },
    /// The search is over.
    Done {
        /// [`Step::Exhausted`] or [`Step::Stopped`].
        end: Step,
        /// What it did.
        statistics: Statistics,
    },
}

/// Which branch of its node a decision is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branch {
    /// The first of a two-way node.
    Left,
    /// The second of a two-way node: the left one's negation.
    Right,
    /// One of the values of a d-way node.
    Value {
        /// Its place among them, from 0.
        index: u32,
        /// How many values the node has.
        of: u32,
    },
}

/// Who watches a walk: [`Nobody`], at no cost, or an [`Observer`].
pub(crate) trait Watch {
    /// Propagates to the fixpoint.
    fn propagate(&mut self, engine: &mut Engine) -> Result<(), Halt>;

    /// Tells an event.
    fn tell<'a>(&mut self, engine: &Engine, event: impl FnOnce() -> Event<'a>) -> Result<(), StopReason>;
}

/// A search that nobody watches.
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
