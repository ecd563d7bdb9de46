//! The best solution: branch and bound.

mod dichotomic;
mod several;

pub use several::Ranked;

use super::outcome::Outcome;
use super::run::Run;
use super::search::Search;
use super::solution::Solution;
use crate::budget::StopReason;
use crate::model::{CompileOptions, Expr, Model, ModelError, WrongSolution};
use crate::search::{Statistics, Step};

/// A solution and its value of the objective. Whether it is the best is told by where it stands: an
/// [`Outcome::Complete`] holds one that is proved to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Optimum {
    /// The value of the objective.
    pub value: i32,
    /// The solution.
    pub solution: Solution,
}

/// What is wanted of an objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The smaller the better.
    Minimize,
    /// The larger the better.
    Maximize,
}

impl Goal {
    /// What is to be made small.
    fn minimised(self, objective: Expr) -> Expr {
        if self == Goal::Minimize { objective } else { -objective }
    }

    /// The value as the user knows it.
    pub(super) fn told(self, value: i32) -> i32 {
        if self == Goal::Minimize { value } else { -value }
    }
}

/// Solutions, each better than the one before, as they are found. The last one is the best, if
/// the stream ended by itself: [`stopped`](Improving::stopped) tells.
pub struct Improving {
    run: Run,
    goal: Goal,
    stopped: Option<StopReason>,
    wrong: Option<Box<WrongSolution>>,
}

impl Improving {
    /// The limit that ended the search; `None` while it goes on and when the last solution is the best.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// What the search has done so far.
    pub fn statistics(&self) -> Statistics {
        self.run.statistics()
    }

    /// The search itself, to be looked at.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Goes on to the next solution, or to the end (`Some(None)`), but pauses (`None`) after so many more nodes: for progress
    /// reports. It changes nothing in the search.
    pub fn next_within(&mut self, nodes: u64) -> Option<Option<Optimum>> {
        let step = self.run.step_for(nodes)?;
        Some(self.told(step))
    }

    /// The search itself, to go on step by step and be looked at.
    pub fn into_run(self) -> Run {
        self.run
    }

    /// What was found and is no solution, if [`stopped`](Improving::stopped) tells that there was such a thing.
    pub fn wrong(&self) -> Option<&WrongSolution> {
        self.wrong.as_deref()
    }

    fn told(&mut self, step: Step) -> Option<Optimum> {
        match step {
            Step::Solution => {
                let value = self.run.objective()?;
                let solution = self.run.checked().unwrap_or_else(|wrong| {
                    (self.wrong, self.stopped) = (Some(wrong), Some(StopReason::WrongSolution));
                    None
                });
                Some(Optimum { value: self.goal.told(value), solution: solution? })
            }
            Step::Exhausted => None,
            Step::Stopped(by) => {
                // Enough solutions, as asked for, is an end like others: nothing is proved.
                self.stopped = Some(by);
                None
            }
        }
    }

    /// The best solution, and whether that is proved.
    fn best(&mut self) -> Result<Outcome<Optimum, Option<Optimum>>, ModelError> {
        let best = self.by_ref().last();
        if let Some(wrong) = self.wrong.take() {
            return Err(ModelError::WrongSolution(wrong));
        }
        Ok(match (self.stopped, best) {
            (Some(by), known) => Outcome::Stopped { by, known },
            (None, Some(best)) => Outcome::Complete(best),
            (None, None) => Outcome::Unsat,
        })
    }
}

impl Iterator for Improving {
    type Item = Optimum;

    fn next(&mut self) -> Option<Optimum> {
        if self.wrong.is_some() {
            return None;
        }
        let step = self.run.step();
        self.told(step)
    }
}

impl std::iter::FusedIterator for Improving {}

impl std::fmt::Debug for Improving {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (run, goal, stopped) = (&self.run, self.goal, self.stopped);
        f.debug_struct("Improving").field("run", run).field("goal", &goal).field("stopped", &stopped).finish()
    }
}

impl Model {
    /// The solution with the smallest value of an expression, proved to be so. Short for `search().minimize(objective)`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
    /// m.post(constraint!(3 * x + 5 * y >= 22));
    /// let Outcome::Complete(best) = m.minimize(3 * x + 4 * y)? else { panic!("there are solutions") };
    /// assert_eq!((best.value, best.solution.values(&[x, y])?), (19, vec![1, 4]));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved as stated.
    pub fn minimize(&self, objective: impl Into<Expr>) -> Result<Outcome<Optimum, Option<Optimum>>, ModelError> {
        self.search().minimize(objective)
    }

    /// As [`minimize`](Model::minimize), with the largest value.
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved as stated.
    pub fn maximize(&self, objective: impl Into<Expr>) -> Result<Outcome<Optimum, Option<Optimum>>, ModelError> {
        self.search().maximize(objective)
    }
}

impl Search<'_> {
    /// The solution with the smallest value of an expression, proved to be so.
    ///
    /// # Errors
    /// As [`start`](Search::start).
    pub fn minimize(&self, objective: impl Into<Expr>) -> Result<Outcome<Optimum, Option<Optimum>>, ModelError> {
        self.improving(Goal::Minimize, objective)?.best()
    }

    /// The solution with the largest value of an expression, proved to be so.
    ///
    /// # Errors
    /// As [`start`](Search::start).
    pub fn maximize(&self, objective: impl Into<Expr>) -> Result<Outcome<Optimum, Option<Optimum>>, ModelError> {
        self.improving(Goal::Maximize, objective)?.best()
    }

    /// Better and better solutions, as they are found: a lazy stream. A limit on solutions counts them.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=4)?;
    /// m.all_different(&x);
    /// let profits: Vec<i32> = m.search().improving(Goal::Maximize, x[0] + x[1] - x[2])?.map(|best| best.value).collect();
    /// assert_eq!(profits, [-1, 1, 2, 3, 4, 5, 6, 7]);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// As [`start`](Search::start).
    pub fn improving(&self, goal: Goal, objective: impl Into<Expr>) -> Result<Improving, ModelError> {
        Ok(Improving { run: self.run_towards(goal, objective.into())?, goal, stopped: None, wrong: None })
    }

    /// A run to better and better solutions.
    pub(super) fn run_towards(&self, goal: Goal, objective: Expr) -> Result<Run, ModelError> {
        let minimised = goal.minimised(objective);
        self.start_with(CompileOptions {
            objective: Some(&minimised),
            explain: self.explains(),
            ..CompileOptions::default()
        })
    }
}
