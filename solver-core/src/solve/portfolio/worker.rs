//! A worker: one search of a portfolio.

use super::shared::Shared;
use crate::budget::StopReason;
use crate::model::ModelError;
use crate::search::{Statistics, Step};
use crate::solve::{Run, Solution};

/// Starts the search with this index: builds its engine.
pub(super) type Start<'a> = dyn Fn(usize) -> Result<Run, ModelError> + Sync + 'a;

/// The number of first searches that ignore the shared bound while they find improvements themselves.
const ALONE: usize = 2;

/// The minimum number of nodes without improvement for a search to count as stuck.
const PATIENCE: u64 = 1_000;

/// For a search to count as stuck, its nodes without improvement must also reach this multiple of the nodes visited up
/// to the last solution.
const PATIENCE_TIMES: u64 = 10;

/// A search, including its states before it begins and after it ends.
pub(super) struct Worker {
    /// The index of the search.
    pub(super) by: usize,
    /// The run; `None` before the search begins and after its end. Boxed, because two searches adjacent in memory would
    /// share cache lines and wait for each other.
    run: Option<Box<Run>>,
    /// The number of nodes visited up to the last solution of this search.
    last_found: u64,
    pub(super) ended: Option<Step>,
    /// The solutions found since the last exchange, each better than the previous one.
    found: Vec<(i32, Solution)>,
    pub(super) error: Option<ModelError>,
    pub(super) statistics: Statistics,
    /// The dual bound of the minimised objective.
    pub(super) bound: Option<i32>,
}

impl Worker {
    pub(super) fn new(by: usize) -> Worker {
        Worker {
            by,
            run: None,
            last_found: 0,
            ended: None,
            found: Vec::new(),
            error: None,
            statistics: Statistics::default(),
            bound: None,
        }
    }

    /// Begins or continues the search for a number of nodes or up to a solution. Returns `false` when the search is
    /// finished.
    pub(super) fn advance(&mut self, nodes: u64, optimises: bool, start: &Start<'_>) -> bool {
        let pause = self.try_to_advance(nodes, optimises, start).unwrap_or_else(|error| {
            self.error = Some(error);
            false
        });
        if let Some(run) = &self.run {
            self.statistics = run.statistics();
            self.bound = run.bound();
        }
        pause
    }

    fn try_to_advance(&mut self, nodes: u64, optimises: bool, start: &Start<'_>) -> Result<bool, ModelError> {
        let run = match &mut self.run {
            Some(run) => run,
            None => self.run.insert(Box::new(start(self.by)?)),
        };
        match run.step_for(nodes) {
            None => Ok(true),
            Some(Step::Solution) => {
                let value = if optimises { run.objective() } else { Some(0) };
                let solution = run.checked().map_err(ModelError::WrongSolution)?;
                self.last_found = run.statistics().nodes;
                self.found.extend(value.zip(solution));
                Ok(optimises)
            }
            Some(end) => {
                self.ended = Some(end);
                Ok(false)
            }
        }
    }

    /// Receives a shared bound: from now on only better solutions count, unless this search ignores the bound.
    ///
    /// A bound changes where a search fails and hence what its scores record; the search may therefore take a hundred
    /// times as long as it would without the bound. So the first two searches run independently until they stop
    /// improving. Their last solution is usually the optimum, in which case a bound makes no difference.
    pub(super) fn receive_bound(&mut self, best: i32) {
        let since = self.statistics.nodes.saturating_sub(self.last_found);
        let is_left_alone = self.by < ALONE && since < PATIENCE.max(PATIENCE_TIMES * self.last_found);
        if let Some(run) = self.run.as_mut().filter(|_| !is_left_alone) {
            run.improve_on(best);
        }
    }

    /// Whether this search has new solutions to report.
    pub(super) fn has_news(&self) -> bool {
        !self.found.is_empty()
    }

    /// Whether this search can continue.
    pub(super) fn is_open(&self) -> bool {
        self.ended.is_none() && self.error.is_none()
    }

    /// Whether this search completed its tree.
    pub(super) fn has_proved(&self) -> bool {
        self.ended == Some(Step::Exhausted)
    }

    /// Whether this search stopped at a solution that is good enough.
    pub(super) fn found_good_enough(&self) -> bool {
        matches!(self.stopped(), Some(StopReason::Objective | StopReason::Gap))
    }

    /// Returns the reason why the search was stopped, if it was.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        match self.ended {
            Some(Step::Stopped(by)) => Some(by),
            _ => None,
        }
    }

    /// Moves the solutions of this search to the shared state.
    pub(super) fn report_solutions(&mut self, shared: &mut Shared<'_>) {
        for (value, solution) in std::mem::take(&mut self.found) {
            shared.offer(value, solution, self.by);
        }
    }

    /// Drops the engine on the thread that used it, after the search has ended and reported its results. Dropping a
    /// large engine would delay the thread that waits for all searches.
    pub(super) fn leave(&mut self) {
        self.run = None;
    }
}
