//! One of the searches that run side by side.

use super::shared::Shared;
use crate::budget::StopReason;
use crate::model::ModelError;
use crate::search::{Statistics, Step};
use crate::solve::{Run, Solution};

/// How the search of some number is started: this builds its engine.
pub(super) type Start<'a> = dyn Fn(usize) -> Result<Run, ModelError> + Sync + 'a;

/// So many searches are left alone while they get further by themselves.
const ALONE: usize = 2;

/// Nodes without a better solution after which a search counts as getting no further, at least.
const PATIENCE: u64 = 1_000;

/// And as many times the nodes that it had made when it found its last solution.
const PATIENCE_TIMES: u64 = 10;

/// A search, from before it begins to its end.
pub(super) struct Worker {
    /// Its number.
    pub(super) by: usize,
    /// `None` before it begins, and when it is over. It has a place of its own, made by the thread that begins it: beside each other two
    /// searches would write into one cache line, and each wait for the other's.
    run: Option<Box<Run>>,
    /// The nodes it had made when it found its last solution.
    last_found: u64,
    pub(super) ended: Option<Step>,
    /// Found since the others were told, each better than the one before.
    found: Vec<(i32, Solution)>,
    pub(super) error: Option<ModelError>,
    pub(super) statistics: Statistics,
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
        }
    }

    /// Goes on for some nodes, or to a solution; begins if it has not begun. `false` when there is nothing more to do.
    pub(super) fn advance(&mut self, nodes: u64, optimises: bool, start: &Start<'_>) -> bool {
        let pause = self.try_to_advance(nodes, optimises, start).unwrap_or_else(|error| {
            self.error = Some(error);
            false
        });
        if let Some(run) = &self.run {
            self.statistics = run.statistics();
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

    /// Somebody found a solution with this value: only better ones count from now on, unless this search is to be left alone.
    ///
    /// A bound changes where a search fails, and so what its order learns: it may then take a hundred times longer than by itself.
    /// The first two search as they do alone, then, until they get no further. What they find last without help is mostly the optimum,
    /// and a bound makes no difference any more.
    pub(super) fn receive_bound(&mut self, best: i32) {
        let since = self.statistics.nodes.saturating_sub(self.last_found);
        let is_left_alone = self.by < ALONE && since < PATIENCE.max(PATIENCE_TIMES * self.last_found);
        if let Some(run) = self.run.as_mut().filter(|_| !is_left_alone) {
            run.improve_on(best);
        }
    }

    /// Whether there is something to tell.
    pub(super) fn has_news(&self) -> bool {
        !self.found.is_empty()
    }

    /// Whether it can go on.
    pub(super) fn is_open(&self) -> bool {
        self.ended.is_none() && self.error.is_none()
    }

    /// Whether it went through the whole tree.
    pub(super) fn has_proved(&self) -> bool {
        self.ended == Some(Step::Exhausted)
    }

    /// Who stopped it, if somebody did.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        match self.ended {
            Some(Step::Stopped(by)) => Some(by),
            _ => None,
        }
    }

    /// Puts what it found on the shared, once. Where searches do not wait for each other, the thread that found it does so, and gives back what it
    /// is kept in: see [`pool`](super::pool).
    pub(super) fn tell(&mut self, shared: &mut Shared<'_>) {
        for (value, solution) in std::mem::take(&mut self.found) {
            shared.offer(value, &solution, self.by);
        }
    }

    /// It is over, and the others know: the engine is taken apart on the thread that used it. With a large one that takes long, too long for who
    /// waits for all of them; and memory goes back to whom it is from: see [`pool`](super::pool).
    pub(super) fn leave(&mut self) {
        self.run = None;
    }
}
