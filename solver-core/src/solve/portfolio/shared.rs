//! The state shared by the searches of a portfolio: the incumbent, and the final answer.

use super::worker::Worker;
use crate::budget::StopReason;
use crate::search::Statistics;
use crate::solve::Solution;
use std::ops::ControlFlow;

/// Receives each new incumbent.
pub(super) type Listener<'a> = &'a mut (dyn FnMut(i32, &Solution) -> ControlFlow<()> + Send);

/// What all searches know.
pub(super) struct Shared<'a> {
    /// Receives each solution that is better than all before.
    pub(super) listener: Option<Listener<'a>>,
    /// Whether the listener wants no more.
    pub(super) is_enough: bool,
    /// The incumbent, its objective value, and the search that found it.
    best: Option<(i32, Solution, usize)>,
    /// The search that completed its tree.
    pub(super) prover: Option<usize>,
}

impl Shared<'_> {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        Shared { listener: None, is_enough: false, best: None, prover: None }
    }

    /// A search found a solution with this objective value.
    pub(super) fn offer(&mut self, value: i32, solution: Solution, by: usize) {
        if self.best.as_ref().is_none_or(|(best, ..)| value < *best) {
            if let Some(listener) = &mut self.listener {
                self.is_enough |= listener(value, &solution).is_break();
            }
            self.best = Some((value, solution, by));
        }
    }

    /// The shared bound: the smallest value known.
    pub(super) fn value(&self) -> Option<i32> {
        self.best.as_ref().map(|(value, ..)| *value)
    }

    /// Whether the question is answered.
    pub(super) fn is_answered(&self, optimises: bool) -> bool {
        self.prover.is_some() || self.is_enough || self.best.is_some() && !optimises
    }

    /// What came of it, with what each search did, and who stopped the first one that was stopped.
    pub(super) fn end(self, workers: &[Worker]) -> End {
        // A search that found a solution good enough has stopped the others.
        let good_enough = |by: &StopReason| matches!(by, StopReason::Objective | StopReason::Gap);
        let mut stops = workers.iter().filter_map(Worker::stopped);
        let stopped = stops.clone().find(good_enough).or_else(|| stops.next());
        let finder = self.best.as_ref().map(|(_, _, by)| *by);
        End {
            proved: self.prover.is_some(),
            by: self.prover.or(finder).unwrap_or(0),
            best: self.best.map(|(value, solution, _)| (value, solution)),
            stopped: stopped.unwrap_or(StopReason::Cancelled),
            statistics: workers.iter().map(|worker| worker.statistics).collect(),
            bound: workers.iter().filter_map(|worker| worker.bound).max(),
        }
    }
}

/// How a schedule ended.
pub(super) struct End {
    pub(super) best: Option<(i32, Solution)>,
    /// Whether some search completed its tree.
    pub(super) proved: bool,
    /// Why the searches stopped, if there is no answer.
    pub(super) stopped: StopReason,
    /// The search that has the answer.
    pub(super) by: usize,
    pub(super) statistics: Vec<Statistics>,
    /// The best dual bound of what is minimised.
    pub(super) bound: Option<i32>,
}
