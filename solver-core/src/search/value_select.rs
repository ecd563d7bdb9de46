//! Value orders and branching: how the domain of the chosen variable is split.

use super::named;

/// Which value, or half of the values, comes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ValueSelect {
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
    /// Either half, with equal probability.
    SplitRandom,
    /// The first run of values without a gap, `x <= m` against `x > m` with the end `m` of that run; where there is no gap, the lower
    /// half.
    Interval,
    /// All but the smallest: `x != v` against `x = v`.
    ExceptMin,
    /// All but the largest.
    ExceptMax,
    /// All but the middle of the values that are left (the lower one of two).
    ExceptMedian,
    /// All but any one, with equal probability.
    ExceptRandom,
    /// The value that has left the most of the search space so far, which [`VarSelect::Impact`](crate::search::VarSelect::Impact) measures
    /// (P. Refalo, *Impact-based search strategies for constraint programming*, CP 2004, section 3).
    LeastImpact,
    /// The value that leaves the best bound of the objective, each being tried; of a domain of more than 100 values only its bounds are
    /// (J.-G. Fages, C. Prud'homme, *Making the first solution good!*, ICTAI 2017, section III). Needs an objective.
    BoundImpact,
}

impl ValueSelect {
    /// Whether the first branch leaves a part of the domain, and takes no single value. Such an order has no d-way form.
    ///
    /// ```
    /// use solver_core::search::ValueSelect;
    /// assert!(ValueSelect::Split.takes_a_part() && !ValueSelect::Median.takes_a_part());
    /// ```
    pub fn takes_a_part(self) -> bool {
        match self {
            ValueSelect::Split
            | ValueSelect::SplitUpper
            | ValueSelect::SplitRandom
            | ValueSelect::Interval
            | ValueSelect::ExceptMin
            | ValueSelect::ExceptMax
            | ValueSelect::ExceptMedian
            | ValueSelect::ExceptRandom => true,
            ValueSelect::Min
            | ValueSelect::Max
            | ValueSelect::Median
            | ValueSelect::MiddleOut
            | ValueSelect::Random
            | ValueSelect::LeastImpact
            | ValueSelect::BoundImpact => false,
        }
    }

    /// Whether the same domains may be split in another way the next time.
    pub(crate) fn is_unsteady(self) -> bool {
        matches!(
            self,
            ValueSelect::Random | ValueSelect::SplitRandom | ValueSelect::ExceptRandom | ValueSelect::LeastImpact
        )
    }
}

named!(
    ValueSelect,
    "value order",
    Min = "min",
    Max = "max",
    Median = "median",
    MiddleOut = "middle-out",
    Random = "random",
    Split = "split",
    SplitUpper = "split-upper",
    SplitRandom = "split-random",
    Interval = "interval",
    ExceptMin = "except-min",
    ExceptMax = "except-max",
    ExceptMedian = "except-median",
    ExceptRandom = "except-random",
    LeastImpact = "least-impact",
    BoundImpact = "bound-impact",
);

/// How many branches a node has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Branching {
    /// `x = v` against `x != v` (or two parts): the stronger one, as the right
    /// branch propagates too.
    #[default]
    TwoWay,
    /// One branch for every value, as textbooks draw it.
    DWay,
}

named!(Branching, "branching", TwoWay = "two-way", DWay = "d-way");
