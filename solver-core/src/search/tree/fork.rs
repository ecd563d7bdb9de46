//! Forks of a search: other searches of the same problem, and the state that they share.

use super::SearchTree;
use crate::search::goal::Goal;
use crate::search::strategy::Strategy;
use crate::search::{
    Bounded, Branching, ConflictDriven, Learning, Limits, Nogoods, Objective, Peer, SearchOptions, Selection,
};

/// The strategy of a fork.
pub(crate) enum Forked {
    /// Clause learning, with an exchange of nogoods if there is a peer.
    Learning(Option<Peer>),
    /// Depth first, without restarts.
    DepthFirst,
}

impl SearchTree {
    /// Creates another search of the problem, which begins at the root with this search's root facts. With an
    /// objective, each search counts only solutions better than all solutions found by any of the searches. Returns
    /// `None` if there is no propagator that stores nogoods.
    pub(crate) fn forked(&self, options: SearchOptions, way: Forked) -> Option<SearchTree> {
        let nogoods = self.strategy.nogoods()?;
        let (mut engine, strategy) = match way {
            Forked::DepthFirst => (self.engine.at_root(), Strategy::DepthFirst),
            Forked::Learning(among) => {
                let learner = ConflictDriven::new(Learning::default(), nogoods, options.seed);
                let learner = learner.with_values(self.strategy.incumbent()).among(among);
                (self.engine.at_explained_root(), Strategy::Learning(Box::new(learner)))
            }
        };
        // Nogoods from restarts come from a different variable order. They are also long and would make long reasons.
        engine.replace(nogoods, Box::new(Nogoods::new(&[])));
        let selection = Selection::new(&engine, options);
        let budget = engine.budget().clone();
        let tree =
            SearchTree::new(engine, selection, Branching::TwoWay, self.limits.clone(), budget).with_strategy(strategy);
        let Some(optimum) = self.optimum() else { return Some(tree) };
        let mut tree = tree.minimizing(optimum.objective.clone());
        tree.is_good_enough_at(optimum.good_enough);
        tree.import_bound(self);
        Some(tree)
    }

    /// Gives this search its own objective bound, not shared with other searches.
    pub(crate) fn unshared(mut self) -> SearchTree {
        if let Goal::Optimum(optimum) = &mut self.goal {
            optimum.objective = optimum.objective.unshared();
            let Objective { propagator, view, limit, .. } = &optimum.objective;
            self.engine.replace(*propagator, Box::new(Bounded::new(*view, limit.clone())));
        }
        self
    }

    /// Whether a solution with this objective value is better than all known solutions.
    pub(crate) fn is_improved_by(&self, value: Option<i32>) -> bool {
        match (&self.goal, value) {
            (Goal::Optimum(optimum), Some(value)) => !optimum.objective.exceeds(value),
            _ => true,
        }
    }

    /// Replaces the limits.
    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The memory that counts towards the limit, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.engine.bytes() + self.stack.bytes() + self.strategy.bytes()
    }

    /// The work counted so far, in budget units.
    pub(crate) fn work(&self) -> i64 {
        self.engine.store.budget.spent()
    }

    /// Takes over the current solution of another search of the problem as the incumbent.
    pub(crate) fn import_solution(&mut self, other: &SearchTree) {
        self.selection.solved(&other.engine);
        self.strategy.import_solution(&other.engine);
    }

    /// Whether another search of the problem has, since this node's decision, found a solution at least as good as any
    /// below the node.
    #[inline]
    pub(super) fn is_outdone(&self) -> bool {
        matches!(&self.goal, Goal::Optimum(optimum) if optimum.objective.exceeds(self.engine.min(optimum.objective.view)))
    }

    /// Takes over the bound that another search of the same problem has proved.
    pub(crate) fn import_bound(&mut self, other: &SearchTree) {
        if let (Goal::Optimum(own), Goal::Optimum(other)) = (&mut self.goal, &other.goal) {
            own.import_bound(other);
        }
    }
}
