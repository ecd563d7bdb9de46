//! Definitions of the counts in a comparison, which are printed below each table.

use solver_core::prelude::*;

/// The definition of a node.
pub const NODE: (&str, &str) = (
    "node",
    "the root, or the result of a branch. With two-way branching and no objective, a completely searched tree has 2 · (solutions + failures) - 1",
);
/// The definition of a failure.
pub const FAILURE: (&str, &str) = (
    "failure",
    "a node at which propagation empties a domain or violates a constraint; with an objective, also one below which a new solution leaves nothing better",
);
/// The definition of a propagation.
pub const PROPAGATION: (&str, &str) = ("propagation", "one run of one propagator");
/// The definition of a constraint check.
pub const CHECK: (&str, &str) = (
    "check",
    "one test of whether a binary constraint allows two values; only the classical arc consistency algorithms count them, because other propagators make no such tests",
);
/// The definition of a pruning.
pub const PRUNING: (&str, &str) =
    ("pruning", "one fact inferred by a propagator (x != v, x = v, x >= v or x <= v), however many values it removes");
/// The definition of a removed value.
pub const REMOVED: (&str, &str) =
    ("removed", "values that prunings removed from domains; values removed by a decision itself do not count");
/// The definition of a useless call.
pub const USELESS: (&str, &str) = ("useless", "propagations that inferred nothing and did not fail");
/// The definition of depth.
pub const DEPTH: (&str, &str) = ("depth", "the largest number of branches between the root and a node");
/// The definition of memory.
pub const MEMORY: (&str, &str) = (
    "bytes",
    "the engine's memory at the end of classical search: domains, trail, queues and modified positions, without the propagators' own",
);
/// The definition of time.
pub const TIME: (&str, &str) = (
    "seconds",
    "a measurement, different in every run: wall-clock time of the classical search, including building its engine; rows are measured one after another",
);
/// The definition of a fixpoint.
pub const FIXPOINT: (&str, &str) =
    ("propagation goes on", "at each node to the fixpoint: until no propagator can infer more, or one fails");

/// The definition of the automatic search in a comparison.
pub const AUTO: (&str, &str) = (
    "order auto",
    "by failures, with last conflict, restarts (which revisit nodes) and phase saving; with an objective, also near the incumbent; not interleaved with other searches",
);

/// Returns the definitions printed for every tree after its branching scheme: ties, fixpoint, nodes and failures.
pub fn tree(ties: TieBreak) -> [(&'static str, &'static str); 4] {
    [("of equally good variables", self::tie_break(ties)), FIXPOINT, NODE, FAILURE]
}

/// Describes how the tree branches.
pub fn branching(branching: Branching) -> (&'static str, &'static str) {
    match branching {
        Branching::TwoWay => ("two-way branching", "x = v, then x != v, and both are propagated"),
        Branching::DWay => ("d-way branching", "one branch for each value in the variable's domain at the node"),
    }
}

/// Describes how ties between variables are broken.
pub fn tie_break(ties: TieBreak) -> &'static str {
    match ties {
        TieBreak::First => "the first in the model",
        TieBreak::Last => "the last in the model",
        TieBreak::Random => "a random one, by the seed",
    }
}
