//! Search options, with their defaults.

use super::brancher::{Branchers, Decision};
use super::phase::Phase;
use crate::model::{Comparison, ConstraintId, IntVar};
use crate::search::{
    Branching, ConflictHeuristic, Cube, Explanations, Exploration, Learning, Limits, Lns, Peer, Relaxation, Restarts,
    RootInference,
};

/// The options of a [`Search`](super::Search).
#[derive(Clone, Default)]
pub(super) struct Options {
    pub(super) main: Phase,
    pub(super) then: Vec<Phase>,
    pub(super) branchers: Branchers,
    /// The decisions to begin with.
    pub(super) first: Vec<Decision>,
    pub(super) conflict_heuristic: ConflictHeuristic,
    pub(super) wanted: Vec<(IntVar, i32)>,
    pub(super) phase_saving: bool,
    /// Projection: solutions that agree on these variables count once.
    pub(super) projection: Option<Vec<IntVar>>,
    pub(super) branching: Branching,
    pub(super) restarts: Option<Restarts>,
    pub(super) root: RootInference,
    pub(super) relaxation: Relaxation,
    pub(super) exploration: Exploration,
    pub(super) lns: Option<Lns>,
    pub(super) learning: Option<Learning>,
    pub(super) explanations: Option<Explanations>,
    /// Whether large neighbourhood search alternates with the proof if there is an objective.
    pub(super) alternates: bool,
    /// Whether the search is interleaved with a learning search and a plain search.
    pub(super) interleaves: bool,
    /// Whether the user has chosen how to search. If so, [`first`](super::Search::first) and
    /// [`minimize`](super::Search::minimize) do not use the automatic search.
    pub(super) is_chosen: bool,
    pub(super) seed: u64,
    pub(super) limits: Limits,
    pub(super) explain: bool,
    /// Whether solutions are returned unchecked.
    pub(super) unchecked: bool,
    /// The number of threads that explore the tree in addition to the first one.
    pub(super) more_threads: usize,
    /// With several threads: whether solutions come in tree order.
    pub(super) ordered: bool,
    /// The part of the tree to explore, unless it is the entire tree.
    pub(super) part: Option<Cube>,
    /// Comparisons that hold only in this search.
    pub(super) assumptions: Vec<Comparison>,
    /// Constraints that may be part of an unsatisfiable core; `None` means all.
    pub(super) candidates: Option<Vec<ConstraintId>>,
    /// The exchange of nogoods with other searches.
    pub(super) among: Option<Peer>,
}

impl Options {
    pub(super) fn phases(&self) -> impl Iterator<Item = &Phase> {
        std::iter::once(&self.main).chain(&self.then)
    }

    pub(super) fn phases_mut(&mut self) -> impl Iterator<Item = &mut Phase> {
        std::iter::once(&mut self.main).chain(&mut self.then)
    }
}
