//! The common state of the threads: parts of the tree waiting for a search, solutions waiting for delivery, the best
//! value, and limits.

use super::delivery::{Delivery, Found, Position};
use crate::budget::{CancelToken, StopReason};
use crate::search::{Cube, Limits, Statistics, Step};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The state shared by the threads of one query and their caller.
pub(super) struct Shared {
    state: Mutex<State>,
    /// Wakes waiting searches when there is a part of the tree, room for solutions, or unclaimed nodes and failures.
    work: Condvar,
    /// Wakes the caller when there is a result.
    news: Condvar,
    /// Whether more searches are waiting for a part than parts for a search.
    is_wanted: AtomicBool,
    /// Whether solutions are only counted, not delivered.
    counts: AtomicBool,
    /// A version number that changes whenever the best objective value changes.
    version: AtomicU64,
    /// Stops the searches.
    over: CancelToken,
    ordered: bool,
    /// Whether nodes or failures are limited.
    pub(super) is_limited: bool,
}

struct State {
    /// Parts of the tree that wait for a search.
    parts: BTreeMap<Position, Cube>,
    /// The number of searches that have not ended.
    running: usize,
    /// The number of searches that wait for a part.
    idle: usize,
    /// The number of searches that wait either for other searches to return nodes or failures, or for solutions to be
    /// delivered.
    starved: usize,
    blocked: usize,
    /// The unclaimed nodes and failures.
    left: Claim,
    delivery: Delivery,
    /// The best value of the minimised objective, and the position of the part where it was found.
    best: Option<(i32, Position)>,
    /// A solution as good as the best delivered one, but earlier in the tree.
    late: Option<Found>,
    reports: Box<[Report]>,
    counted: u64,
    stopped: Option<StopReason>,
    is_over: bool,
}

/// The numbers of nodes and failures that a search may use.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Claim {
    pub(super) nodes: u64,
    pub(super) failures: u64,
}

/// The progress of a search.
#[derive(Clone, Copy, Default)]
pub(super) struct Report {
    pub(super) statistics: Statistics,
    /// The explored share of the tree.
    pub(super) done: f64,
}

