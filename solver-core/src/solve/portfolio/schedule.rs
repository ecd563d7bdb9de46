//! The schedule of a portfolio: which search runs when, and when the searches exchange bounds.

use super::cores::Cores;
use super::end::End;
use super::pool::side_by_side;
use super::shared::{Listener, Shared};
use super::worker::{Start, Worker};
use crate::budget::CancelToken;
use crate::model::ModelError;
use crate::search::Exchange;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The number of nodes that the first search visits before the others begin, on a small model. Waking a thread,
/// building its engine and waiting for the thread to end takes as long as about a hundred nodes.
const HEAD_START: u64 = 64;

/// If nodes are slow, the head start lasts no longer than starting a thread. The time is checked every four
/// nodes.
const THREAD_START: Duration = Duration::from_micros(30);

/// The number of nodes between two exchanges with the other searches. Once the answer is known, each search is stopped
/// by its budget before it has visited this many nodes.
const SLICE: u64 = 512;

/// The initial and the maximum number of nodes after which deterministic searches synchronise. Short searches
/// synchronise often, long ones rarely.
const STEPS: (u64, u64) = (64, 4096);

/// The maximum if the searches exchange nogoods, because early sharing is then worth more and nodes take longer.
const LEARNING_STEP: u64 = 512;

/// The running searches.
pub(super) struct Schedule<'a> {
    start: &'a Start<'a>,
    workers: Vec<Worker>,
    optimises: bool,
    shared: Mutex<Shared<'a>>,
    /// Stops the running searches when one has the answer.
    over: &'a CancelToken,
    head_start: u64,
    /// The exchange of nogoods, if there is one.
    exchange: Option<&'a Exchange>,
}

impl<'a> Schedule<'a> {
    /// Creates the searches without starting any.
    pub(super) fn new(start: &'a Start<'a>, searches: usize, optimises: bool, over: &'a CancelToken) -> Schedule<'a> {
        let workers = (0..searches).map(Worker::new).collect();
        Schedule { start, workers, optimises, shared: Mutex::new(Shared::new()), over, head_start: 0, exchange: None }
    }

    /// Lets the first search begin alone. A query that it answers at once needs neither another thread nor a second
    /// engine.
    pub(super) fn with_head_start(self) -> Schedule<'a> {
        Schedule { head_start: HEAD_START, ..self }
    }

    /// Lets the searches exchange nogoods.
    pub(super) fn exchanging(self, exchange: Option<&'a Exchange>) -> Schedule<'a> {
        Schedule { exchange, ..self }
    }

    /// Reports each new incumbent, either from the thread that found it or when all searches synchronise.
    pub(super) fn reporting_to(mut self, listener: Option<Listener<'a>>) -> Schedule<'a> {
        self.shared.get_mut().unwrap_or_else(PoisonError::into_inner).listener = listener;
        self
    }

    /// Runs the searches opportunistically: each as fast as it can.
    pub(super) fn opportunistically(mut self) -> Result<End, ModelError> {
        let Schedule { start, workers, optimises, shared, over, head_start, .. } = &mut self;
        let shared = &*shared;
        // The shared bound: the incumbent's objective value; `i32::MAX` without an incumbent.
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
                worker.report_solutions(&mut shared);
                if worker.has_proved() {
                    shared.prover.get_or_insert(worker.by);
                }
                best.store(shared.value().unwrap_or(i32::MAX), Ordering::Relaxed);
                if shared.is_answered(*optimises) || worker.error.is_some() || worker.found_good_enough() {
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
        // Beginning on another thread takes up to a few tenths of a millisecond, because the thread and its memory may
        // be new. If a search has begun on this thread, it continues here. If none has, the second search begins here:
        // it never restarts, so it is fast if it is lucky.
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

    /// Runs the searches deterministically: each visits the same number of nodes, then all exchange results.
    pub(super) fn deterministically(mut self) -> Result<End, ModelError> {
        let Schedule { start, workers, optimises, shared, head_start, exchange, .. } = &mut self;
        let shared = shared.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (mut nodes, longest) = if exchange.is_some() { (STEPS.0, LEARNING_STEP) } else { STEPS };
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
                worker.report_solutions(shared);
            }
            shared.prover = workers.iter().position(Worker::has_proved);
            let failed = workers.iter().any(|worker| worker.error.is_some());
            let good_enough = workers.iter().any(Worker::found_good_enough);
            if failed || good_enough || shared.is_answered(*optimises) || !workers.iter().any(Worker::is_open) {
                return self.end();
            }
            if let Some(best) = shared.value() {
                workers.iter_mut().for_each(|worker| worker.receive_bound(best));
            }
            if let Some(exchange) = exchange {
                exchange.publish();
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
        Ok(End::new(shared, &self.workers))
    }
}
