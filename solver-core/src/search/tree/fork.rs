//! A second search of the same problem, and what the two tell each other.

use super::{Phase, SearchTree, stack::DecisionStack};
use crate::search::goal::Goal;
use crate::search::strategy::Strategy;
use crate::search::{
    Branching, ConflictDriven, Learning, Limits, Nogoods, Probing, SearchOptions, Selection, Statistics,
};

impl SearchTree {
    /// A search by learning, which begins at the root with what this one knows there. Of an objective, each counts only solutions that are better
    /// than all that either has found. Needs the propagator that stores nogoods.
    pub(crate) fn forked(&self, options: SearchOptions, learning: Learning) -> Option<SearchTree> {
        let seed = options.seed;
        let nogoods = self.strategy.nogoods()?;
        // Its clauses are long, and would make long reasons.
        let engine = self.engine.forked(nogoods, Box::new(Nogoods::new(&[])));
        let learner = ConflictDriven::new(learning, nogoods, seed).with_values(self.strategy.incumbent());
        let mut selection = Selection::new(&engine, options);
        let goal = match &self.goal {
            Goal::Optimum(optimum) => {
                selection.set_objective(optimum.objective.view);
                Goal::Optimum(optimum.forked())
            }
            Goal::All | Goal::Projection(_) => Goal::All,
        };
        Some(SearchTree {
            listens: selection.listens(),
            selection,
            branching: Branching::TwoWay,
            strategy: Strategy::Learning(Box::new(learner)),
            goal,
            limits: self.limits.clone(),
            stack: DecisionStack::with_capacity(self.engine.variables().min(1 << 20), 0),
            statistics: Statistics::default(),
            phase: Phase::Start,
            at_solution: false,
            cutoff: u64::MAX,
            length: u64::MAX,
            root: None,
            probing: Probing::default(),
            engine,
        })
    }

    /// The limits from now on.
    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The memory that counts for the limit, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.engine.bytes() + self.stack.bytes() + self.strategy.bytes()
    }

    /// The work counted so far, in units of the budget.
    pub(crate) fn work(&mut self) -> i64 {
        self.engine.budget().spent()
    }

    /// Takes over the solution at which another search of the problem stands, as the incumbent.
    pub(crate) fn adopt_solution(&mut self, other: &SearchTree) {
        self.selection.solved(&other.engine);
        self.strategy.adopt_solution(&other.engine);
    }

    /// Whether another search of the problem has found a solution that is as good as the one at this node, since its decision was taken.
    #[inline]
    pub(super) fn is_outdone(&self) -> bool {
        matches!(&self.goal, Goal::Optimum(optimum) if optimum.objective.exceeds(self.engine.min(optimum.objective.view)))
    }

    /// Takes over what another search of the problem has proved.
    pub(crate) fn adopt_bound(&mut self, other: &SearchTree) {
        if let (Goal::Optimum(own), Goal::Optimum(other)) = (&mut self.goal, &other.goal) {
            own.adopt_bound(other);
        }
    }
}
