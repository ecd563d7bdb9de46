//! Assumptions: comparisons that hold in only one search, and their minimal unsatisfiable cores.

use super::clash::{Clash, Effort};
use super::search::Search;
use super::solution::Solution;
use crate::budget::StopReason;
use crate::model::{Comparison, Model, ModelError};

/// The answer to "which of these assumptions cannot hold together?".
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum AssumptionCore {
    /// The assumptions are satisfiable, as this solution shows.
    Satisfiable(Solution),
    /// The model has no solution under these assumptions, but has one if any of them is removed. An empty list means
    /// that the model itself has no solution.
    Minimal {
        /// The indices in the list of assumptions, counted from 0, in ascending order.
        assumptions: Vec<usize>,
        /// The effort spent to find the core.
        effort: Effort,
    },
    /// A limit was reached first.
    Stopped {
        /// The limit.
        by: StopReason,
        /// Assumptions that have no solution together, a set that need not be minimal; `None` if nothing has been
        /// refuted yet.
        known: Option<Vec<usize>>,
    },
}

impl Search<'_> {
    /// Adds assumptions to those already added. They hold only in this search; the model does not change. If
    /// there is no solution, [`core`](Search::core) returns the assumptions responsible.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=3)?;
    /// m.all_different(&x);
    /// let search = m.search().assuming([x[0].equals(1), x[1].at_least(2), x[2].equals(1)]);
    /// assert_eq!(search.first()?, Outcome::Unsat);
    /// let AssumptionCore::Minimal { assumptions, .. } = search.core()? else { panic!("there is no solution") };
    /// assert_eq!(assumptions, [0, 2]);
    /// assert_eq!(m.count()?, Outcome::Complete(6));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("assumptions", "assume", "solve_with_assumptions"))]
    pub fn assuming(self, assumptions: impl IntoIterator<Item = impl Into<Comparison>>) -> Self {
        self.set(|options| options.assumptions.extend(assumptions.into_iter().map(Into::into)))
    }

    /// Finds a minimal unsatisfiable subset of the [assumptions](Search::assuming), with the model's constraints as
    /// background. Uses the method of [`clash`](Search::clash).
    ///
    /// # Errors
    /// Same as [`clash`](Search::clash).
    #[doc(alias("unsat core", "mus", "assumption core"))]
    pub fn core(&self) -> Result<AssumptionCore, ModelError> {
        let mut model = self.model.clone();
        let first = model.constraints();
        let handles = model.post_all(&self.options.assumptions, NAME);
        let numbers = |core: super::Core| core.members.iter().map(|member| member.id.index() - first).collect();
        Ok(match self.on_model(&model).among(&handles).clash()? {
            Clash::Satisfiable(solution) => AssumptionCore::Satisfiable(solution),
            Clash::Minimal(core) => AssumptionCore::Minimal { effort: core.effort, assumptions: numbers(core) },
            Clash::Stopped { by, known } => AssumptionCore::Stopped { by, known: known.map(numbers) },
        })
    }

    /// Returns the model plus the assumptions; `None` if there are no assumptions.
    pub(super) fn assumed(&self) -> Option<Model> {
        if self.options.assumptions.is_empty() {
            return None;
        }
        let mut model = self.model.clone();
        model.post_all(&self.options.assumptions, NAME);
        Some(model)
    }

    /// Returns the same search on a copy of the model with additional constraints.
    pub(super) fn with_model<'n>(&self, model: &'n Model) -> Search<'n> {
        Search { model, options: self.options.clone() }
    }

    /// Returns the same search on a copy of the model that includes the assumptions.
    pub(super) fn on_model<'n>(&self, model: &'n Model) -> Search<'n> {
        self.with_model(model).set(|options| options.assumptions.clear())
    }
}

/// The name of an assumption in errors.
const NAME: &str = "assumption";
