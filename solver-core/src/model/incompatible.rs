//! Errors about search options that cannot be combined.

/// Search options that cannot be combined, or an option without one that it requires.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Incompatible {
    /// Value selection by halves, with d-way branching.
    #[error("a value order that splits domains cannot be combined with d-way branching: use two-way branching")]
    SplitsDWay,
    /// A custom brancher, with d-way branching.
    #[error("a custom brancher decides between an atom and its negation: use two-way branching")]
    CustomDWay,
    /// A custom brancher, with projection.
    #[error(
        "a custom brancher may branch on an auxiliary variable before all projected variables are fixed: \
         leave out the projection or the brancher"
    )]
    CustomProjection,
    /// Restarts, with d-way branching.
    #[error("restarts keep nogoods that only two-way branching yields: use two-way branching")]
    RestartsDWay,
    /// Restarts, with iterations bounded by discrepancies or depth.
    #[error("restarts cannot be combined with iterations by discrepancies or depth: choose one")]
    RestartsDiscrepancy,
    /// Large neighbourhood search, with iterations bounded by discrepancies or depth.
    #[error("large neighbourhood search cannot be combined with iterations by discrepancies or depth: choose one")]
    NeighbourhoodsDiscrepancy,
    /// Iterations bounded by discrepancies or depth, with a variable or value selection that changes between
    /// iterations.
    #[error(
        "iterations by discrepancies or depth need an order that is the same in every iteration: \
         use one that neither depends on failures nor is random"
    )]
    UnsteadyDiscrepancy,
    /// Clause learning, with d-way branching.
    #[error("a search that learns decides between an atom and its negation: use two-way branching")]
    LearningDWay,
    /// Clause learning, with restarts other than its own.
    #[error("a search that learns has its own restarts: leave the others out")]
    LearningRestarts,
    /// Clause learning, with iterations bounded by discrepancies or depth.
    #[error("a search that learns jumps back over branches that discrepancies would count: choose one")]
    LearningDiscrepancy,
    /// Clause learning, with large neighbourhood search.
    #[error("large neighbourhood search and learning cannot be combined yet: choose one")]
    LearningNeighbourhoods,
    /// The linear relaxation, in a search that does not learn.
    #[error(
        "the linear relaxation works only in searches that learn: learn from conflicts, or use the automatic search"
    )]
    RelaxationWithoutLearning,
    /// A kind of explanation, in a search without its own conflict analysis.
    #[error("kinds of explanations are not for automatic search or explainers: choose a way to learn, such as `fixed`")]
    ExplanationsWithoutLearning,
    /// Threads, with a search that is not a single depth-first search.
    #[error(
        "threads and parts belong to one tree that is searched depth first, without restarts, learning, discrepancies, \
         large neighbourhood search or dichotomic search: leave these out, or use a portfolio of different searches"
    )]
    ThreadsIterations,
    /// A part of another model's search tree.
    #[error("the part belongs to another model's tree")]
    ForeignPart,
    /// Threads, with a search that records reasons.
    #[error("only a single search records reasons: leave the threads out")]
    ThreadsReasons,
    /// Large neighbourhood search with neither a proof nor a limit.
    #[error("a large neighbourhood search that never searches the whole tree needs a limit to end: set one")]
    Endless,
    /// Large neighbourhood search without an objective.
    #[error("large neighbourhood search needs an objective: minimize or maximize something, or search without it")]
    NeighbourhoodsWithoutObjective,
    /// Large neighbourhood search, with dichotomic optimisation.
    #[error("dichotomic search cannot be combined with large neighbourhood search: choose one")]
    NeighbourhoodsDichotomic,
    /// Value selection by the objective's bound, without an objective.
    #[error(
        "the value order `bound-impact` looks at bounds of an objective, but there is none: \
         minimize or maximize something, or choose another value order"
    )]
    BoundImpactWithoutObjective,
    /// An objective or gap limit, with several objectives.
    #[error("an objective limit or gap limit applies to a single objective, but there are several: leave it out")]
    LimitsOfSeveralObjectives,
    /// Search assumptions, with an explainer.
    #[error("assumptions of a search do not apply to an explainer: use `Explainer::assume`, or post them")]
    AssumptionsOfExplainer,
    /// A decision variable given as an expression that is not a view.
    #[error("a search can branch only on variables, `x + c` and `c - x`: define a variable for any other expression")]
    NoView,
}
