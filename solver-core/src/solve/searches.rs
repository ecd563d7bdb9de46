//! What a run steps: one search, two that take turns, or several threads that explore one tree.

use super::split::Split;
use super::turns::Turns;
use crate::search::{GoodEnough, Probing, SearchTree, Statistics, Step};

/// The searches of a run.
pub(super) enum Searches {
    Turns(Turns),
    Split(Box<Split>),
}

impl Searches {
    /// As [`Run::step_for`](super::Run::step_for).
    #[inline]
    pub(super) fn step_for(&mut self, nodes: u64) -> Option<Step> {
        match self {
            Searches::Turns(turns) => turns.step_for(nodes),
            Searches::Split(split) => split.step_for(nodes),
        }
    }

    /// As [`Run::count_for`](super::Run::count_for).
    pub(super) fn count_for(&mut self, nodes: u64) -> Option<Step> {
        match self {
            Searches::Split(split) => split.count_for(nodes),
            Searches::Turns(turns) => {
                let end = turns.statistics().nodes.saturating_add(nodes);
                let mut left = nodes;
                loop {
                    match turns.step_for(left) {
                        Some(Step::Solution) if nodes < u64::MAX => {
                            left = end.saturating_sub(turns.statistics().nodes);
                            if left == 0 {
                                return None;
                            }
                        }
                        Some(Step::Solution) => {}
                        step => return step,
                    }
                }
            }
        }
    }

    /// The search that was stepped last; `None` if it is several threads'.
    pub(super) fn tree(&self) -> Option<&SearchTree> {
        match self {
            Searches::Turns(turns) => Some(&turns.tree),
            Searches::Split(split) => split.tree(),
        }
    }

    /// Ends the search when a solution is this good.
    pub(super) fn is_good_enough_at(&mut self, good_enough: GoodEnough) {
        match self {
            Searches::Turns(turns) => turns.tree.is_good_enough_at(good_enough),
            Searches::Split(split) => split.is_good_enough_at(good_enough),
        }
    }

    /// The value of the objective in the best solution known.
    pub(super) fn incumbent(&self) -> Option<i32> {
        match self {
            Searches::Turns(turns) => turns.tree.incumbent(),
            Searches::Split(split) => split.incumbent(),
        }
    }

    /// The dual bound: no solution has a smaller value of the objective.
    pub(super) fn bound(&self) -> Option<i32> {
        match self {
            Searches::Turns(turns) => turns.bound(),
            Searches::Split(split) => split.bound(),
        }
    }

    pub(super) fn statistics(&self) -> Statistics {
        match self {
            Searches::Turns(turns) => turns.statistics(),
            Searches::Split(split) => split.statistics(),
        }
    }

    /// What probing at the root did.
    pub(super) fn probing(&self) -> Probing {
        match self {
            Searches::Turns(turns) => turns.first().probing(),
            Searches::Split(split) => split.probing(),
        }
    }

    /// The share of the tree that is done.
    pub(super) fn progress(&self) -> f64 {
        match self {
            Searches::Turns(turns) => turns.progress(),
            Searches::Split(split) => split.progress(),
        }
    }
}
