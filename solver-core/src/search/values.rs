//! Value orders and branching: how the domain of the chosen variable is split.

use super::named;

/// Which value, or half of the values, comes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ValueOrder {
    /// The smallest.
    #[default]
    Min,
    /// The largest.
    Max,
    /// The middle of the values that are left (the lower one of two).
    Median,
    /// The value nearest to the middle of the bounds (the lower one of two).
    MiddleOut,
    /// Any, with equal probability.
    Random,
    /// The lower half: `x <= m` against `x > m`, where `m` is the middle of the bounds.
    Split,
    /// The upper half: `x > m` against `x <= m`.
    SplitUpper,
    /// The value that has left the most of the search space so far, which [`VarOrder::Impact`](crate::search::VarOrder::Impact) measures
    /// (P. Refalo, *Impact-based search strategies for constraint programming*, CP 2004, section 3).
    LeastImpact,
    /// The value that leaves the best bound of the objective, each being tried; of a domain of more than 100 values only its bounds are
    /// (J.-G. Fages, C. Prud'homme, *Making the first solution good!*, ICTAI 2017, section III). Needs an objective.
    BoundImpact,
}

impl ValueOrder {
    /// Whether domains are halved, and no value is chosen.
    pub(crate) fn halves(self) -> bool {
        matches!(self, ValueOrder::Split | ValueOrder::SplitUpper)
    }
}

named!(
    ValueOrder,
    "value order",
    Min = "min",
    Max = "max",
    Median = "median",
    MiddleOut = "middle-out",
    Random = "random",
    Split = "split",
    SplitUpper = "split-upper",
    LeastImpact = "least-impact",
    BoundImpact = "bound-impact",
);

/// How many branches a node has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Branching {
    /// `x = v` against `x != v` (or two halves): the stronger one, as the right
    /// branch propagates too.
    #[default]
    TwoWay,
    /// One branch for every value, as textbooks draw it.
    DWay,
}

named!(Branching, "branching", TwoWay = "two-way", DWay = "d-way");
