//! Trees searched in another order than depth first: by discrepancies, or deeper and deeper.
//!
//! A *discrepancy* is a branch against the advice of the value order: the right branch of a two-way node, the k-th value of a d-way
//! node for k of them. Each of these searches goes through the tree in iterations; an iteration that had nothing to leave out ends the search.

use super::named;

/// In which order the tree is searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Exploration {
    /// Depth first.
    #[default]
    DepthFirst,
    /// At most 0, 1, 2, … discrepancies (W. D. Harvey, M. L. Ginsberg, *Limited discrepancy search*, IJCAI 1995).
    LimitedDiscrepancy,
    /// Discrepancies at depths up to 0, 1, 2, … only (T. Walsh, *Depth-bounded discrepancy search*, IJCAI 1997).
    DepthBoundedDiscrepancy,
    /// Depth first to depth 1, 2, 4, 8, … (R. E. Korf, *Depth-first iterative-deepening*, Artificial Intelligence 27, 1985).
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

/// One iteration of such a search after the other.
#[derive(Clone, Debug)]
pub(crate) struct DiscrepancyBound {
    exploration: Exploration,
    /// Discrepancies, or the depth, that the iteration allows.
    bound: u32,
    /// What the iteration before allowed, if there was one.
    before: Option<u32>,
    /// Whether this iteration has left something out that a later one may have to visit.
    cut: bool,
    /// Whether the tree is the same in every iteration. It is not while solutions tighten a limit.
    same: bool,
}

impl DiscrepancyBound {
    /// `None` for depth first: one iteration, nothing left out.
    pub(crate) fn new(exploration: Exploration, same: bool) -> Option<DiscrepancyBound> {
        let bound = match exploration {
            Exploration::DepthFirst => return None,
            Exploration::LimitedDiscrepancy | Exploration::DepthBoundedDiscrepancy => 0,
            Exploration::IterativeDeepening => 1,
        };
        Some(DiscrepancyBound { exploration, bound, before: None, cut: false, same })
    }

    /// Whether a branch is taken in this iteration: the `index`-th of its node, to this depth, after so many discrepancies, its own included.
    pub(crate) fn allows(&mut self, depth: u32, index: u32, discrepancies: u32) -> bool {
        let allowed = match self.exploration {
            Exploration::DepthFirst => true,
            Exploration::LimitedDiscrepancy => discrepancies <= self.bound,
            // What goes along here was gone through by the iteration before, if it was the same tree. What turns off further down was not.
            Exploration::DepthBoundedDiscrepancy if depth == self.bound && self.same => index > 0,
            Exploration::DepthBoundedDiscrepancy => depth <= self.bound || index == 0,
            Exploration::IterativeDeepening => depth <= self.bound,
        };
        self.cut |= !allowed;
        allowed
    }

    /// Whether an earlier iteration came to this solution.
    pub(crate) fn repeats(&self, depth: u32, discrepancies: u32) -> bool {
        let Some(before) = self.before.filter(|_| self.same) else { return false };
        match self.exploration {
            Exploration::DepthFirst => false,
            Exploration::LimitedDiscrepancy => discrepancies <= before,
            // What ends above the bound has no discrepancy at it.
            Exploration::DepthBoundedDiscrepancy => depth < self.bound,
            Exploration::IterativeDeepening => depth <= before,
        }
    }

    /// Goes on to the next iteration, if this one has left something to it.
    pub(crate) fn next_iteration(&mut self) -> bool {
        self.before = Some(self.bound);
        self.bound = match self.exploration {
            Exploration::IterativeDeepening => self.bound.saturating_mul(2),
            _ => self.bound.saturating_add(1),
        };
        std::mem::take(&mut self.cut)
    }
}
