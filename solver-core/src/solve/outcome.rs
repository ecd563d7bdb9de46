//! Outcomes: data exists only where the answer has it.

use super::solution::Solution;
use crate::budget::StopReason;

/// The answer to a question.
///
/// Without a solution there are no values to read, and what a stopped search knows has another type than a complete
/// answer.
#[doc(alias("result", "status", "unsatisfiable", "infeasible", "optimal"))]
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
        /// What was known when the search stopped; never a complete answer.
        known: Known,
    },
}

impl<T, Known> Outcome<T, Known> {
    /// The answer, if it is complete.
    pub fn complete(self) -> Option<T> {
        match self {
            Outcome::Complete(answer) => Some(answer),
            Outcome::Unsat | Outcome::Stopped { .. } => None,
        }
    }

    /// The answer, for a program that cannot go on without it.
    ///
    /// # Panics
    /// With this message and the reason if the answer is not complete.
    #[track_caller]
    pub fn expect(self, message: &str) -> T {
        match self {
            Outcome::Complete(answer) => answer,
            Outcome::Unsat => panic!("{message}: there is no solution"),
            Outcome::Stopped { by, .. } => panic!("{message}: stopped ({by})"),
        }
    }

    /// As [`expect`](Outcome::expect), with a message of its own.
    ///
    /// # Panics
    /// If the answer is not complete.
    #[track_caller]
    pub fn unwrap(self) -> T {
        self.expect("the question was not answered")
    }
}

/// The answer to "is there exactly one solution?".
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Uniqueness {
    /// Proved: there is no solution.
    None,
    /// Proved: this is the only solution.
    One(Solution),
    /// There are at least two solutions: these.
    Several(Solution, Solution),
    /// A limit ended the search before the proof.
    Stopped {
        /// Which limit.
        by: StopReason,
        /// The one solution found so far, if any.
        found: Option<Solution>,
    },
}
