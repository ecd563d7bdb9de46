//! The event stream: what a search does, reported step by step to an observer.
//!
//! Everything that shows the solver at work (a trace, a reason checker, a tree picture) is an
//! [`Observer`]: it receives one [`Event`] at a time and may query the engine in its current state. Observing does
//! not change the search, which visits the same nodes in the same order and reports the same events every time. A
//! search without an observer runs code without any events.
//!
//! The order of events, for a search that runs to its end:
//!
//! ```text
//! run   = start node ( backtrack ( decide | learn ) node )* done
//! node  = ( propagate prune* )* ( fail | solution | decide node )
//! ```
//!
//! The root has no `decide`: it is node 1 at depth 0. The parent of a node at depth `d` is the latest node before it at
//! depth `d - 1`. A search stopped by a limit or its observer may end after any event; unless the observer stopped it,
//! the last event is `done`.
//!
//! `restart` begins a new iteration from the root. `learn` occurs only in a search with [clause
//! learning](crate::Search::learn): the open node of the preceding `backtrack` continues with the nogood's inference.
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
//!     fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
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

pub use crate::search::{Branch, Event};

use crate::budget::StopReason;
use crate::compile::SymbolTable;
use crate::engine::{Engine, Halt};
use crate::search::Watch;
use std::ops::ControlFlow;

/// An observer of a search.
///
/// A pair of observers is an observer, and so is an `Option` of one. The first receives each event first; if it ends
/// the search, the second does not receive that event.
///
/// ```
/// use solver_core::engine::Engine;
/// use solver_core::observe::{Event, Observer};
/// use solver_core::prelude::*;
/// use std::ops::ControlFlow;
///
/// /// Counts events, and ends the search after this many.
/// struct Until(u64, u64);
///
/// impl Observer for Until {
///     fn see(&mut self, _: &Event, _: &Engine) -> ControlFlow<()> {
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
/// let none: Option<Until> = None;
/// let mut alone = (none, Until(0, 100));
/// m.search().observe(&mut alone)?;
/// assert!(alone.1.0 > 5);
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("tracer", "monitor", "callback", "event stream"))]
pub trait Observer {
    /// The search begins; nothing has been propagated yet. The model's names are available if the search records
    /// reasons ([`Search::explaining`](crate::Search::explaining)).
    ///
    /// [`ControlFlow::Break`] ends the search at once, as in [`see`](Observer::see).
    fn start(&mut self, _symbols: Option<&SymbolTable>, _engine: &Engine) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Receives one event, and the engine in its state just after it.
    ///
    /// [`ControlFlow::Break`] ends the search at once ([`StopReason::Observer`]); no event follows.
    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()>;
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    fn start(&mut self, symbols: Option<&SymbolTable>, engine: &Engine) -> ControlFlow<()> {
        self.0.start(symbols, engine)?;
        self.1.start(symbols, engine)
    }

    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        self.0.see(event, engine)?;
        self.1.see(event, engine)
    }
}

impl<O: Observer> Observer for Option<O> {
    fn start(&mut self, symbols: Option<&SymbolTable>, engine: &Engine) -> ControlFlow<()> {
        match self {
            Some(observer) => observer.start(symbols, engine),
            None => ControlFlow::Continue(()),
        }
    }

    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        match self {
            Some(observer) => observer.see(event, engine),
            None => ControlFlow::Continue(()),
        }
    }
}

impl Watch for &mut dyn Observer {
    fn propagate(&mut self, engine: &mut Engine) -> Result<(), Halt> {
        engine.propagate_step_by_step(|event, engine| self.see(&event.into(), engine))
    }

    fn propagate_with_nogoods(&mut self, engine: &mut Engine) -> Result<(), Halt> {
        self.propagate(engine)
    }

    fn on_event(&mut self, engine: &Engine, event: impl FnOnce() -> Event) -> Result<(), StopReason> {
        match self.see(&event(), engine) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(StopReason::Observer),
        }
    }
}
