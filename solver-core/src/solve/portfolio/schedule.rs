//! The schedule: who runs when, and who tells whom what.

use super::cores::Cores;
use super::pool::side_by_side;
use super::shared::{End, Listener, Shared};
use super::worker::{Start, Worker};
use crate::budget::CancelToken;
use crate::model::ModelError;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Nodes of the first search of a small model before the others begin. To wake a thread, to build its engine and to wait for its end takes as long
/// as some hundred nodes.
const HEAD_START: u64 = 64;

/// Where nodes take long, the head start is no longer than what it takes until the next thread is at work. Looked at every four nodes.
const THREAD_START: Duration = Duration::from_micros(30);

/// Nodes between two looks at what the others do. When the answer is known, the budget of each search ends it between them.
const SLICE: u64 = 512;

/// Searches that go in step exchange what they know after so many nodes; at first, and at most. A short one is waited for often,
/// a long one rarely.
const STEPS: (u64, u64) = (64, 4096);

/// The searches under way.
pub(super) struct Schedule<'a> {
    start: &'a Start<'a>,
    workers: Vec<Worker>,
    optimises: bool,
    shared: Mutex<Shared<'a>>,
    /// Stops those that are still at work when one has the answer.
    over: &'a CancelToken,
    head_start: u64,
}

impl<'a> Schedule<'a> {
    /// So many searches at their start, of a model with so many variables; none has begun.
    pub(super) fn new(
        start: &'a Start<'a>,
        searches: usize,
        variables: usize,
        optimises: bool,
        over: &'a CancelToken,
    ) -> Schedule<'a> {
        let workers = (0..searches).map(Worker::new).collect();
        Schedule { start, workers, optimises, shared: Mutex::new(Shared::new(variables)), over, head_start: 0 }
    }

    /// The first search begins alone. What is answered by then needs no thread, and no second engine.
    pub(super) fn with_head_start(self) -> Schedule<'a> {
        Schedule { head_start: HEAD_START, ..self }
    }

    /// Each better solution is told, by the thread that found it, or when all wait for each other.
    pub(super) fn telling(mut self, listener: Option<Listener<'a>>) -> Schedule<'a> {
        self.shared.get_mut().unwrap_or_else(PoisonError::into_inner).listener = listener;
        self
    }

    /// Each as fast as it can.
    pub(super) fn opportunistically(mut self) -> Result<End, ModelError> {
        let Schedule { start, workers, optimises, shared, over, head_start } = &mut self;
        let shared = &*shared;
        // The value of the best solution, for those who want to know no more; greater than any when none is known.
        let best = AtomicI32::new(i32::MAX);
        let cores = Cores::new(workers.len());
        let go = |worker: &mut Worker, nodes: u64| {
            if over.is_cancelled() {
                return false;
            }
            cores.step_aside(worker.by);
            let more = worker.advance(nodes, *optimises, start);
            if !more || worker.has_news() {
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                worker.tell(&mut shared);
                if worker.has_proved() {
                    shared.prover.get_or_insert(worker.by);
                }
                best.store(shared.value().unwrap_or(i32::MAX), Ordering::Relaxed);
                if shared.is_answered(*optimises) || worker.error.is_some() {
                    over.cancel();
                }
            }
            let value = best.load(Ordering::Relaxed);
            if more && value < i32::MAX {
                worker.receive_bound(value);
            }
            more
        };
        if *head_start > 0
            && let Some(first) = workers.first_mut()
        {
            let begun = Instant::now();
            while go(first, 4) && first.statistics.nodes < *head_start && begun.elapsed() < THREAD_START {}
            if !first.is_open() {
                first.leave();
            }
        }
        let open: Vec<_> = workers.iter_mut().filter(|worker| worker.is_open() && !over.is_cancelled()).collect();
        // To begin on another thread takes up to some tenths of a millisecond: the thread may be new, and its memory, too. Who has begun
        // here goes on here. If nobody has, the second search begins here: it never begins again, so where it is lucky, it is quick.
        let here = usize::from(*head_start == 0);
        if let Some(own) = open.get(here) {
            cores.step_aside(own.by);
        }
        side_by_side(open, here, &|worker: &mut Worker| {
            while go(worker, SLICE) {}
            cores.leave(worker.by);
            worker.leave();
        });
        self.end()
    }

    /// All the same number of nodes, then all tell what they found.
    pub(super) fn deterministically(mut self) -> Result<End, ModelError> {
        let Schedule { start, workers, optimises, shared, head_start, .. } = &mut self;
        let shared = shared.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (mut nodes, longest) = STEPS;
        let mut alone = *head_start > 0;
        let cores = Cores::new(workers.len());
        loop {
            let among = if alone { 1 } else { workers.len() };
            let step = if alone { *head_start } else { nodes };
            let open: Vec<_> = workers[..among].iter_mut().filter(|worker| worker.is_open()).collect();
            if let Some(own) = open.first() {
                cores.step_aside(own.by);
            }
            side_by_side(open, 0, &|worker: &mut Worker| {
                cores.step_aside(worker.by);
                let goal = worker.statistics.nodes + step;
                while worker.statistics.nodes < goal
                    && worker.advance(goal - worker.statistics.nodes, *optimises, start)
                {}
                cores.leave(worker.by);
                if !worker.is_open() {
                    worker.leave();
                }
            });
            for worker in workers.iter_mut() {
                worker.tell(shared);
            }
            shared.prover = workers.iter().position(Worker::has_proved);
            let failed = workers.iter().any(|worker| worker.error.is_some());
            if failed || shared.is_answered(*optimises) || !workers.iter().any(Worker::is_open) {
                return self.end();
            }
            if let Some(best) = shared.value() {
                workers.iter_mut().for_each(|worker| worker.receive_bound(best));
            }
            nodes = if alone { nodes } else { (2 * nodes).min(longest) };
            alone = false;
        }
    }

    fn end(mut self) -> Result<End, ModelError> {
        if let Some(error) = self.workers.iter_mut().find_map(|worker| worker.error.take()) {
            return Err(error);
        }
        let shared = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let stopped = self.workers.iter().find_map(Worker::stopped);
        Ok(shared.end(self.workers.iter().map(|worker| worker.statistics).collect(), stopped))
    }
}
