//! Helpers: searches in their own threads that find solutions for the search that writes the proof.

use crate::engine::Engine;
use crate::search::{SearchTree, Statistics, Step};
use crate::view::View;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{Scope, ScopedJoinHandle};

/// The number of nodes between two checks of what the other searches have found.
pub(super) const SLICE: u64 = 64;

/// A solution: the values of all engine variables, and the minimised objective value.
pub(super) struct Found {
    pub(super) values: Vec<i32>,
    pub(super) objective: Option<i32>,
}

impl Found {
    /// Creates the solution at the current node of an engine.
    pub(super) fn at(engine: &Engine, objective: Option<i32>) -> Found {
        Found { values: engine.vars().map(|var| engine.min(View::from(var))).collect(), objective }
    }
}

/// The messages of the search that writes the proof to its helpers.
struct Shared {
    /// The best objective value known to the search that writes the proof.
    best: AtomicI32,
    is_over: AtomicBool,
}

/// The helpers of a search, each in its own thread. They end when this value is dropped.
pub(super) struct Helpers<'scope> {
    found: Receiver<Found>,
    shared: Arc<Shared>,
    threads: Vec<ScopedJoinHandle<'scope, Statistics>>,
}

impl<'scope> Helpers<'scope> {
    pub(super) fn start(scope: &'scope Scope<'scope, '_>, trees: Vec<SearchTree>) -> Helpers<'scope> {
        let (send, found) = mpsc::channel();
        let shared = Arc::new(Shared { best: AtomicI32::new(i32::MAX), is_over: AtomicBool::new(false) });
        let start = |tree: SearchTree| {
            let (send, shared) = (send.clone(), Arc::clone(&shared));
            scope.spawn(move || shared.help(tree, &send))
        };
        let threads = trees.into_iter().map(start).collect();
        Helpers { found, shared, threads }
    }

    /// Returns a solution found by a helper, if there is a new one.
    pub(super) fn found(&self) -> Option<Found> {
        self.found.try_recv().ok()
    }

    /// Makes the helpers look only for solutions with a smaller objective value.
    pub(super) fn improve_on(&self, value: i32) {
        self.shared.best.fetch_min(value, Ordering::Relaxed);
    }

    /// Ends the helpers. Returns their statistics.
    pub(super) fn end(mut self) -> Statistics {
        self.shared.is_over.store(true, Ordering::Relaxed);
        let threads = std::mem::take(&mut self.threads).into_iter();
        let joined = threads.map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        joined.fold(Statistics::default(), |all, one| all + one)
    }
}

impl Drop for Helpers<'_> {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    /// Searches until the search that writes the proof is over.
    fn help(&self, mut tree: SearchTree, send: &Sender<Found>) -> Statistics {
        while !self.is_over.load(Ordering::Relaxed) {
            let found = match tree.step_for(SLICE) {
                Some(Step::Solution) => Some(Found::at(tree.engine(), tree.objective())),
                Some(_) => break,
                None => None,
            };
            if found.is_some_and(|found| send.send(found).is_err()) {
                break;
            }
            let best = self.best.load(Ordering::Relaxed);
            if best < i32::MAX {
                tree.improve_on(best);
            }
        }
        tree.statistics()
    }
}
