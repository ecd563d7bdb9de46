//! Solving: is there a solution, and only one?

use super::formulation::RegionsModel;
use super::puzzle::Puzzle;
use super::square::Square;
use super::stars::{Fault, Stars};
use solver_core::prelude::*;

/// A puzzle, ready to be asked.
#[derive(Clone, Debug)]
pub struct Solving {
    model: RegionsModel,
}

/// How many solutions there are.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Answer {
    /// It is proved that there is none.
    None,
    /// It is proved that this is the only one.
    One(Stars),
    /// There are at least these two.
    Several(Stars, Stars),
    /// A limit came before the proof.
    Stopped {
        /// Which limit.
        by: StopReason,
        /// The one solution found by then, if any.
        found: Option<Stars>,
    },
}

/// What no puzzle should lead to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The core refused the model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// What was found is no solution.
    #[error("a solution failed its check: {0}")]
    Wrong(#[from] Fault),
}

impl Solving {
    /// The puzzle as a model, in the formulation that suits it.
    ///
    /// # Errors
    /// [`ModelError`], which no puzzle gives.
    pub fn new(puzzle: &Puzzle) -> Result<Solving, ModelError> {
        Ok(Solving { model: RegionsModel::new(puzzle)? })
    }

    /// With stars that stand already.
    #[must_use]
    pub fn given(mut self, givens: &[Square]) -> Solving {
        self.model.give(givens);
        self
    }

    /// The model.
    pub fn model(&self) -> &RegionsModel {
        &self.model
    }

    /// Whether there is exactly one solution; if there are more, two that differ.
    ///
    /// # Errors
    /// [`SolveError`], which no puzzle gives.
    pub fn unique(&self) -> Result<Answer, SolveError> {
        self.unique_within(Limits::default())
    }

    /// As [`unique`](Solving::unique), within limits.
    ///
    /// # Errors
    /// [`SolveError`], which no puzzle gives.
    pub fn unique_within(&self, limits: Limits) -> Result<Answer, SolveError> {
        let stars = |solution: &Solution| self.model.stars(|x| solution.value(x));
        Ok(match self.model.search().limits(limits).unique()? {
            Uniqueness::None => Answer::None,
            Uniqueness::One(only) => Answer::One(stars(&only)?),
            Uniqueness::Several(a, b) => Answer::Several(stars(&a)?, stars(&b)?),
            Uniqueness::Stopped { by, found } => Answer::Stopped { by, found: found.as_ref().map(stars).transpose()? },
        })
    }
}
