//! Code shared by the tests across crates: named queens searches, and random models.

pub mod checkers;
mod kinds;
pub mod meaning;
pub mod random_models;
pub mod rule;

pub use kinds::kinds;

use queens::{Formulation, QueensError, QueensModel};
use solver_core::Layout;
use solver_core::observe::Observer;
use solver_core::prelude::*;

/// A formulation with its consistency level, if it has levels.
pub type Stated = (Formulation, Option<Consistency>);

/// Returns the number of cases in a test: `few` by default, `full` if `FERZ_CASES=full`, and otherwise the value of
/// `FERZ_CASES`.
pub fn cases(few: u64, full: u64) -> u64 {
    if std::env::var_os("FERZ_CASES").is_some() { solver_core::harness::cases(full) } else { few }
}

/// Whether to run all cases of a test, as the gate does.
pub fn is_full() -> bool {
    std::env::var_os("FERZ_CASES").is_some_and(|cases| cases == "full")
}

/// Lists the value selections that do not need an objective.
pub fn without_objective() -> Vec<ValueSelect> {
    ValueSelect::ALL.iter().copied().filter(|&values| values != ValueSelect::BoundImpact).collect()
}

/// Every formulation at each of its levels.
pub const ALL: [Stated; 6] = [
    (Formulation::Pairwise, None),
    (Formulation::AllDifferent, Some(Consistency::Value)),
    (Formulation::AllDifferent, Some(Consistency::Bounds)),
    (Formulation::AllDifferent, Some(Consistency::Domain)),
    (Formulation::Dual, None),
    (Formulation::QueensRule, None),
];

/// A queens search without limits.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The number of columns and rows.
    pub n: usize,
    /// The formulation and its consistency level.
    pub stated: Stated,
    /// The variable selection.
    pub order: VarSelect,
    /// Two-way or d-way branching.
    pub branching: Branching,
    /// The layout of all domains.
    pub layout: Layout,
    /// Whether reasons are recorded.
    pub explain: bool,
}

impl Setup {
    /// Creates a search with two-way branching in input order and the default layouts.
    pub fn new(n: usize, stated: Stated) -> Setup {
        Setup { n, stated, order: VarSelect::Input, branching: Branching::TwoWay, layout: Layout::Auto, explain: false }
    }

    /// Returns the same setup with a different variable selection.
    #[must_use]
    pub fn order(self, order: VarSelect) -> Setup {
        Setup { order, ..self }
    }

    /// Searches the entire tree, or at most `nodes` nodes.
    ///
    /// # Errors
    /// [`QueensError`] if the puzzle has no such formulation.
    pub fn run(self, nodes: Option<u64>) -> Result<Statistics, QueensError> {
        let mut run = self.start(nodes)?;
        while run.step() == Step::Solution {}
        Ok(run.statistics())
    }

    /// Runs the same search with recorded reasons and an observer.
    ///
    /// # Errors
    /// The errors of [`run`](Setup::run).
    pub fn observe(self, nodes: Option<u64>, observer: &mut dyn Observer) -> Result<Statistics, QueensError> {
        let mut run = Setup { explain: true, ..self }.start(nodes)?;
        while matches!(run.step_observed(u64::MAX, observer), Some(Step::Solution) | None) {}
        Ok(run.statistics())
    }

    fn start(self, nodes: Option<u64>) -> Result<Run, QueensError> {
        let mut q = QueensModel::new(self.n, self.stated.0, self.stated.1)?;
        q.model.force_layout(self.layout);
        let limits = Limits { nodes, ..Limits::default() };
        let search = q.model.search().on(&q.columns).order(self.order).branching(self.branching).limits(limits);
        let search = if self.explain { search.explaining() } else { search };
        Ok(search.start()?)
    }
}
