//! Incremental search with clause learning answers one query after another, each under its own assumptions. It keeps
//! the root domains, the nogoods, the activities and the values of the last solution.

use super::{Phase, SearchTree};
use crate::atom::Atom;
use crate::budget::{Budget, Limits};
use crate::search::learn::Assumptions;
use crate::search::strategy::Strategy;
use crate::search::{Statistics, Step};

impl SearchTree {
    /// Returns to the root to search for one solution under these assumptions, each with its index.
    pub(crate) fn begin_under(
        &mut self,
        assumptions: impl IntoIterator<Item = (Atom, usize)>,
        limits: &Limits,
        budget: Budget,
    ) {
        let Strategy::Learning(mut learner) = std::mem::take(&mut self.strategy) else { return };
        learner.begin_under(Assumptions::new(assumptions));
        self.limits = Limits { solutions: Some(1), ..limits.clone() };
        *self.engine.budget() = budget;
        self.at_solution = false;
        let is_refuted = self.phase == Phase::Ended(Step::Exhausted) && self.core.take().is_none();
        if self.phase != Phase::Start {
            // The root counts as a node.
            self.statistics = Statistics { nodes: 1, ..Statistics::default() };
        }
        if self.phase != Phase::Start && !is_refuted {
            self.jump(&mut learner, 0);
            self.selection.restarted();
            self.phase = Phase::Open;
        }
        self.strategy = Strategy::Learning(learner);
    }

    /// Returns the indices of the assumptions in the core of a query without a solution. The core is empty if there is
    /// no solution even without assumptions.
    pub(crate) fn core(&self) -> &[usize] {
        self.core.as_deref().unwrap_or_default()
    }

    /// Whether another query can follow. It cannot if a limit has stopped propagation at the root, because that
    /// propagation cannot be undone.
    pub(crate) fn can_continue(&self) -> bool {
        let is_prepared = matches!(&self.strategy, Strategy::Learning(learner) if learner.is_prepared());
        self.phase == Phase::Ended(Step::Exhausted)
            || is_prepared && (self.engine.level() > 0 || !self.engine.is_halted())
    }
}
