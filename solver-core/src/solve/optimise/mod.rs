//! Optimisation by branch and bound: minimise or maximise an objective.

mod dichotomic;
mod several;

pub use several::Ranked;

use super::outcome::Outcome;
use super::run::{Run, Solutions};
use super::search::Search;
use super::solution::Solution;
use super::task::Task;
use crate::budget::StopReason;
use crate::model::{Expr, Model, ModelError, WrongSolution};
use crate::search::{GoodEnough, Limits, Statistics, gap};

/// A solution and its objective value. In an [`Outcome::Complete`] the value is proved optimal; elsewhere the solution
/// is the incumbent.
#[doc(alias("incumbent", "objective", "best bound"))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Optimum {
    /// The objective value.
    pub value: i32,
    /// The solution.
    pub solution: Solution,
}

/// The partial result of a stopped search for an optimum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incumbent {
    /// The best solution found.
    pub best: Option<Optimum>,
    /// The dual bound: no solution has a better value. `None` if the search stopped before the root was propagated.
    #[doc(alias("dual bound", "best bound"))]
    pub bound: Option<i32>,
}

impl Incumbent {
    /// The relative optimality gap, at least 0: the maximum distance of the best solution from the optimum, `|best -
    /// bound| / max(1, |best|)`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=100)?;
    /// let Outcome::Stopped { known, .. } = m.search().objective_limit(50).values(ValueSelect::Min).maximize(x + 0)? else {
    ///     panic!("50 is good enough")
    /// };
    /// assert_eq!((known.best.as_ref().map(|best| best.value), known.bound, known.gap()), (Some(50), Some(100), Some(1.0)));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias = "optimality gap")]
    pub fn gap(&self) -> Option<f64> {
        Some(gap(self.best.as_ref()?.value, self.bound?))
    }
}

impl Outcome<Optimum, Incumbent> {
    /// The best value found, which is optimal if the answer is complete.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// assert_eq!(m.maximize(2 * x)?.value(), Some(18));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn value(&self) -> Option<i32> {
        match self {
            Outcome::Complete(best) => Some(best.value),
            Outcome::Stopped { known, .. } => known.best.as_ref().map(|best| best.value),
            Outcome::Unsat => None,
        }
    }
}

/// The direction of optimisation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Smaller is better.
    Minimize,
    /// Larger is better.
    Maximize,
}

impl Goal {
    /// The expression to minimise.
    pub(super) fn minimised(self, objective: Expr) -> Expr {
        if self == Goal::Minimize { objective } else { -objective }
    }

    /// The value in the user's direction.
    pub(super) fn user_value(self, value: i32) -> i32 {
        if self == Goal::Minimize { value } else { -value }
    }
}

/// Improving solutions, as they are found. The last one is optimal if the stream was not cut off by a limit (see
/// [`stopped`](Improving::stopped)).
pub struct Improving {
    pub(super) solutions: Solutions,
    goal: Goal,
    /// The value of the last solution.
    value: Option<i32>,
}

impl Improving {
    /// The limit that ended the search; `None` while it continues and when the last solution is optimal.
    pub fn stopped(&self) -> Option<StopReason> {
        self.solutions.stopped()
    }

    /// The dual bound: no solution is better than this. `None` before the root is propagated.
    pub fn bound(&self) -> Option<i32> {
        self.run().bound().map(|bound| self.goal.user_value(bound))
    }

    /// The best value so far.
    pub fn value(&self) -> Option<i32> {
        self.value
    }

    /// The relative optimality gap: see [`Incumbent::gap`].
    pub fn gap(&self) -> Option<f64> {
        Some(gap(self.value?, self.bound()?))
    }

    /// The statistics of the search so far.
    pub fn statistics(&self) -> Statistics {
        self.solutions.statistics()
    }

    /// The underlying run.
    pub fn run(&self) -> &Run {
        &self.solutions.run
    }

    /// Continues to the next solution or to the end (`Some(None)`), but pauses (`None`) after at most this many more
    /// nodes, for progress reports. Pausing does not change the search.
    pub fn next_within(&mut self, nodes: u64) -> Option<Option<Optimum>> {
        let step = self.solutions.run.step_for(nodes)?;
        let solution = self.solutions.after(step);
        Some(self.better(solution))
    }

    /// Returns the underlying run, to continue it step by step.
    pub fn into_run(self) -> Run {
        self.solutions.run
    }

    /// The wrong solution, if [`stopped`](Improving::stopped) reports one.
    pub fn wrong(&self) -> Option<&WrongSolution> {
        self.solutions.wrong()
    }

    fn better(&mut self, solution: Option<Solution>) -> Option<Optimum> {
        let solution = solution?;
        let value = self.goal.user_value(self.run().objective()?);
        self.value = Some(value);
        Some(Optimum { value, solution })
    }

