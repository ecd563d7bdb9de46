//! Deciding a fact by search where propagation leaves it open: with witnesses, within limits.

use super::{Explainer, WhyError};
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::Engine;
use crate::model::Comparison;
use crate::search::Step;
use crate::solve::Solution;

/// The result of a search for a fact, under all assumptions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decided {
    /// True in every solution, proved by a search of this size.
    Always {
        /// A solution.
        witness: Solution,
        /// Nodes of the search without the fact.
        nodes: u64,
    },
    /// False in every solution, proved by a search of this size.
    Never {
        /// A solution.
        witness: Solution,
        /// Nodes of the search with the fact.
        nodes: u64,
    },
    /// True in one solution and false in another.
    Either {
        /// A solution where it is true.
        with: Solution,
        /// A solution where it is false.
        without: Solution,
    },
    /// There is no solution at all, proved by searches of this size.
    NoSolution {
        /// Nodes of both searches.
        nodes: u64,
    },
    /// A limit was reached first.
    Unknown {
        /// Which limit.
        by: StopReason,
        /// A solution where it is true, if one was found.
        with: Option<Solution>,
        /// A solution where it is false, if one was found.
        without: Option<Solution>,
    },
}

/// The result of a search for one solution.
pub(super) enum Found {
    Solution(Box<Solution>, u64),
    /// There is none; with the nodes of the search.
    None(u64),
    Stopped(StopReason, u64),
}

impl Found {
    pub(super) fn nodes(&self) -> u64 {
        match self {
            Found::Solution(_, nodes) | Found::None(nodes) | Found::Stopped(_, nodes) => *nodes,
        }
    }
}

impl Explainer<'_> {
    /// Whether a comparison of one variable is true in every solution, in none or in some, by at most two searches,
    /// each within the limits.
    ///
    /// # Errors
    /// As [`why`](Explainer::why).
    pub fn decide(&self, comparison: Comparison) -> Result<Decided, WhyError> {
        self.must_be_open()?;
        let atom = self.atom(&comparison)?;
        let with = self.find(&self.engine, &[atom])?;
        let without = self.find(&self.engine, &[!atom])?;
        Ok(match (with, without) {
            (Found::Solution(with, _), Found::Solution(without, _)) => {
                Decided::Either { with: *with, without: *without }
            }
            (Found::Solution(witness, _), Found::None(nodes)) => Decided::Always { witness: *witness, nodes },
            (Found::None(nodes), Found::Solution(witness, _)) => Decided::Never { witness: *witness, nodes },
            (Found::None(a), Found::None(b)) => Decided::NoSolution { nodes: a + b },
            (Found::Stopped(by, _), other) => Decided::Unknown { by, with: None, without: other.solution() },
            (other, Found::Stopped(by, _)) => Decided::Unknown { by, with: other.solution(), without: None },
        })
    }

    /// A solution below some atoms.
    pub(super) fn find(&self, engine: &Engine, atoms: &[Atom]) -> Result<Found, WhyError> {
        let Some(mut run) = self.search_below(engine, atoms)? else { return Ok(Found::None(1)) };
        let step = run.step();
        let nodes = run.statistics().nodes;
        Ok(match (step, run.solution()) {
            (Step::Solution, Some(solution)) => Found::Solution(Box::new(solution), nodes),
            (Step::Stopped(by), _) => Found::Stopped(by, nodes),
            (Step::Solution | Step::Exhausted, _) => Found::None(nodes),
        })
    }
}

impl Found {
    fn solution(self) -> Option<Solution> {
        match self {
            Found::Solution(solution, _) => Some(*solution),
            Found::None(_) | Found::Stopped(..) => None,
        }
    }
}
