//! Incompatible options: combinations of search options and tasks that are not supported.

use super::options::Options;
use super::phase::Phase;
use super::search::Search;
use super::task::{Mode, Task};
use crate::model::ModelError;
use crate::search::{
    Branching, ConflictHeuristic, Explanations, Exploration, Incompatible, RootInference, TieBreak, ValueSelect,
    VarSelect,
};

/// A feature of a search or task.
type Feature = fn(&Options, &Task<'_>) -> bool;

const D_WAY: Feature = |search, _| search.branching == Branching::DWay;
const SPLITS: Feature = |search, _| search.phases().any(|phase| phase.values.takes_a_part());
const CUSTOM: Feature = |search, _| !search.branchers.0.is_empty() || !search.first.is_empty();
const PROJECTION: Feature = |search, _| search.projection.is_some();
/// The user's decisions may be about variables outside the projection.
const DECIDES_HELPERS: Feature = |search, _| {
    let is_helper = |x| search.projection.as_ref().is_some_and(|onto| !onto.contains(&x));
    !search.branchers.0.is_empty() || search.first.iter().any(|decision| is_helper(decision.variable()))
};
const RESTARTS: Feature = |search, _| search.restarts.is_some();
/// Iterations by discrepancies or depth.
const DISCREPANCY: Feature = |search, _| search.exploration != Exploration::DepthFirst;
const LNS: Feature = |search, _| search.lns.is_some();
/// Large neighbourhood search, by itself or alternating with the proof.
const NEIGHBOURHOODS: Feature = |search, _| search.lns.is_some() || search.alternates;
/// Large neighbourhood search in the search that would write the proof. In an interleaved automatic search, the
/// learning search writes the proof instead.
const LONE_NEIGHBOURHOODS: Feature =
    |search, task| NEIGHBOURHOODS(search, task) && (!search.interleaves || search.explain);
const ENDLESS: Feature = |search, _| search.lns.as_ref().is_some_and(|lns| lns.is_endless());
const UNLIMITED: Feature = |search, _| !search.limits.any();
/// A later iteration may branch differently at the same node.
const UNSTEADY: Feature = |search, _| {
    search.phases().any(is_unsteady) || search.phase_saving || search.conflict_heuristic != ConflictHeuristic::None
};
const LEARNS: Feature = |search, _| search.learning.is_some();
const NEVER_LEARNS: Feature = |search, _| search.learning.is_none() && !search.interleaves;
const RELAXES: Feature = |search, _| search.relaxation.is_used();
const EXPLANATIONS: Feature = |search, _| search.explanations.is_some();
/// There is no conflict analysis, except in an automatic search.
const UNANALYSED: Feature = |search, task| search.learning.is_none() || task.mode == Mode::Explaining;
const MINIMAL: Feature = |search, _| search.explanations == Some(Explanations::Minimal);
/// Iterations of any kind.
const ITERATES: Feature = |search, task| [RESTARTS, LNS, LEARNS, DISCREPANCY].iter().any(|has| has(search, task));
const THREADS: Feature = |search, _| search.more_threads > 0;
/// A proof by automatic search has helpers in other threads, whose solutions come in any order.
const HELPED: Feature = |search, task| task.mode == Mode::Proving && search.interleaves && !search.ordered;
const LONE_THREADS: Feature = |search, task| search.more_threads > 0 && !HELPED(search, task);
const PARALLEL: Feature = |search, task| search.more_threads > 0 && !HELPED(search, task) || search.part.is_some();
const PROBES: Feature = |search, _| search.root != RootInference::None;
const ASSUMES: Feature = |search, _| !search.assumptions.is_empty();
const BOUND_IMPACT: Feature = |search, _| search.phases().any(|phase| phase.values == ValueSelect::BoundImpact);
/// The objective value need not be optimal.
const GOOD_ENOUGH: Feature = |search, _| search.limits.objective.is_some() || search.limits.gap.is_some();
const NO_OBJECTIVE: Feature = |_, task| task.objective.is_none() && task.mode != Mode::Several;
const SEVERAL_OBJECTIVES: Feature = |_, task| task.mode == Mode::Several;
const HALVING: Feature = |_, task| task.mode == Mode::Halving;
const EXPLAINING: Feature = |_, task| task.mode == Mode::Explaining;
const REASONS: Feature = |_, task| task.explain;

/// The pairs of incompatible features. A search with both features of a pair is rejected, and the first matching pair
/// is reported.
const EXCLUSIONS: [(Feature, Feature, Incompatible); 22] = [
    (D_WAY, SPLITS, Incompatible::SplitsDWay),
    (D_WAY, CUSTOM, Incompatible::CustomDWay),
    (PROJECTION, DECIDES_HELPERS, Incompatible::CustomProjection),
    (D_WAY, RESTARTS, Incompatible::RestartsDWay),
    (DISCREPANCY, RESTARTS, Incompatible::RestartsDiscrepancy),
    (DISCREPANCY, LNS, Incompatible::NeighbourhoodsDiscrepancy),
    (ENDLESS, UNLIMITED, Incompatible::Endless),
    (DISCREPANCY, UNSTEADY, Incompatible::UnsteadyDiscrepancy),
    (LEARNS, D_WAY, Incompatible::LearningDWay),
    (LEARNS, RESTARTS, Incompatible::LearningRestarts),
    (LEARNS, DISCREPANCY, Incompatible::LearningDiscrepancy),
    (LEARNS, LNS, Incompatible::LearningNeighbourhoods),
    (NEVER_LEARNS, RELAXES, Incompatible::RelaxationWithoutLearning),
    (UNANALYSED, EXPLANATIONS, Incompatible::ExplanationsWithoutLearning),
    (PARALLEL, ITERATES, Incompatible::ThreadsIterations),
    (HALVING, LNS, Incompatible::NeighbourhoodsDichotomic),
    (HALVING, PARALLEL, Incompatible::ThreadsIterations),
    (SEVERAL_OBJECTIVES, GOOD_ENOUGH, Incompatible::LimitsOfSeveralObjectives),
    (EXPLAINING, ASSUMES, Incompatible::AssumptionsOfExplainer),
    (NO_OBJECTIVE, BOUND_IMPACT, Incompatible::BoundImpactWithoutObjective),
    (NO_OBJECTIVE, LNS, Incompatible::NeighbourhoodsWithoutObjective),
    (THREADS, REASONS, Incompatible::ThreadsReasons),
];

/// The features that proofs do not support, by name.
const UNLOGGED: [(Feature, &str); 7] = [
    (LONE_THREADS, "several threads"),
    (DISCREPANCY, "iterations by discrepancies or depth"),
    (LONE_NEIGHBOURHOODS, "large neighbourhood search"),
    (D_WAY, "d-way branching"),
    (PROBES, "probing at the root"),
    (MINIMAL, "minimal explanations"),
    (GOOD_ENOUGH, "an objective or gap limit"),
];

impl Search<'_> {
    /// Whether the search may return to the root to begin a new iteration: restarts, limited discrepancy search,
    /// iterative deepening or large neighbourhood search. Each iteration is reported as
    /// [`Event::Restart`](crate::observe::Event::Restart).
    pub fn has_restarts(&self) -> bool {
        ITERATES(&self.options, &Task::default())
    }

    /// Rejects options that are incompatible with each other or with the task.
    pub(super) fn check(&self, task: &Task<'_>) -> Result<(), ModelError> {
        let has = |feature: &Feature| feature(&self.options, task);
        match EXCLUSIONS.iter().find(|(a, b, _)| has(a) && has(b)) {
            Some((.., incompatible)) => Err(ModelError::Incompatible(*incompatible)),
            None => Ok(()),
        }
    }

    /// The name of a feature that proofs do not support, if there is one.
    pub(super) fn unlogged(&self, task: &Task<'_>) -> Option<&'static str> {
        let has = |(feature, _): &&(Feature, &str)| feature(&self.options, task);
        UNLOGGED.iter().find(has).map(|(_, name)| *name)
    }
}

fn is_unsteady(phase: &Phase) -> bool {
    phase.values.is_unsteady()
        || phase.tie_break == TieBreak::Random
        || !phase.orders().chain(phase.member_of.iter().map(|member| member.of.order)).all(VarSelect::is_static)
}
