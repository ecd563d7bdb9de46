//! The strategy of a search: how its iterations succeed one another. The strategies are mutually exclusive.
//!
//! An iteration begins at the root, or a number of *levels* below it. It ends when its tree is exhausted or its failure
//! limit is reached. Depth-first search consists of a single iteration.

use super::discrepancy::DiscrepancyBound;
use super::learn::ConflictDriven;
use super::lns::{LnsState, Stage};
use super::restarts::{Cutoffs, Restarts};
use crate::budget::StopReason;
use crate::engine::Engine;
use crate::var::Var;

/// How a search's iterations succeed one another.
#[derive(Default)]
pub(crate) enum Strategy {
    /// One iteration: depth-first search.
    #[default]
    DepthFirst,
    /// Each iteration ends after a number of failures; nogoods record the branches that it has searched.
    Restarts(Restarting),
    /// An iteration omits deep branches or branches with many discrepancies.
    Discrepancy(DiscrepancyBound),
    /// After a first solution, an iteration searches a neighbourhood of the incumbent. The search of the entire tree,
    /// before the first solution and for the proof, may restart.
    Neighbourhoods(Box<LnsState>, Option<Restarting>),
    /// Clause learning with backjumping, which has a search loop of its own.
    Learning(Box<ConflictDriven>),
}

/// Restarts of the entire tree.
pub(crate) struct Restarting {
    cutoffs: Cutoffs,
    /// The index of the propagator that stores nogoods.
    nogoods: u32,
}

impl Restarting {
    pub(crate) fn new(restarts: Restarts, nogoods: u32) -> Restarting {
        Restarting { cutoffs: Cutoffs::new(restarts), nogoods }
    }
}

/// The start of an iteration.
pub(crate) struct Iteration {
    /// The number of levels opened between the root and the node where the iteration begins.
    pub(crate) levels: usize,
    /// The iteration ends after this many failures.
    pub(crate) failures: u64,
}

impl Strategy {
    /// Whether several iterations may search the same tree, so that the search must record the branches that it takes.
    pub(crate) fn needs_path(&self) -> bool {
        matches!(self, Strategy::Discrepancy(_)) || self.nogoods().is_some()
    }

    /// The propagator that stores the nogoods of restarts.
    pub(crate) fn nogoods(&self) -> Option<u32> {
        self.restarting().map(|restarting| restarting.nogoods)
    }

    fn restarting(&self) -> Option<&Restarting> {
        match self {
            Strategy::Restarts(restarting) | Strategy::Neighbourhoods(_, Some(restarting)) => Some(restarting),
            _ => None,
        }
    }

    /// Moves from the root's fixpoint to where the next iteration begins.
    ///
    /// # Errors
    /// The limit that ended the construction of a neighbourhood.
    pub(crate) fn begin(&mut self, engine: &mut Engine) -> Result<Iteration, StopReason> {
        let next = |restarting: &mut Restarting| restarting.cutoffs.next();
        Ok(match self {
            Strategy::DepthFirst | Strategy::Learning(_) => Iteration { levels: 0, failures: u64::MAX },
            Strategy::Restarts(restarting) => Iteration { levels: 0, failures: next(restarting) },
            Strategy::Discrepancy(_) => {
                // While iterations omit branches, an atom inferred from a right branch at the root is unproved and must
                // be undone.
                engine.push_level();
                Iteration { levels: 1, failures: u64::MAX }
            }
            Strategy::Neighbourhoods(lns, _) if lns.wants_an_iteration() => {
                Iteration { levels: lns.fix(engine)?, failures: lns.failures() }
            }
            Strategy::Neighbourhoods(_, tree) => {
                Iteration { levels: 0, failures: tree.as_mut().map_or(u64::MAX, next) }
            }
        })
    }

    /// Records that the iteration's tree is exhausted. Returns whether another iteration follows.
    pub(crate) fn exhausted(&mut self) -> bool {
        match self {
            Strategy::DepthFirst | Strategy::Restarts(_) | Strategy::Learning(_) => false,
            Strategy::Discrepancy(discrepancy) => discrepancy.next_iteration(),
            Strategy::Neighbourhoods(lns, _) => match lns.stage {
                Stage::First | Stage::Proof | Stage::Neighbourhood { whole: true } => false,
                Stage::Neighbourhood { whole: false } => {
                    lns.ended(true);
                    true
                }
            },
        }
    }

    /// Ends the iteration at its failure limit. Returns whether the iteration searched the entire tree rather than a
    /// neighbourhood; if so, the branches that it finished need not be searched again.
    pub(crate) fn cut_off(&mut self, failures: u64) -> bool {
        let Strategy::Neighbourhoods(lns, _) = self else { return true };
        let is_near = matches!(lns.stage, Stage::Neighbourhood { .. });
        if is_near {
            lns.ended(false);
        } else {
            lns.left_the_tree(failures);
        }
        !is_near
    }

    /// Records a solution. Returns whether another iteration begins when the search continues.
    pub(crate) fn solved(&mut self, engine: &Engine) -> bool {
        let Strategy::Neighbourhoods(lns, _) = self else { return false };
        lns.remember(engine);
        lns.stage == Stage::First && lns.begins_near()
    }

    /// Takes over a solution found by another search of the same problem.
    pub(crate) fn import_solution(&mut self, engine: &Engine) {
        match self {
            Strategy::Neighbourhoods(lns, _) => lns.import(engine),
            Strategy::Learning(learner) => learner.import_solution(engine),
            Strategy::DepthFirst | Strategy::Restarts(_) | Strategy::Discrepancy(_) => {}
        }
    }

    /// The incumbent of large neighbourhood search; empty for other strategies.
    pub(crate) fn incumbent(&self) -> impl Iterator<Item = (Var, i32)> + '_ {
        let lns = match self {
            Strategy::Neighbourhoods(lns, _) => Some(lns),
            _ => None,
        };
        lns.into_iter().flat_map(|lns| lns.incumbent())
    }

    /// The memory held, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Strategy::Learning(learner) => learner.bytes(),
            _ => 0,
        }
    }

    /// Checks whether this iteration takes the `index`-th branch of a node. The branch leads to a node at depth
    /// `depth`, whose path has `discrepancies` discrepancies.
    #[inline]
    pub(crate) fn enters(&mut self, depth: u32, index: u32, discrepancies: u32) -> bool {
        match self {
            Strategy::Discrepancy(discrepancy) => discrepancy.allows(depth, index, discrepancies),
            _ => true,
        }
    }

    /// Whether an earlier iteration has already found a solution that is at depth `depth` and has the given number of
    /// discrepancies.
    #[inline]
    pub(crate) fn repeats(&self, depth: u32, discrepancies: impl FnOnce() -> u32) -> bool {
        match self {
            Strategy::Discrepancy(discrepancy) => discrepancy.repeats(depth, discrepancies()),
            _ => false,
        }
    }
}
