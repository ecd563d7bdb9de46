//! Assumptions: what holds in one search alone, and which of it cannot.

use super::clash::{Clash, Effort};
use super::search::Search;
use super::solution::Solution;
use crate::budget::StopReason;
use crate::model::{Comparison, Model, ModelError};

/// The answer to "which of these assumptions cannot hold together?".
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum AssumptionCore {
    /// All can hold: here is a solution.
    Satisfiable(Solution),
    /// These have no solution together with the model, and each of them is necessary for that. None at all means that
    /// the model has no solution.
    Minimal {
        /// Their numbers in the list of assumptions, from 0, in ascending order.
        assumptions: Vec<usize>,
        /// What finding them took.
        effort: Effort,
    },
    /// A limit came first.
    Stopped {
        /// Which limit.
        by: StopReason,
        /// Assumptions that have no solution together, some perhaps not needed; `None` when nothing was refuted yet.
        known: Option<Vec<usize>>,
    },
}

impl<'m> Search<'m> {
    /// Assumes that these hold, besides those assumed before: in this search alone, the model stays as it is. When there is
    /// no solution, [`core`](Search::core) tells which of them are to blame.
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
    pub fn assuming(mut self, assumptions: impl IntoIterator<Item = impl Into<Comparison>>) -> Self {
        self.assumptions.extend(assumptions.into_iter().map(Into::into));
        self
    }

    /// Which of the [assumptions](Search::assuming) cannot hold together: a minimal unsatisfiable subset of them, with
    /// the constraints of the model as background. It is found as [`clash`](Search::clash) finds one.
    ///
    /// # Errors
    /// As [`clash`](Search::clash).
    pub fn core(&self) -> Result<AssumptionCore, ModelError> {
        let mut model = self.model.clone();
        let first = model.constraints();
        let handles = model.post_all(&self.assumptions, NAME);
        let numbers = |core: super::Core| core.members.iter().map(|member| member.id.index() - first).collect();
        Ok(match self.on_model(&model).among(&handles).clash()? {
            Clash::Satisfiable(solution) => AssumptionCore::Satisfiable(solution),
            Clash::Minimal(core) => AssumptionCore::Minimal { effort: core.effort, assumptions: numbers(core) },
            Clash::Stopped { by, known } => AssumptionCore::Stopped { by, known: known.map(numbers) },
        })
    }

    /// The model with what is assumed; `None` when that is nothing.
    pub(crate) fn assumed(&self) -> Option<Model> {
        if self.assumptions.is_empty() {
            return None;
        }
        let mut model = self.model.clone();
        model.post_all(&self.assumptions, NAME);
        Some(model)
    }

    /// The same search of another model, which has what was assumed.
    pub(super) fn on_model<'n>(&self, model: &'n Model) -> Search<'n>
    where
        'm: 'n,
    {
        let mut search = self.clone().of(model);
        search.assumptions.clear();
        search
    }
}

/// What assumptions are called in errors.
const NAME: &str = "assumption";
