//! Search queries: all solutions, the first one, their number, and uniqueness.

use super::outcome::{Outcome, Uniqueness};
use super::run::{Run, Solutions};
use super::search::Search;
use super::solution::Solution;
use super::task::Task;
use crate::model::{Model, ModelError};
use crate::observe::Observer;
use crate::search::Step;

impl Model {
    /// Enumerates all solutions lazily. Short for `search().solutions()`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", [2, 3, 5])?;
    /// let found: Vec<i32> = m.solutions()?.map(|solution| solution[x]).collect();
    /// assert_eq!(found, [2, 3, 5]);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved.
    #[doc(alias("enumerate", "all solutions", "solve_all", "find_all"))]
    pub fn solutions(&self) -> Result<Solutions, ModelError> {
        self.search().solutions()
    }

    /// Finds the first solution. Short for `search().first()`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// m.post(constraint!(x * x == 49));
    /// let Outcome::Complete(solution) = m.first()? else { panic!("there is a solution") };
    /// assert_eq!(solution[x], 7);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved.
    #[doc(alias("solve", "satisfy", "find_solution", "one"))]
    pub fn first(&self) -> Result<Outcome<Solution>, ModelError> {
        self.search().first()
    }

    /// Counts the solutions. Short for `search().count()`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 1..=6)?;
    /// m.post(constraint!(x[0] + x[1] == 7));
    /// assert_eq!(m.count()?, Outcome::Complete(6));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved.
    #[doc(alias("count solutions", "model counting", "enumerate"))]
    pub fn count(&self) -> Result<Outcome<u128, u128>, ModelError> {
        self.search().count()
    }

    /// Checks whether there is exactly one solution. Short for `search().unique()`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// m.post(constraint!(x >= 8));
    /// let Uniqueness::Several(one, other) = m.unique()? else { panic!("there are two") };
    /// assert_ne!(one[x], other[x]);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved.
    #[doc(alias = "uniqueness")]
    pub fn unique(&self) -> Result<Uniqueness, ModelError> {
        self.search().unique()
    }
}

impl Search<'_> {
    /// Searches to the end, or to a limit, and reports events to an observer. Records reasons, as
    /// [`explaining`](Search::explaining) does. To inspect solutions during the search, start a run and use
    /// [`Run::step_observed`].
    ///
    /// # Errors
    /// Same as [`start`](Search::start).
    #[doc(alias("trace", "callback", "monitor"))]
    pub fn observe(&self, observer: &mut dyn Observer) -> Result<Run, ModelError> {
        let mut run = self.start_with(&Task { explain: true, ..Task::default() })?;
        while matches!(run.step_observed(u64::MAX, observer), None | Some(Step::Solution)) {}
        Ok(run)
    }

    /// Compiles the model and prepares the first step.
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved, or when options cannot be combined.
    pub fn start(&self) -> Result<Run, ModelError> {
        self.start_with(&Task { explain: self.options.explain, ..Task::default() })
    }

    /// Same as [`start`](Search::start), for a task.
    pub(super) fn start_with(&self, task: &Task<'_>) -> Result<Run, ModelError> {
        self.prepare(task, |by| Ok(Run::stopped(self.model, by)), |prepared| prepared.run())
    }

    /// Enumerates all solutions lazily.
    ///
    /// # Errors
    /// Same as [`start`](Search::start).
    #[doc(alias("enumerate", "all solutions", "solve_all", "find_all"))]
    pub fn solutions(&self) -> Result<Solutions, ModelError> {
        Ok(Solutions::new(self.start()?))
    }

    /// Finds the first solution.
    ///
    /// # Errors
    /// Same as [`start`](Search::start).
    #[doc(alias("solve", "satisfy", "find_solution", "one"))]
    pub fn first(&self) -> Result<Outcome<Solution>, ModelError> {
        if self.is_portfolio() {
            return self.portfolio().first();
        }
        let mut search = self.chosen_or_auto();
        // The search need not prepare to enumerate further solutions.
        search.options.limits.solutions.get_or_insert(1);
        search.solutions()?.first()
    }

    /// Counts the solutions without storing them.
    ///
    /// # Errors
    /// Same as [`start`](Search::start).
    #[doc(alias("count solutions", "model counting", "enumerate"))]
    pub fn count(&self) -> Result<Outcome<u128, u128>, ModelError> {
        let mut run = self.start()?;
        let end = loop {
            if let Some(end) = run.count_for(u64::MAX) {
                break end;
            }
        };
        let known = u128::from(run.statistics().solutions);
        Ok(match end {
            Step::Stopped(by) => Outcome::Stopped { by, known },
            Step::Solution | Step::Exhausted if known == 0 => Outcome::Unsat,
            Step::Solution | Step::Exhausted => Outcome::Complete(known),
        })
    }

    /// Checks whether there is exactly one solution. If there are more, returns two different ones.
    ///
    /// # Errors
    /// Same as [`start`](Search::start).
    #[doc(alias = "uniqueness")]
    pub fn unique(&self) -> Result<Uniqueness, ModelError> {
        let mut solutions = self.solutions()?;
        let first = solutions.next();
        let second = if first.is_some() { solutions.next() } else { None };
        solutions.refuse_wrong()?;
        Ok(match (first, second, solutions.stopped()) {
            (Some(first), Some(second), _) => Uniqueness::Several(first, second),
            (found, _, Some(by)) => Uniqueness::Stopped { by, found },
            (Some(only), None, None) => Uniqueness::One(only),
            (None, ..) => Uniqueness::None,
        })
    }
}