    /// Returns the best solution, and whether it is proved optimal.
    fn best(&mut self) -> Result<Outcome<Optimum, Incumbent>, ModelError> {
        let best = self.by_ref().last();
        self.solutions.refuse_wrong()?;
        Ok(match (self.stopped(), best) {
            (Some(by), best) => Outcome::Stopped { by, known: Incumbent { best, bound: self.bound() } },
            (None, Some(best)) => Outcome::Complete(best),
            (None, None) => Outcome::Unsat,
        })
    }
}

impl Iterator for Improving {
    type Item = Optimum;

    fn next(&mut self) -> Option<Optimum> {
        let solution = self.solutions.next();
        self.better(solution)
    }
}

impl std::iter::FusedIterator for Improving {}

impl std::fmt::Debug for Improving {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Improving { solutions, goal, .. } = self;
        f.debug_struct("Improving").field("solutions", solutions).field("goal", goal).finish()
    }
}

impl Model {
    /// Finds the solution with the smallest value of an expression, and proves it optimal by branch and bound: each
    /// solution tightens the bound. Short for `search().minimize(objective)`.
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
    /// [`ModelError`] when the model cannot be solved.
    #[doc(alias("branch and bound", "optimise"))]
    pub fn minimize(&self, objective: impl Into<Expr>) -> Result<Outcome<Optimum, Incumbent>, ModelError> {
        self.search().minimize(objective)
    }

    /// Finds the solution with the largest value of an expression: the counterpart of [`minimize`](Model::minimize).
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let [x, y] = m.ints("x", 2, 0..=9)?[..] else { unreachable!() };
    /// m.post(constraint!(2 * x + y <= 10));
    /// let best = m.maximize(x + y)?.complete().expect("there is a solution");
    /// assert_eq!(best.value, 9);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved.
    pub fn maximize(&self, objective: impl Into<Expr>) -> Result<Outcome<Optimum, Incumbent>, ModelError> {
        self.search().maximize(objective)
    }
}

impl Search<'_> {
    /// Finds the solution with the smallest value of an expression, and proves it optimal by branch and bound: each
    /// solution tightens the bound. Uses the [automatic](Search::auto) search unless the user has chosen how to search.
    ///
    /// # Errors
    /// Same as [`start`](Search::start).
    #[doc(alias("branch and bound", "optimise"))]
    pub fn minimize(&self, objective: impl Into<Expr>) -> Result<Outcome<Optimum, Incumbent>, ModelError> {
        self.optimum(Goal::Minimize, objective.into())
    }

    /// Finds the solution with the largest value of an expression, and proves it optimal.
    ///
    /// # Errors
    /// Same as [`start`](Search::start).
    pub fn maximize(&self, objective: impl Into<Expr>) -> Result<Outcome<Optimum, Incumbent>, ModelError> {
        self.optimum(Goal::Maximize, objective.into())
    }

    fn optimum(&self, goal: Goal, objective: Expr) -> Result<Outcome<Optimum, Incumbent>, ModelError> {
        if self.is_portfolio() {
            return Ok(self.portfolio().optimum(goal, objective)?.outcome);
        }
        self.improving(goal, objective)?.best()
    }

    /// Returns a lazy stream of improving solutions. A solution limit counts each of them.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=4)?;
    /// m.all_different(&x);
    /// let search = m.search().order(VarSelect::Input);
    /// let profits: Vec<i32> = search.improving(Goal::Maximize, x[0] + x[1] - x[2])?.map(|best| best.value).collect();
    /// assert_eq!(profits, [-1, 1, 2, 3, 4, 5, 6, 7]);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`start`](Search::start).
    #[doc(alias("incumbent", "anytime", "improving solutions", "solution callback"))]
    pub fn improving(&self, goal: Goal, objective: impl Into<Expr>) -> Result<Improving, ModelError> {
        let run = self.chosen_or_auto().run_towards(goal, objective.into())?;
        Ok(Improving { solutions: Solutions::new(run), goal, value: None })
    }

    /// Returns the criteria for a good enough solution, for the minimised objective.
    fn good_enough(&self, goal: Goal) -> GoodEnough {
        let Limits { objective, gap, .. } = self.options.limits;
        GoodEnough { value: objective.map(|value| goal.user_value(value)), gap }
    }

    /// Starts a branch-and-bound run.
    pub(super) fn run_towards(&self, goal: Goal, objective: Expr) -> Result<Run, ModelError> {
        let minimised = goal.minimised(objective);
        let explain = self.options.explain;
        let mut run = self.start_with(&Task { objective: Some(&minimised), explain, ..Task::default() })?;
        run.is_good_enough_at(self.good_enough(goal));
        Ok(run)
    }
}
