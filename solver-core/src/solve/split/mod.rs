//! Splitting: several threads explore one tree.
//!
//! The search begins alone. After a short while, every other thread gets a copy of its root, and an idle thread
//! receives a [cube](crate::search::Cube) from a busy one: the last branch of the busy thread's outermost open node.
//! Thus work is shared wherever it arises, each node is visited once, and no thread is idle for long (work sharing by
//! the topmost open node: C. Schulte, *Parallel search made simple*, TRICS 2000; G. Chu, C. Schulte, P. J. Stuckey,
//! *Confidence-based work stealing in parallel constraint programming*, CP 2009).
//!
//! All parts of the tree produce solutions at the same time. If solutions are ordered, those of a part wait until all
//! parts before it are explored. The solutions are then the same as without threads, provided that variables and values
//! are selected only by a node's domains. With an objective, among solutions with the same value, the first one in the
//! tree wins: parts of the tree before the incumbent's part are also searched for equally good solutions.

mod delivery;
mod intervals;
mod shared;
mod worker;

use crate::budget::{Budget, CancelToken, StopReason};
use crate::search::{GoodEnough, Limits, Probing, SearchOptions, SearchTree, Statistics, Step};
use crate::solve::searches::Searches;
use crate::solve::threads::cores;
use crate::view::View;
use delivery::Found;
use intervals::{INTERVALS, Intervals};
use shared::Shared;
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;
use worker::Worker;

/// The maximum time that a caller waits before it gets a chance to report progress.
const WAIT: Duration = Duration::from_millis(50);

/// A tree explored by several threads.
pub(super) struct Split {
    /// The search, until other threads join it.
    alone: Option<Box<SearchTree>>,
    /// The search options of the other threads.
    others: Vec<SearchOptions>,
    together: Option<Together>,
    views: Arc<[View]>,
    limits: Limits,
    budget: Budget,
    ordered: bool,
    /// The number of delivered solutions.
    delivered: u64,
    /// The solution that the last step found, unless the tree itself holds it.
    at: Option<Found>,
    ended: Option<Step>,
    probing: Probing,
    intervals: Intervals,
}

/// The threads, and their common state.
struct Together {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// The dual bound of the minimised objective at the root.
    bound: Option<i32>,
}

/// The data with which a thread starts. The thread allocates the memory of its search itself, because two threads that
/// write to the same cache line must wait for each other.
struct Begin {
    origin: Origin,
    number: usize,
    views: Arc<[View]>,
    membership: Membership,
    limits: Limits,
    over: CancelToken,
    intervals: Intervals,
}

/// A thread's membership in the common state. The thread's end is reported to the others even if it panics.
struct Membership(Arc<Shared>);

impl Drop for Membership {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // The other threads must stop, and the caller receives the panic.
            self.0.stop(StopReason::Cancelled);
        }
        self.0.leave();
    }
}

/// The source of a thread's search.
enum Origin {
    /// The search that has begun.
    Itself(Box<SearchTree>),
    /// A copy of this search, with different options.
    Copy(Arc<Mutex<SearchTree>>, SearchOptions),
}

impl Begin {
    fn work(self) {
        let mut tree = match self.origin {
            Origin::Itself(tree) => *tree,
            Origin::Copy(original, options) => {
                original.lock().unwrap_or_else(PoisonError::into_inner).for_cubes(options)
            }
        };
        tree.hold_to(self.limits, &self.over);
        Worker::new(self.number, tree, self.views, self.membership.0.clone(), self.intervals).work();
    }
}

impl Split {
    /// Prepares one thread for the search itself and one for each set of options in `others`.
    pub(super) fn new(tree: SearchTree, others: Vec<SearchOptions>, views: &[View], ordered: bool) -> Split {
        let mut tree = tree.for_splitting();
        Split {
            limits: tree.limits().clone(),
            budget: tree.budget(),
            alone: Some(Box::new(tree)),
            others,
            together: None,
            views: views.into(),
            ordered,
            delivered: 0,
            at: None,
            ended: None,
            probing: Probing::default(),
            intervals: INTERVALS,
        }
    }

