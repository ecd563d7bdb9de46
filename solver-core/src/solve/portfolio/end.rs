//! The end of a portfolio: its answer, and the statistics of each search.

use super::shared::Shared;
use super::worker::Worker;
use crate::budget::StopReason;
use crate::search::Statistics;
use crate::solve::Solution;

/// The result of running a portfolio's searches.
pub(super) struct End {
    pub(super) best: Option<(i32, Solution)>,
    /// Whether some search completed its tree.
    pub(super) proved: bool,
    /// Why the searches stopped, if there is no answer.
    pub(super) stopped: StopReason,
    /// The search that has the answer.
    pub(super) by: usize,
    pub(super) statistics: Vec<Statistics>,
    /// The best dual bound of the minimised objective.
    pub(super) bound: Option<i32>,
}

impl End {
    /// Collects the result, and why the first of the stopped searches stopped.
    pub(super) fn new(shared: Shared<'_>, workers: &[Worker]) -> End {
        // A search with a solution that is good enough has stopped the others.
        let good_enough = |by: &StopReason| matches!(by, StopReason::Objective | StopReason::Gap);
        let mut stops = workers.iter().filter_map(Worker::stopped);
        let stopped = stops.clone().find(good_enough).or_else(|| stops.next());
        let finder = shared.best.as_ref().map(|(_, _, by)| *by);
        // A bound proved with imported nogoods may depend on the best solution of all searches, which the search that
        // proved it may not know.
        let no_better = |bound: i32| shared.value().map_or(bound, |best| bound.min(best));
        End {
            proved: shared.prover.is_some(),
            by: shared.prover.or(finder).unwrap_or(0),
            stopped: stopped.unwrap_or(StopReason::Cancelled),
            statistics: workers.iter().map(|worker| worker.statistics).collect(),
            bound: workers.iter().filter_map(|worker| worker.bound).max().map(no_better),
            best: shared.best.map(|(value, solution, _)| (value, solution)),
        }
    }
}