impl Shared {
    /// Creates the state for this number of searches. The first search has begun; `best` is the objective value that it
    /// has found, if any.
    pub(super) fn new(
        searches: usize,
        ordered: bool,
        limits: &Limits,
        over: CancelToken,
        optimises: bool,
        best: Option<i32>,
    ) -> Shared {
        let state = State {
            parts: BTreeMap::new(),
            running: searches,
            idle: 0,
            starved: 0,
            blocked: 0,
            left: Claim { nodes: limits.nodes.unwrap_or(u64::MAX), failures: limits.failures.unwrap_or(u64::MAX) },
            delivery: Delivery::new(ordered && !optimises),
            best: best.map(|best| (best, Position::default())),
            late: None,
            reports: vec![Report::default(); searches].into(),
            counted: 0,
            stopped: None,
            is_over: false,
        };
        Shared {
            state: Mutex::new(state),
            work: Condvar::new(),
            news: Condvar::new(),
            is_wanted: AtomicBool::new(searches > 1),
            counts: AtomicBool::new(false),
            version: AtomicU64::new(0),
            over,
            ordered,
            is_limited: limits.nodes.is_some() || limits.failures.is_some(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a search waits for a part of the tree.
    #[inline]
    pub(super) fn is_wanted(&self) -> bool {
        self.is_wanted.load(Ordering::Relaxed)
    }

    /// Whether solutions are only counted.
    pub(super) fn counts(&self) -> bool {
        self.counts.load(Ordering::Relaxed)
    }

    /// Returns a number that changes whenever the [bound](Shared::bound) changes.
    pub(super) fn version(&self) -> u64 {
        self.version.load(Ordering::Relaxed)
    }

    /// The bound for this part of the tree: only smaller values of the minimised objective count.
    pub(super) fn bound(&self, position: &Position) -> Option<i32> {
        let state = self.lock();
        state.best.as_ref().map(|(best, at)| if self.ordered && position < at { best + 1 } else { *best })
    }

    /// Receives the progress and the solutions of a search in a part of the tree, then waits until the search may find
    /// more solutions.
    pub(super) fn publish(&self, number: usize, position: &Position, report: Report, counted: u64, found: Vec<Found>) {
        let mut state = self.lock();
        state.reports[number] = report;
        state.counted += counted;
        if found.is_empty() {
            return;
        }
        if found.iter().any(|found| found.objective.is_some()) {
            found.into_iter().for_each(|found| self.offer(&mut state, position, found));
        } else {
            state.delivery.put(position, found);
        }
        self.news.notify_one();
        while !state.is_over && !state.delivery.has_room(position) {
            state.blocked += 1;
            state = self.wait_for_work(state);
            state.blocked -= 1;
        }
    }

    /// Records a solution with an objective value.
    fn offer(&self, state: &mut State, position: &Position, found: Found) {
        let Some(value) = found.objective else { return };
        match &state.best {
            Some((best, _)) if value > *best => return,
            Some((best, at)) if value == *best => {
                if !self.ordered || position >= at {
                    return;
                }
                state.late = Some(found);
            }
            _ => {
                state.late = None;
                state.delivery.put(position, [found]);
            }
        }
        state.best = Some((value, position.clone()));
        self.version.fetch_add(1, Ordering::Relaxed);
    }

    /// From now on, only solutions better than `value` count.
    pub(super) fn improve_on(&self, value: i32) {
        let mut state = self.lock();
        if state.best.as_ref().is_none_or(|&(best, _)| value < best) {
            state.best = Some((value, Position::default()));
            self.version.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn wait_for_work<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.work.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives parts of the tree to waiting searches, while `part` returns any.
    pub(super) fn give(&self, mut part: impl FnMut() -> Option<Cube>) {
        let mut state = self.lock();
        while state.idle > state.parts.len()
            && let Some(cube) = part()
        {
            let position = cube.position();
            state.delivery.open(&position);
            state.parts.insert(position, cube);
            self.work.notify_all();
        }
        self.note_wanted(&state);
    }

    fn note_wanted(&self, state: &State) {
        self.is_wanted.store(state.idle > state.parts.len(), Ordering::Relaxed);
    }

    /// Records that this part of the tree is explored.
    pub(super) fn close(&self, position: &Position) {
        self.lock().delivery.close(position);
        // Solutions of later parts may be delivered now, which makes room.
        self.news.notify_one();
        self.work.notify_all();
    }

    /// Waits for a part of the tree to explore. Returns `None` when everything is explored or the searches are stopped.
    pub(super) fn next_part(&self) -> Option<(Position, Cube)> {
        let mut state = self.lock();
        state.idle += 1;
        loop {
            if !state.is_over && state.idle == state.running && state.parts.is_empty() {
                state.is_over = true;
                self.work.notify_all();
            }
            if state.is_over {
                return None;
            }
            if let Some(part) = self.pop(&mut state) {
                state.idle -= 1;
                self.note_wanted(&state);
                return Some(part);
            }
            self.note_wanted(&state);
            if state.starved > 0 {
                self.work.notify_all();
            }
            state = self.wait_for_work(state);
        }
    }

    /// Removes the part to explore next: if solutions are ordered, the first part, because others may be waiting for
    /// it; otherwise the largest one.
    fn pop(&self, state: &mut State) -> Option<(Position, Cube)> {
        if self.ordered {
            return state.parts.pop_first();
        }
        let largest = state.parts.iter().max_by(|(_, a), (_, b)| a.share().total_cmp(&b.share()))?.0.clone();
        state.parts.remove_entry(&largest)
    }

    /// Returns the unused remainder of a claim, and claims at most `most` nodes and four times as many failures. Waits
    /// while other searches may return theirs. Returns `None` when a limit is reached or the search is over.
    pub(super) fn claim(&self, unused: Claim, most: u64) -> Option<Claim> {
        let mut state = self.lock();
        state.left.nodes = state.left.nodes.saturating_add(unused.nodes);
        state.left.failures = state.left.failures.saturating_add(unused.failures);
        if state.starved > 0 {
            self.work.notify_all();
        }
        loop {
            if state.is_over {
                return None;
            }
            let Claim { nodes, failures } = state.left;
            if most == 0 || nodes > 0 && failures > 0 {
                let nodes = most.min(nodes).min(failures);
                // After a solution, backtracking may fail several times without visiting a node.
                let failures = nodes.saturating_mul(4).min(failures);
                let claim = Claim { nodes, failures };
                state.left = Claim { nodes: state.left.nodes - nodes, failures: state.left.failures - failures };
                return Some(claim);
            }
            if state.idle + state.starved + 1 == state.running {
                let by = if nodes == 0 { StopReason::Nodes } else { StopReason::Failures };
                self.end(&mut state, by);
                return None;
            }
            state.starved += 1;
            state = self.wait_for_work(state);
            state.starved -= 1;
        }
    }

    /// Stops all searches.
    pub(super) fn stop(&self, by: StopReason) {
        self.end(&mut self.lock(), by);
    }

    fn end(&self, state: &mut State, by: StopReason) {
        if !state.is_over {
            (state.is_over, state.stopped) = (true, Some(by));
        }
        self.over.cancel();
        self.work.notify_all();
    }

    /// Records that a search has ended.
    pub(super) fn leave(&self) {
        self.lock().running -= 1;
        self.news.notify_one();
    }

    /// Returns the next solution or, when all searches have ended, their final step; `None` if neither comes within
    /// this time.
    pub(super) fn next(&self, counts: bool, wait: Option<Duration>) -> Option<Result<Found, Step>> {
        self.counts.store(counts, Ordering::Relaxed);
        let mut state = self.lock();
        loop {
            if let Some(found) = state.delivery.next() {
                if state.blocked > 0 {
                    self.work.notify_all();
                }
                return Some(Ok(found));
            }
            if state.running == 0 {
                return Some(match (state.stopped, state.late.take()) {
                    (Some(by), _) => Err(Step::Stopped(by)),
                    (None, Some(late)) => Ok(late),
                    (None, None) => Err(Step::Exhausted),
                });
            }
            let Some(wait) = wait else {
                state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let (woken, timeout) = self.news.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner);
            state = woken;
            if timeout.timed_out() {
                return None;
            }
        }
    }

    /// The objective value of the best solution.
    pub(super) fn best(&self) -> Option<i32> {
        self.lock().best.as_ref().map(|(best, _)| *best)
    }

    /// The total statistics of all searches; `delivered` is the number of delivered solutions.
    pub(super) fn statistics(&self, delivered: u64) -> Statistics {
        let state = self.lock();
        let all = state.reports.iter().map(|report| report.statistics).fold(Statistics::default(), std::ops::Add::add);
        Statistics { solutions: delivered + state.counted, ..all }
    }

    /// The explored share of the tree.
    pub(super) fn progress(&self) -> f64 {
        self.lock().reports.iter().map(|report| report.done).sum::<f64>().clamp(0.0, 1.0)
    }
}
