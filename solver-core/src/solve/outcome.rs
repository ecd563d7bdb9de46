//! Outcomes: data only where it exists.

use super::solution::Solution;
use crate::budget::StopReason;

/// The answer to a question.
///
/// There are no values to ask for unless there is a solution, and what a stopped
/// search knows is not what a complete one knows.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Outcome<T, Known = ()> {
    /// The question is answered.
    Complete(T),
    /// It is proved that there is no solution.
    Unsat,
    /// A limit ended the search first.
    Stopped {
        /// Which limit.
        by: StopReason,
        /// What was known by then; never a complete answer.
        known: Known,
    },
}

impl<T, Known> Outcome<T, Known> {
    /// The answer, if there is one.
    pub fn complete(self) -> Option<T> {
        match self {
            Outcome::Complete(answer) => Some(answer),
            Outcome::Unsat | Outcome::Stopped { .. } => None,
        }
    }
}

/// The answer to "is there exactly one solution?".
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Uniqueness {
    /// It is proved that there is no solution.
    None,
    /// It is proved that this is the only one.
    One(Solution),
    /// There are at least these two, which differ.
    Several(Solution, Solution),
    /// A limit ended the search before the proof.
    Stopped {
        /// Which limit.
        by: StopReason,
        /// The one solution found by then, if any.
        found: Option<Solution>,
    },
}
