//! Limited discrepancy search (LDS), depth-bounded discrepancy search and iterative deepening: alternatives to
//! depth-first search.
//!
//! A *discrepancy* is a branch that deviates from the value selection: the right branch of a two-way node counts as
//! one, and the k-th branch (from 0) of a d-way node as k. Each of these searches explores the tree in iterations and
//! ends after the first iteration that omits no branch.

use crate::names::named;

/// The order in which the tree is searched.
#[doc(alias("lds", "dds", "dfs", "limited discrepancy search", "iterative deepening"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Exploration {
    /// Depth first.
    #[default]
    DepthFirst,
    /// Only paths with at most 0, 1, 2, … discrepancies (W. D. Harvey, M. L. Ginsberg, *Limited discrepancy search*,
    /// IJCAI 1995).
    #[doc(alias = "limited discrepancy")]
    LimitedDiscrepancy,
    /// Only paths whose discrepancies are at depths up to 0, 1, 2, … (T. Walsh, *Depth-bounded discrepancy search*,
    /// IJCAI 1997).
    DepthBoundedDiscrepancy,
    /// Depth first to depth 1, 2, 4, 8, … (R. E. Korf, *Depth-first iterative-deepening*, Artificial Intelligence 27,
    /// 1985).
    IterativeDeepening,
}

named!(
    Exploration,
    "exploration",
    DepthFirst = "depth-first",
    LimitedDiscrepancy = "lds",
    DepthBoundedDiscrepancy = "dds",
    IterativeDeepening = "deepening",
);

/// The state of a search other than depth-first search: the bound of the current iteration.
#[derive(Clone, Debug)]
pub(crate) struct DiscrepancyBound {
    exploration: Exploration,
    /// The maximum number of discrepancies, or the maximum depth, that this iteration allows.
    bound: u32,
    /// The bound of the previous iteration, if there was one.
    before: Option<u32>,
    /// Whether this iteration has omitted a branch that a later one may have to take.
    cut: bool,
    /// Whether the tree is the same in every iteration. It differs if solutions tighten a bound.
    same: bool,
}

impl DiscrepancyBound {
    /// Returns `None` for depth-first search, which has one iteration and omits nothing.
    pub(crate) fn new(exploration: Exploration, same: bool) -> Option<DiscrepancyBound> {
        let bound = match exploration {
            Exploration::DepthFirst => return None,
            Exploration::LimitedDiscrepancy | Exploration::DepthBoundedDiscrepancy => 0,
            Exploration::IterativeDeepening => 1,
        };
        Some(DiscrepancyBound { exploration, bound, before: None, cut: false, same })
    }

    /// Checks whether this iteration takes the `index`-th branch of a node. The branch leads to a node at depth
    /// `depth`, whose path has `discrepancies` discrepancies.
    pub(crate) fn allows(&mut self, depth: u32, index: u32, discrepancies: u32) -> bool {
        let allowed = match self.exploration {
            Exploration::DepthFirst => true,
            Exploration::LimitedDiscrepancy => discrepancies <= self.bound,
            // If the tree is the same, the previous iteration has already taken the first branch at this depth, because
            // it allowed no discrepancy below its bound.
            Exploration::DepthBoundedDiscrepancy if depth == self.bound && self.same => index > 0,
            Exploration::DepthBoundedDiscrepancy => depth <= self.bound || index == 0,
            Exploration::IterativeDeepening => depth <= self.bound,
        };
        self.cut |= !allowed;
        allowed
    }

    /// Checks whether an earlier iteration has already found a solution that is at depth `depth` and has
    /// `discrepancies` discrepancies.
    pub(crate) fn repeats(&self, depth: u32, discrepancies: u32) -> bool {
        let Some(before) = self.before.filter(|_| self.same) else { return false };
        match self.exploration {
            Exploration::DepthFirst => false,
            Exploration::LimitedDiscrepancy => discrepancies <= before,
            // An earlier iteration reached every leaf above the bound.
            Exploration::DepthBoundedDiscrepancy => depth < self.bound,
            Exploration::IterativeDeepening => depth <= before,
        }
    }

    /// Begins the next iteration. Returns `false` if the current one omitted no branch: the search is then complete.
    pub(crate) fn next_iteration(&mut self) -> bool {
        self.before = Some(self.bound);
        self.bound = match self.exploration {
            Exploration::IterativeDeepening => self.bound.saturating_mul(2),
            _ => self.bound.saturating_add(1),
        };
        std::mem::take(&mut self.cut)
    }
}
