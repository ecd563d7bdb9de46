//! A search in a thread of its own. It finds solutions for the search that writes the proof.

use crate::engine::Engine;
use crate::search::{SearchTree, Statistics, Step};
use crate::view::View;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::{Scope, ScopedJoinHandle};

/// The number of nodes between two looks at what the search with the proof has found.
const SLICE: u64 = 64;

/// A solution: the values of all variables of the engine, and of the minimised objective.
pub(super) struct Found {
    pub(super) values: Vec<i32>,
    pub(super) objective: Option<i32>,
}

impl Found {
    /// The solution at which an engine is.
    pub(super) fn at(engine: &Engine, objective: Option<i32>) -> Found {
        Found { values: engine.vars().map(|var| engine.min(View::from(var))).collect(), objective }
    }
}

/// What the search with the proof says to its helpers.
pub(super) struct Shared {
    /// The value of its best solution.
    best: AtomicI32,
    is_over: AtomicBool,
}

impl Shared {
    pub(super) fn new() -> Shared {
        Shared { best: AtomicI32::new(i32::MAX), is_over: AtomicBool::new(false) }
    }

    /// Lets the helpers look only for solutions with a smaller value of the objective.
    pub(super) fn improve_on(&self, value: i32) {
        self.best.fetch_min(value, Ordering::Relaxed);
    }

    /// Ends the helpers.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// The helpers of a search, each in its thread.
pub(super) struct Helpers<'scope> {
    found: Receiver<Found>,
    threads: Vec<ScopedJoinHandle<'scope, Statistics>>,
}

impl<'scope> Helpers<'scope> {
    pub(super) fn start<'env>(
        scope: &'scope Scope<'scope, 'env>,
        trees: Vec<SearchTree>,
        shared: &'env Shared,
    ) -> Helpers<'scope> {
        let (send, found) = mpsc::channel();
        let start = |mut tree: SearchTree| {
            let send = send.clone();
            scope.spawn(move || {
                while !shared.is_over.load(Ordering::Relaxed) {
                    let found = match tree.step_for(SLICE) {
                        Some(Step::Solution) => Some(Found::at(tree.engine(), tree.objective())),
                        Some(_) => break,
                        None => None,
                    };
                    if found.is_some_and(|found| send.send(found).is_err()) {
                        break;
                    }
                    let best = shared.best.load(Ordering::Relaxed);
                    if best < i32::MAX {
                        tree.improve_on(best);
                    }
                }
                tree.statistics()
            })
        };
        let threads = trees.into_iter().map(start).collect();
        Helpers { found, threads }
    }

    /// A solution of a helper, if there is a new one.
    pub(super) fn found(&self) -> Option<Found> {
        self.found.try_recv().ok()
    }

    /// Waits for the helpers, which must have been told to [end](Shared::end). Returns their statistics.
    pub(super) fn join(self) -> Statistics {
        let joined = self.threads.into_iter().filter_map(|thread| thread.join().ok());
        joined.fold(Statistics::default(), |all, one| all + one)
    }
}
