//! Definitions of the counts in a comparison, which are printed below each table.

use solver_core::prelude::*;

/// The definition of a node.
pub const NODE: (&str, &str) = (
    "node",
    "the root, or what a branch leads to. With two-way branching and no objective a tree that is searched to its end has 2 · (solutions + failures) - 1",
);
/// The definition of a failure.
pub const FAILURE: (&str, &str) = (
    "failure",
    "a node at which propagation leaves a variable without values or a constraint violated; with an objective also one below which a new solution leaves nothing better",
);
/// The definition of a propagation.
pub const PROPAGATION: (&str, &str) = ("propagation", "one run of one propagator");
/// The definition of a constraint check.
pub const CHECK: (&str, &str) = (
    "check",
    "one question whether a binary constraint allows two values; counted by the classical algorithms for arc consistency alone, other propagators ask no such questions",
);
/// The definition of a pruning.
pub const PRUNING: (&str, &str) =
    ("pruning", "one fact inferred by a propagator, x != v, x = v, x >= v or x <= v, however many values go with it");
/// The definition of a removed value.
pub const REMOVED: (&str, &str) =
    ("removed", "values that prunings took from domains; what a decision itself takes is not counted");
/// The definition of a useless call.
pub const USELESS: (&str, &str) = ("useless", "propagations that inferred nothing and did not fail");
/// The definition of depth.
pub const DEPTH: (&str, &str) = ("depth", "the largest number of branches between the root and a node");
/// The definition of memory.
pub const MEMORY: (&str, &str) = (
    "bytes",
    "what the engine held at the end, in classical search: domains, trail, queues and modified positions, without the propagators' own",
);
/// The definition of time.
pub const TIME: (&str, &str) = (
    "seconds",
    "a measurement, another one at every run: wall-clock time of the classical search with the building of its engine, the rows one after the other",
);
/// The definition of a fixpoint.
pub const FIXPOINT: (&str, &str) =
    ("propagation goes on", "at each node to the fixpoint: until no propagator can infer more, or one fails");

/// The definition of the automatic search in a comparison.
pub const AUTO: (&str, &str) = (
    "order auto",
    "by failures, with last conflict, restarts (which visit nodes again) and phase saving; with an objective, near the incumbent too; not interleaved with other searches",
);

/// Returns the definitions printed for every tree after its branching scheme: ties, fixpoint, nodes and failures.
pub fn tree(ties: TieBreak) -> [(&'static str, &'static str); 4] {
    [("of equally good variables", self::tie_break(ties)), FIXPOINT, NODE, FAILURE]
}

/// Describes how the tree branches.
pub fn branching(branching: Branching) -> (&'static str, &'static str) {
    match branching {
        Branching::TwoWay => ("two-way branching", "x = v, then x != v, and both are propagated"),
        Branching::DWay => {
            ("d-way branching", "one branch for each value of the variable's domain as it is at the node")
        }
    }
}

/// Describes how ties between variables are broken.
pub fn tie_break(ties: TieBreak) -> &'static str {
    match ties {
        TieBreak::First => "the first of the model",
        TieBreak::Last => "the last of the model",
        TieBreak::Random => "any, by the seed",
    }
}
