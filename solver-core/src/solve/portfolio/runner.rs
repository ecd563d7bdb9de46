//! One of the searches that run side by side.

use crate::budget::StopReason;
use crate::model::ModelError;
use crate::search::{Statistics, Step};
use crate::solve::{Run, Solution};

/// How the search of some number is started: this builds its engine.
pub(super) type Start<'a> = dyn Fn(usize) -> Result<Run, ModelError> + Sync + 'a;

/// A search, from before it begins to its end.
pub(super) struct Runner {
    /// Its number.
    pub(super) by: usize,
    /// `None` before it begins, and when it is over. It has a place of its own, made by the thread that begins it: beside each other two
    /// searches would write into one cache line, and each wait for the other's.
    run: Option<Box<Run>>,
    /// What others told before this one began.
    outdone: Option<i32>,
    pub(super) ended: Option<Step>,
    /// Found since the others were told, each better than the one before.
    pub(super) found: Vec<(i32, Solution)>,
    pub(super) error: Option<ModelError>,
    pub(super) statistics: Statistics,
}

impl Runner {
    pub(super) fn new(by: usize) -> Runner {
        Runner {
            by,
            run: None,
            outdone: None,
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
        if !pause {
            // Here, and not by who waits for all of them: large engines take long to take apart.
            self.run = None;
        }
        pause
    }

    fn try_to_advance(&mut self, nodes: u64, optimises: bool, start: &Start<'_>) -> Result<bool, ModelError> {
        let run = match &mut self.run {
            Some(run) => run,
            None => {
                let run = self.run.insert(Box::new(start(self.by)?));
                self.outdone.into_iter().for_each(|value| run.outdo(value));
                run
            }
        };
        match run.step_for(nodes) {
            None => Ok(true),
            Some(Step::Solution) => {
                let value = if optimises { run.objective() } else { Some(0) };
                let solution = run.checked().map_err(ModelError::WrongSolution)?;
                self.found.extend(value.zip(solution));
                Ok(optimises)
            }
            Some(end) => {
                self.ended = Some(end);
                Ok(false)
            }
        }
    }

    /// Only solutions better than this value count from now on.
    pub(super) fn outdo(&mut self, value: i32) {
        match &mut self.run {
            Some(run) => run.outdo(value),
            None => self.outdone = Some(value),
        }
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

    /// Gives up; the engine is taken apart on the thread that used it.
    pub(super) fn leave(&mut self) {
        self.run = None;
    }
}