    fn go(&mut self, nodes: u64, counts: bool) -> Option<Step> {
        self.at = None;
        if self.ended.is_some() {
            return self.ended;
        }
        let mut left = nodes;
        while let Some(tree) = &mut self.alone {
            // The other threads begin at the fixpoint of the root.
            if !self.others.is_empty() && !tree.is_fresh() && tree.work() >= self.intervals.alone {
                self.begin();
                continue;
            }
            if left == 0 {
                return None;
            }
            let pause = left.min(self.intervals.poll);
            left -= pause;
            let step = tree.step_for(pause);
            self.delivered += u64::from(step == Some(Step::Solution));
            if step.is_some() {
                self.ended = step.filter(|&step| step != Step::Solution);
                return step;
            }
        }
        let step = self.next(counts, (nodes < u64::MAX).then_some(WAIT))?;
        if step != Step::Solution {
            self.ended = Some(step);
            if let Some(panic) = self.end_threads() {
                std::panic::resume_unwind(panic);
            }
        }
        Some(step)
    }

    /// The next result of the threads.
    fn next(&mut self, counts: bool, wait: Option<Duration>) -> Option<Step> {
        let Some(Together { shared, .. }) = &self.together else { return Some(Step::Exhausted) };
        if self.limits.solutions.is_some_and(|limit| self.delivered >= limit) {
            return Some(Step::Stopped(StopReason::Solutions));
        }
        // The caller may have spent any amount of time since the last solution.
        if !self.budget.check_now() {
            return Some(Step::Stopped(self.budget.stopped.unwrap_or(StopReason::Cancelled)));
        }
        match shared.next(counts, wait)? {
            Ok(found) => {
                self.delivered += 1;
                self.at = Some(found);
                Some(Step::Solution)
            }
            Err(step) => Some(step),
        }
    }

    /// Starts the threads. If there are fewer than two, the search continues alone.
    #[cold]
    fn begin(&mut self) {
        let (Some(first), options) = (self.alone.take(), std::mem::take(&mut self.others)) else { return };
        let limits = first.statistics().leaves(&self.limits);
        // Each thread needs an engine as large as this one, and gets a share of the memory limit.
        let cores = if self.intervals.crowds { usize::MAX } else { cores() };
        let room = limits.memory.map_or(usize::MAX, |limit| limit / first.bytes().max(1) / 2);
        let mut threads = Vec::new();
        let mut channels = Vec::new();
        for number in 0..(options.len() + 1).min(room).min(cores) {
            let (channel, begin) = mpsc::channel::<Begin>();
            let work = move || begin.into_iter().for_each(Begin::work);
            match std::thread::Builder::new().name(format!("search {number}")).spawn(work) {
                Ok(thread) => threads.push(thread),
                Err(_) => break,
            }
            channels.push(channel);
        }
        if threads.len() < 2 {
            self.alone = Some(first);
            return;
        }
        let over = self.limits.cancel.as_ref().map_or_else(CancelToken::new, CancelToken::child);
        let shared = Arc::new(Shared::new(
            threads.len(),
            self.ordered,
            &limits,
            over.clone(),
            first.optimises(),
            first.incumbent(),
        ));
        let bound = first.bound();
        self.probing = first.probing();
        let original = Arc::new(Mutex::new(first.for_cubes(SearchOptions::default())));
        let each = Limits {
            memory: limits.memory.map(|limit| limit / threads.len()),
            nodes: None,
            failures: None,
            solutions: None,
            ..limits
        };
        let others = options.into_iter().map(|options| Origin::Copy(original.clone(), options));
        for (number, (origin, waiting)) in
            std::iter::once(Origin::Itself(first)).chain(others).zip(channels).enumerate()
        {
            let (views, limits, over) = (self.views.clone(), each.clone(), over.clone());
            let membership = Membership(shared.clone());
            // The thread is waiting for this message, so sending it does not fail.
            let _ = waiting.send(Begin { origin, number, views, membership, limits, over, intervals: self.intervals });
        }
        self.together = Some(Together { shared, threads, bound });
    }

