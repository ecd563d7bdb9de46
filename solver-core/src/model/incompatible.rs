//! Errors about search options that cannot be combined.

/// Search options that cannot be combined, or an option without the other option that it requires.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Incompatible {
    /// Value selection by halves, with d-way branching.
    #[error("a value order that splits domains cannot be had with d-way branching: use two-way branching")]
    SplitsDWay,
    /// A custom brancher, with d-way branching.
    #[error("a custom brancher decides between an atom and its negation: use two-way branching")]
    CustomDWay,
    /// A custom brancher, with projection.
    #[error(
        "a custom brancher may decide on a helper before all projected variables are fixed: \
         leave out the projection or the brancher"
    )]
    CustomProjection,
    /// Restarts, with d-way branching.
    #[error("a search that restarts keeps what two-way branching has proved: use two-way branching")]
    RestartsDWay,
    /// Restarts, with iterations bounded by discrepancies or depth.
    #[error("iterations by restarts and iterations by discrepancies or depth exclude each other: choose one")]
    RestartsDiscrepancy,
    /// Large neighbourhood search, with iterations bounded by discrepancies or depth.
    #[error("iterations in neighbourhoods and iterations by discrepancies or depth exclude each other: choose one")]
    NeighbourhoodsDiscrepancy,
    /// Iterations bounded by discrepancies or depth, with a variable or value selection that changes between
    /// iterations.
    #[error(
        "iterations by discrepancies or depth need an order that is the same in every iteration: \
         use one that neither learns nor is random"
    )]
    UnsteadyDiscrepancy,
    /// Clause learning, with d-way branching.
    #[error("a search that learns decides between an atom and its negation: use two-way branching")]
    LearningDWay,
    /// Clause learning, with restarts other than its own.
    #[error("a search that learns has restarts of its own: leave the others out")]
    LearningRestarts,
    /// Clause learning, with iterations bounded by discrepancies or depth.
    #[error("a search that learns jumps back over branches that discrepancies would count: choose one")]
    LearningDiscrepancy,
    /// Clause learning, with large neighbourhood search.
    #[error("neighbourhoods and learning exclude each other for now: choose one")]
    LearningNeighbourhoods,
    /// The linear relaxation, in a search that does not learn.
    #[error("the linear relaxation is part of searches that learn: learn from conflicts, or use the automatic search")]
    RelaxationWithoutLearning,
    /// Threads, with a search that is not a single depth-first search.
    #[error(
        "threads and parts are of one tree that is searched depth first, without restarts, learning, discrepancies, neighbourhoods or a halved objective: \
         leave these out, or have a portfolio of different searches"
    )]
    ThreadsIterations,
    /// A part of another model's search tree.
    #[error("the part is one of another model's tree")]
    ForeignPart,
    /// Threads, with a search that records reasons.
    #[error("reasons are recorded by one search: leave the threads out")]
    ThreadsReasons,
    /// Large neighbourhood search with neither a proof nor a limit.
    #[error("a search in neighbourhoods that never searches the whole tree needs a limit to end: set one")]
    Endless,
    /// Large neighbourhood search without an objective.
    #[error("neighbourhoods are those of a best solution: ask for a minimum or a maximum, or search without them")]
    NeighbourhoodsWithoutObjective,
    /// Large neighbourhood search, with dichotomic search on the objective.
    #[error("halving the objective leaves no room for neighbourhoods: choose one")]
    NeighbourhoodsDichotomic,
    /// Value selection by the objective's bound, without an objective.
    #[error(
        "the value order `bound-impact` looks at bounds of an objective, and there is none: \
         minimize or maximize something, or choose another value order"
    )]
    BoundImpactWithoutObjective,
    /// An objective or gap limit, with several objectives.
    #[error("an objective limit and a gap limit are for one objective, and there are several: leave them out")]
    LimitsOfSeveralObjectives,
    /// Search assumptions, with an explainer.
    #[error("assumptions of a search do not apply to an explainer: use `Explainer::assume`, or post them")]
    AssumptionsOfExplainer,
    /// A decision variable given as an expression that is not a view.
    #[error("a search can branch on variables and on `x + c` and `c - x`: give anything else a variable of its own")]
    NoView,
}
