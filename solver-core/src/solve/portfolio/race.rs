//! The race: who runs when, and who tells whom what.

use super::board::{Board, End, Listener};
use super::cores::Cores;
use super::crew::side_by_side;
use super::runner::{Runner, Start};
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
pub(super) struct Race<'a> {
    start: &'a Start<'a>,
    runners: Vec<Runner>,
    optimises: bool,
    board: Mutex<Board<'a>>,
    /// Stops those that are still at work when one has the answer.
    over: &'a CancelToken,
    head_start: u64,
}

impl<'a> Race<'a> {
    /// So many searches at their start, of a model with so many variables; none has begun.
    pub(super) fn new(
        start: &'a Start<'a>,
        searches: usize,
        variables: usize,
        optimises: bool,
        over: &'a CancelToken,
    ) -> Race<'a> {
        let runners = (0..searches).map(Runner::new).collect();
        Race { start, runners, optimises, board: Mutex::new(Board::new(variables)), over, head_start: 0 }
    }

    /// The first search begins alone. What is answered by then needs no thread, and no second engine.
    pub(super) fn with_head_start(self) -> Race<'a> {
        Race { head_start: HEAD_START, ..self }
    }

    /// Each better solution is told, by the thread that found it, or when all wait for each other.
    pub(super) fn telling(mut self, listener: Option<Listener<'a>>) -> Race<'a> {
        self.board.get_mut().unwrap_or_else(PoisonError::into_inner).listener = listener;
        self
    }

    /// Each as fast as it can.
    pub(super) fn freely(mut self) -> Result<End, ModelError> {
        let Race { start, runners, optimises, board, over, head_start } = &mut self;
        let board = &*board;
        // The value of the best solution, for those who want to know no more; greater than any when none is known.
        let best = AtomicI32::new(i32::MAX);
        let cores = Cores::new(runners.len());
        let go = |runner: &mut Runner, nodes: u64| {
            if over.is_cancelled() {
                return false;
            }
            cores.step_aside(runner.by);
            let more = runner.advance(nodes, *optimises, start);
            if !more || runner.has_news() {
                let mut board = board.lock().unwrap_or_else(PoisonError::into_inner);
                runner.tell(&mut board);
                if runner.has_proved() {
                    board.prover.get_or_insert(runner.by);
                }
                best.store(board.value().unwrap_or(i32::MAX), Ordering::Relaxed);
                if board.is_answered(*optimises) || runner.error.is_some() {
                    over.cancel();
                }
            }
            let value = best.load(Ordering::Relaxed);
            if more && value < i32::MAX {
                runner.hear(value);
            }
            more
        };
        if *head_start > 0
            && let Some(first) = runners.first_mut()
        {
            let begun = Instant::now();
            while go(first, 4) && first.statistics.nodes < *head_start && begun.elapsed() < THREAD_START {}
            if !first.is_open() {
                first.leave();
            }
        }
        let open: Vec<_> = runners.iter_mut().filter(|runner| runner.is_open() && !over.is_cancelled()).collect();
        // To begin on another thread takes up to some tenths of a millisecond: the thread may be new, and its memory, too. Who has begun
        // here goes on here. If nobody has, the second search begins here: it never begins again, so where it is lucky, it is quick.
        let here = usize::from(*head_start == 0);
        if let Some(own) = open.get(here) {
            cores.step_aside(own.by);
        }
        side_by_side(open, here, &|runner: &mut Runner| {
            while go(runner, SLICE) {}
            cores.leave(runner.by);
            runner.leave();
        });
        self.end()
    }

    /// All the same number of nodes, then all tell what they found.
    pub(super) fn in_step(mut self) -> Result<End, ModelError> {
        let Race { start, runners, optimises, board, head_start, .. } = &mut self;
        let board = board.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (mut nodes, longest) = STEPS;
        let mut alone = *head_start > 0;
        let cores = Cores::new(runners.len());
        loop {
            let among = if alone { 1 } else { runners.len() };
            let step = if alone { *head_start } else { nodes };
            let open: Vec<_> = runners[..among].iter_mut().filter(|runner| runner.is_open()).collect();
            if let Some(own) = open.first() {
                cores.step_aside(own.by);
            }
            side_by_side(open, 0, &|runner: &mut Runner| {
                cores.step_aside(runner.by);
                let goal = runner.statistics.nodes + step;
                while runner.statistics.nodes < goal
                    && runner.advance(goal - runner.statistics.nodes, *optimises, start)
                {}
                cores.leave(runner.by);
                if !runner.is_open() {
                    runner.leave();
                }
            });
            for runner in runners.iter_mut() {
                runner.tell(board);
            }
            board.prover = runners.iter().position(Runner::has_proved);
            let failed = runners.iter().any(|runner| runner.error.is_some());
            if failed || board.is_answered(*optimises) || !runners.iter().any(Runner::is_open) {
                return self.end();
            }
            if let Some(best) = board.value() {
                runners.iter_mut().for_each(|runner| runner.hear(best));
            }
            nodes = if alone { nodes } else { (2 * nodes).min(longest) };
            alone = false;
        }
    }

    fn end(mut self) -> Result<End, ModelError> {
        if let Some(error) = self.runners.iter_mut().find_map(|runner| runner.error.take()) {
            return Err(error);
        }
        let board = self.board.into_inner().unwrap_or_else(PoisonError::into_inner);
        let stopped = self.runners.iter().find_map(Runner::stopped);
        Ok(board.end(self.runners.iter().map(|runner| runner.statistics).collect(), stopped))
    }
}
