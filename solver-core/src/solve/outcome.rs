//! Outcomes: search results. Each kind of result carries only the data that exists for it.

use super::solution::Solution;
use crate::budget::StopReason;

/// The answer to a query.
///
/// Without a solution, there are no values to read. The partial result of a stopped search has a different type from a
/// complete answer, so the two cannot be confused.
#[doc(alias("result", "status", "unsatisfiable", "infeasible", "optimal"))]
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Outcome<T, Known = ()> {
    /// The complete answer.
    Complete(T),
    /// There is no solution; this is proved.
    Unsat,
    /// A limit ended the search first.
    Stopped {
        /// The limit.
        by: StopReason,
        /// The partial result when the search stopped; never a complete answer.
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

    /// Returns the answer, for a program that cannot continue without it.
    ///
    /// # Panics
    /// If the answer is not complete, with this message and the reason.
    #[track_caller]
    pub fn expect(self, message: &str) -> T {
        match self {
            Outcome::Complete(answer) => answer,
            Outcome::Unsat => panic!("{message}: there is no solution"),
            Outcome::Stopped { by, .. } => panic!("{message}: stopped ({by})"),
        }
    }

    /// The counterpart of [`expect`](Outcome::expect) with a default message.
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
    /// There is no solution; this is proved.
    None,
    /// This is the only solution; this is proved.
    One(Solution),
    /// There are at least two solutions, such as these.
    Several(Solution, Solution),
    /// A limit ended the search before the proof.
    Stopped {
        /// The limit.
        by: StopReason,
        /// The only solution found so far, if any.
        found: Option<Solution>,
    },
}
