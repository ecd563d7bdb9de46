//! What a search reports: events, statistics, and the result of a step.

use crate::atom::Atom;
use crate::budget::{Limits, StopReason};
use crate::engine::Propagation;
use crate::store::RelaxationStatistics;

/// Statistics of a search so far.
#[doc(alias("nodes", "failures", "propagations", "conflicts"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Nodes visited: the root, plus one for each branch taken.
    pub nodes: u64,
    /// Nodes at which propagation failed.
    pub failures: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Propagator runs.
    pub propagations: u64,
    /// The largest number of branches between the root and a node.
    pub peak_depth: u64,
    /// The number of times the search returned to the root to begin a new iteration.
    pub restarts: u64,
    /// Statistics of the linear relaxation.
    pub relaxation: RelaxationStatistics,
    /// Counts of explanations and nogoods, if their [kind](crate::Search::explanations) was chosen.
    pub explanations: ExplanationStatistics,
}

impl Statistics {
    /// Returns the node, failure and solution limits, less the work that these statistics count.
    pub(crate) fn leaves(&self, limits: &Limits) -> Limits {
        let left = |limit: Option<u64>, done: u64| limit.map(|limit| limit.saturating_sub(done));
        Limits {
            nodes: left(limits.nodes, self.nodes),
            failures: left(limits.failures, self.failures),
            solutions: left(limits.solutions, self.solutions),
            ..limits.clone()
        }
    }
}

impl std::ops::Add for Statistics {
    type Output = Statistics;

    /// Adds the statistics of two searches.
    fn add(self, other: Statistics) -> Statistics {
        Statistics {
            nodes: self.nodes + other.nodes,
            failures: self.failures + other.failures,
            solutions: self.solutions + other.solutions,
            propagations: self.propagations + other.propagations,
            peak_depth: self.peak_depth.max(other.peak_depth),
            restarts: self.restarts + other.restarts,
            relaxation: self.relaxation + other.relaxation,
            explanations: self.explanations + other.explanations,
        }
    }
}

/// Counts from a search whose [kind of explanation](crate::Search::explanations) was chosen; otherwise all are 0. In
/// order: explanations computed by propagators, for inferences and for failures; their premises; learned nogoods; the
/// literals of all nogoods, and the sum of their literal block distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExplanationStatistics(pub [u64; 5]);

impl ExplanationStatistics {
    /// Returns all counts with their names; none if there was nothing to explain.
    pub fn by_name(&self) -> Vec<(&'static str, u64)> {
        let names = ["computed", "premises", "nogoods", "literals", "lbd"];
        names.into_iter().zip(self.0).filter(|_| self.0[0] > 0).collect()
    }
}

impl std::ops::Add for ExplanationStatistics {
    type Output = ExplanationStatistics;

    fn add(self, other: ExplanationStatistics) -> ExplanationStatistics {
        ExplanationStatistics(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

/// The result of a search step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// All decision variables are fixed: a solution.
    Solution,
    /// The entire tree was searched.
    Exhausted,
    /// A limit was reached.
    Stopped(StopReason),
}

impl Step {
    /// The limit that stopped the search early. The solution limit does not count as early: reaching it means that the
    /// requested number of solutions was found.
    ///
    /// ```
    /// use solver_core::{StopReason, search::Step};
    /// assert_eq!(Step::Stopped(StopReason::Nodes).cut_short(), Some(StopReason::Nodes));
    /// assert_eq!(Step::Stopped(StopReason::Solutions).cut_short(), None);
    /// assert_eq!(Step::Exhausted.cut_short(), None);
    /// ```
    pub fn cut_short(self) -> Option<StopReason> {
        match self {
            Step::Solution | Step::Exhausted | Step::Stopped(StopReason::Solutions) => None,
            Step::Stopped(by) => Some(by),
        }
    }
}

/// An event of a search. Nodes are numbered from 1, as [`Statistics::nodes`] counts them.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The search takes a branch to a new node. The decision's atom is the latest fact on the trail.
    Decide {
        /// The new node.
        node: u64,
        /// The number of branches between the root and the new node.
        depth: u64,
        /// The decision.
        atom: Atom,
        /// The branch of the parent node.
        branch: Branch,
    },
    /// A propagator is about to run.
    Propagate {
        /// The index of the propagator.
        propagator: usize,
    },
    /// The propagator that ran last has inferred an atom. Reported after its run, in the order of the inferences, and
    /// only when the search records reasons.
    Prune {
        /// The position on the atom trail, for [`Engine::inference`](crate::engine::Engine::inference) and
        /// [`Engine::past`](crate::engine::Engine::past).
        position: usize,
        /// The inferred atom.
        atom: Atom,
    },
    /// There is no solution below this node; [`Engine::conflict`](crate::engine::Engine::conflict) returns the reason.
    Fail {
        /// The node.
        node: u64,
        /// The depth of the node.
        depth: u64,
    },
    /// All decision variables are fixed.
    Solution {
        /// The node.
        node: u64,
        /// The depth of the node.
        depth: u64,
        /// The number of solutions so far, this one included.
        number: u64,
    },
    /// The search has returned to an open node and will take its next branch. Everything inferred below the node is
    /// undone.
    Backtrack {
        /// The depth of the open node.
        depth: u64,
    },
    /// The nogood learned from the last conflict is stored. The search has jumped back to the level at which all
    /// literals of the nogood except the first are false. The following events report the inference of the first
    /// literal.
    Learn {
        /// The nogood's index, for [`Engine::nogood`](crate::engine::Engine::nogood). Indices of deleted nogoods are
        /// reused.
        nogood: u32,
        /// Literal block distance: the number of distinct decision levels among the nogood's literals.
        #[doc(alias = "glue")]
        lbd: u32,
    },
    /// The search has restarted at the root. Everything inferred below the root is undone.
    Restart {
        /// The node: the root, visited again.
        node: u64,
        /// The number of restarts so far, this one included.
        restart: u64,
    },
    /// The search has ended.
    Done {
        /// [`Step::Exhausted`] or [`Step::Stopped`].
        end: Step,
        /// The statistics of the search.
        statistics: Statistics,
    },
}

/// The branch that a decision takes at its node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branch {
    /// The first branch of a two-way node.
    Left,
    /// The second branch of a two-way node, the negation of the first.
    Right,
    /// The branch of a d-way node for one value.
    Value {
        /// The index of the value among the node's values, counted from 0.
        index: u32,
        /// The number of values at the node.
        of: u32,
    },
}

impl From<Propagation> for Event {
    fn from(step: Propagation) -> Event {
        match step {
            Propagation::Run { propagator } => Event::Propagate { propagator },
            Propagation::Infer { position, atom } => Event::Prune { position, atom },
        }
    }
}
