//! The searches behind a run: a single one, several interleaved ones, or threads that explore one tree.

use crate::budget::StopReason;
use crate::compile::SymbolTable;
use crate::observe::Observer;
#[cfg(any(test, feature = "harness"))]
use crate::search::Audit;
use crate::search::{GoodEnough, Probing, Rest, SearchTree, Statistics, Step};
use crate::view::View;

/// The searches of a run. The default methods use the current search's tree.
pub(super) trait Searches: Send {
    /// Same as [`Run::step_for`](super::Run::step_for).
    fn step_for(&mut self, nodes: u64) -> Option<Step>;

    /// The search that made the last step; `None` if several threads search.
    fn tree(&self) -> Option<&SearchTree>;

    /// Same as [`Run::count_for`](super::Run::count_for).
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

    /// Same as [`Run::step_observed`](super::Run::step_observed).
    fn step_observed(&mut self, nodes: u64, _: Option<&SymbolTable>, _: &mut dyn Observer) -> Option<Step> {
        self.step_for(nodes)
    }

    /// Sets the criteria for a good enough solution, at which the search ends.
    fn is_good_enough_at(&mut self, _: GoodEnough) {}

    /// From now on, accepts only solutions with a smaller objective value.
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

    /// The objective value of the solution just found.
    fn objective(&self) -> Option<i32> {
        self.tree()?.objective()
    }

    /// The best known objective value.
    fn incumbent(&self) -> Option<i32> {
        self.tree()?.incumbent()
    }

    /// The dual bound: no solution has a smaller objective value.
    fn bound(&self) -> Option<i32> {
        self.tree()?.bound()
    }

    fn statistics(&self) -> Statistics {
        self.tree().map(SearchTree::statistics).unwrap_or_default()
    }

    /// The statistics of probing at the root.
    fn probing(&self) -> Probing {
        self.tree().map(SearchTree::probing).unwrap_or_default()
    }

    /// The explored share of the tree.
    fn progress(&self) -> f64 {
        self.tree().map_or(0.0, SearchTree::progress)
    }

    /// Same as [`Run::is_divisible`](super::Run::is_divisible).
    fn is_divisible(&self) -> bool {
        false
    }

    /// Same as [`Run::rest`](super::Run::rest).
    fn rest(&mut self) -> Option<Rest> {
        None
    }

    /// Same as [`Run::audit`](super::Run::audit).
    #[cfg(any(test, feature = "harness"))]
    fn audit(&mut self, _: Audit) {}

    /// Same as [`Run::audited`](super::Run::audited).
    #[cfg(any(test, feature = "harness"))]
    fn audited(&mut self) -> Option<&Audit> {
        None
    }

    /// Same as [`Run::split_often`](super::Run::split_often).
    #[cfg(any(test, feature = "harness"))]
    fn split_often(&mut self) {}

    /// Same as [`Run::work`](super::Run::work).
    #[cfg(any(test, feature = "harness"))]
    fn work(&self) -> i64 {
        0
    }
}

/// A run that reached a limit before an engine was built.
impl Searches for StopReason {
    fn step_for(&mut self, _: u64) -> Option<Step> {
        Some(Step::Stopped(*self))
    }

    fn tree(&self) -> Option<&SearchTree> {
        None
    }
}