    /// Ends the threads. Returns a panic, if any thread panicked.
    fn end_threads(&mut self) -> Option<Box<dyn Any + Send>> {
        let Together { shared, threads, .. } = self.together.as_mut()?;
        shared.stop(StopReason::Cancelled);
        // All threads must end.
        let panics: Vec<_> = threads.drain(..).filter_map(|thread| thread.join().err()).collect();
        panics.into_iter().next()
    }
}

impl Searches for Split {
    /// With several threads, also pauses after some time.
    fn step_for(&mut self, nodes: u64) -> Option<Step> {
        self.go(nodes, false)
    }

    fn count_for(&mut self, nodes: u64) -> Option<Step> {
        // With a solution limit, exactly the requested number of solutions must be counted.
        let counts = self.limits.solutions.is_none();
        self.go(nodes, counts).filter(|&step| step != Step::Solution)
    }

    /// The search, until other threads join it.
    fn tree(&self) -> Option<&SearchTree> {
        self.alone.as_deref()
    }

    /// Whether the last step found a solution.
    fn at_solution(&self) -> bool {
        self.at.is_some() || self.tree().is_some_and(SearchTree::at_solution)
    }

    /// The value of a variable in the solution just found.
    fn value(&self, variable: usize, view: View) -> Option<i32> {
        match &self.at {
            Some(found) => found.values.get(variable).copied(),
            None => self.tree()?.engine().fixed(view),
        }
    }

    /// The objective value of the solution just found.
    fn objective(&self) -> Option<i32> {
        match &self.at {
            Some(found) => found.objective,
            None => self.tree()?.objective(),
        }
    }

    /// From now on, only solutions better than `value` count.
    fn improve_on(&mut self, value: i32) {
        match (&mut self.alone, &self.together) {
            (Some(tree), _) => tree.improve_on(value),
            (None, Some(together)) => together.shared.improve_on(value),
            (None, None) => {}
        }
    }

    /// The objective value of the best solution known.
    fn incumbent(&self) -> Option<i32> {
        match &self.together {
            Some(together) => together.shared.best(),
            None => self.tree()?.incumbent(),
        }
    }

    /// The dual bound: no solution has a smaller objective value.
    fn bound(&self) -> Option<i32> {
        let Some(Together { shared, bound, .. }) = &self.together else { return self.tree()?.bound() };
        match shared.best() {
            Some(best) if self.ended == Some(Step::Exhausted) => Some(best),
            best => bound.map(|bound| best.map_or(bound, |best| bound.min(best))),
        }
    }

    /// Ends at a solution that is good enough.
    fn is_good_enough_at(&mut self, good_enough: GoodEnough) {
        if let Some(tree) = &mut self.alone {
            tree.is_good_enough_at(good_enough);
        }
    }

    /// The statistics of probing at the root.
    fn probing(&self) -> Probing {
        self.tree().map_or(self.probing, SearchTree::probing)
    }

    /// The total statistics of all threads.
    fn statistics(&self) -> Statistics {
        match &self.together {
            Some(together) => together.shared.statistics(self.delivered),
            None => self.tree().map(SearchTree::statistics).unwrap_or_default(),
        }
    }

    /// The explored share of the tree.
    fn progress(&self) -> f64 {
        match &self.together {
            Some(_) if self.ended == Some(Step::Exhausted) => 1.0,
            Some(together) => together.shared.progress(),
            None => self.tree().map_or(0.0, SearchTree::progress),
        }
    }

    /// Gives away parts at every node, from the first.
    #[cfg(any(test, feature = "harness"))]
    fn split_often(&mut self) {
        self.intervals = Intervals { alone: 0, grain: 0, ways: 0, poll: 1, crowds: true };
    }
}

impl Drop for Split {
    fn drop(&mut self) {
        let _ = self.end_threads();
    }
}
