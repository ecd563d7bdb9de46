//! What a run steps: one search, several that take turns, or threads that explore one tree.

use crate::budget::StopReason;
use crate::compile::SymbolTable;
use crate::observe::Observer;
#[cfg(any(test, feature = "harness"))]
use crate::search::Audit;
use crate::search::{GoodEnough, Probing, Rest, SearchTree, Statistics, Step};
use crate::view::View;

/// The searches of a run. What is left out is that of their tree.
pub(super) trait Searches: Send {
    /// As [`Run::step_for`](super::Run::step_for).
    fn step_for(&mut self, nodes: u64) -> Option<Step>;

    /// The search that was stepped last; `None` if it is several threads'.
    fn tree(&self) -> Option<&SearchTree>;

    /// As [`Run::count_for`](super::Run::count_for).
    fn count_for(&mut self, nodes: u64) -> Option<Step> {
        let end = self.statistics().nodes.saturating_add(nodes);
        let mut left = nodes;
        loop {
            match self.step_for(left) {
                Some(Step::Solution) if nodes < u64::MAX => {
                    left = end.saturating_sub(self.statistics().nodes);
                    if left == 0 {
                        return None;
                    }
                }
                Some(Step::Solution) => {}
                step => return step,
            }
        }
    }

    /// As [`Run::step_observed`](super::Run::step_observed).
    fn step_observed(&mut self, nodes: u64, _: Option<&SymbolTable>, _: &mut dyn Observer) -> Option<Step> {
        self.step_for(nodes)
    }

    /// Ends the search when a solution is this good.
    fn is_good_enough_at(&mut self, _: GoodEnough) {}

    /// From now on accepts only solutions with a smaller value of the objective.
    fn improve_on(&mut self, _: i32) {}

    /// Whether the last step found a solution.
    fn at_solution(&self) -> bool {
        self.tree().is_some_and(SearchTree::at_solution)
    }

    /// The value of a variable in the solution just found.
    fn value(&self, _: usize, view: View) -> Option<i32> {
        let tree = self.tree()?;
        tree.engine().fixed(view).filter(|_| tree.at_solution())
    }

    /// The value of the objective in the solution just found.
    fn objective(&self) -> Option<i32> {
        self.tree()?.objective()
    }

    /// The value of the objective in the best solution known.
    fn incumbent(&self) -> Option<i32> {
        self.tree()?.incumbent()
    }

    /// The dual bound: no solution has a smaller value of the objective.
    fn bound(&self) -> Option<i32> {
        self.tree()?.bound()
    }

    fn statistics(&self) -> Statistics {
        self.tree().map(SearchTree::statistics).unwrap_or_default()
    }

    /// What probing at the root did.
    fn probing(&self) -> Probing {
        self.tree().map(SearchTree::probing).unwrap_or_default()
    }

    /// The share of the tree that is done.
    fn progress(&self) -> f64 {
        self.tree().map_or(0.0, SearchTree::progress)
    }

    /// As [`Run::is_divisible`](super::Run::is_divisible).
    fn is_divisible(&self) -> bool {
        false
    }

    /// As [`Run::rest`](super::Run::rest).
    fn rest(&mut self) -> Option<Rest> {
        None
    }

    /// As [`Run::audit`](super::Run::audit).
    #[cfg(any(test, feature = "harness"))]
    fn audit(&mut self, _: Audit) {}

    /// As [`Run::audited`](super::Run::audited).
    #[cfg(any(test, feature = "harness"))]
    fn audited(&mut self) -> Option<&Audit> {
        None
    }

    /// As [`Run::split_often`](super::Run::split_often).
    #[cfg(any(test, feature = "harness"))]
    fn split_often(&mut self) {}

    /// As [`Run::work`](super::Run::work).
    #[cfg(any(test, feature = "harness"))]
    fn work(&self) -> i64 {
        0
    }
}

/// A limit came before there was an engine.
impl Searches for StopReason {
    fn step_for(&mut self, _: u64) -> Option<Step> {
        Some(Step::Stopped(*self))
    }

    fn tree(&self) -> Option<&SearchTree> {
        None
    }
}
