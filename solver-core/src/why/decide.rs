//! Decides a fact by search if propagation leaves it open. The solutions found are witnesses; limits apply.

use super::{Explainer, WhyError};
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::Engine;
use crate::model::Comparison;
use crate::solve::{Outcome, Solution, Solutions};

/// The result of a search for a fact, under all assumptions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decided {
    /// The fact is true in every solution, as a search proved.
    Always {
        /// A solution.
        witness: Solution,
        /// The number of nodes of the search for a solution without the fact.
        nodes: u64,
    },
    /// The fact is false in every solution, as a search proved.
    Never {
        /// A solution.
        witness: Solution,
        /// The number of nodes of the search for a solution with the fact.
        nodes: u64,
    },
    /// The fact is true in one solution and false in another.
    Either {
        /// A solution in which the fact is true.
        with: Solution,
        /// A solution in which the fact is false.
        without: Solution,
    },
    /// There is no solution, as two searches proved.
    NoSolution {
        /// The total number of nodes of both searches.
        nodes: u64,
    },
    /// A limit was reached before the fact was decided.
    Unknown {
        /// The limit.
        by: StopReason,
        /// A solution in which the fact is true, if one was found.
        with: Option<Solution>,
        /// A solution in which the fact is false, if one was found.
        without: Option<Solution>,
    },
}

/// The result of a search for one solution.
pub(super) struct Found {
    pub(super) outcome: Outcome<Solution>,
    pub(super) nodes: u64,
}

impl Explainer {
    /// Uses at most two searches, each within the limits, to decide whether a comparison of one variable is true in
    /// every solution, in none, or in some.
    ///
    /// # Errors
    /// Same as [`why`](Explainer::why).
    pub fn decide(&self, comparison: Comparison) -> Result<Decided, WhyError> {
        self.must_be_open()?;
        let atom = self.atom(&comparison)?;
        let with = self.find(&self.engine, &[atom])?;
        let without = self.find(&self.engine, &[!atom])?;
        let nodes = with.nodes + without.nodes;
        Ok(match (with.outcome, without.outcome) {
            (Outcome::Complete(with), Outcome::Complete(without)) => Decided::Either { with, without },
            (Outcome::Complete(witness), Outcome::Unsat) => Decided::Always { witness, nodes: without.nodes },
            (Outcome::Unsat, Outcome::Complete(witness)) => Decided::Never { witness, nodes: with.nodes },
            (Outcome::Unsat, Outcome::Unsat) => Decided::NoSolution { nodes },
            (Outcome::Stopped { by, .. }, other) => Decided::Unknown { by, with: None, without: other.complete() },
            (other, Outcome::Stopped { by, .. }) => Decided::Unknown { by, with: other.complete(), without: None },
        })
    }

    /// Searches for a solution in which some atoms hold.
    pub(super) fn find(&self, engine: &Engine, atoms: &[Atom]) -> Result<Found, WhyError> {
        let Some(run) = self.search_below(engine, atoms)? else {
            return Ok(Found { outcome: Outcome::Unsat, nodes: 1 });
        };
        let mut solutions = Solutions::new(run);
        Ok(Found { outcome: solutions.first()?, nodes: solutions.statistics().nodes })
    }
}
