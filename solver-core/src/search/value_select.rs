//! Value selection and branching: how the chosen variable's domain is split.

use crate::names::named;

/// Value selection: which value, or half of the domain, comes first.
#[doc(alias("value selection", "value order", "indomain"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum ValueSelect {
    /// The smallest.
    #[doc(alias = "indomain_min")]
    #[default]
    Min,
    /// The largest.
    #[doc(alias = "indomain_max")]
    Max,
    /// The median of the remaining values (the lower of two).
    #[doc(alias = "indomain_median")]
    Median,
    /// The value nearest to the middle of the bounds (the lower of two).
    #[doc(alias = "indomain_middle")]
    MiddleOut,
    /// A random value, uniformly.
    #[doc(alias = "indomain_random")]
    Random,
    /// The lower half: `x <= m` against `x > m`, where `m` is the middle of the bounds.
    #[doc(alias("indomain_split", "bisect"))]
    Split,
    /// The upper half: `x > m` against `x <= m`.
    #[doc(alias = "indomain_reverse_split")]
    SplitUpper,
    /// One half at random, each with equal probability.
    #[doc(alias = "indomain_split_random")]
    SplitRandom,
    /// The first run of consecutive values: `x <= m` against `x > m`, where `m` is the end of that run. Same as the
    /// lower half if the domain has no gap.
    #[doc(alias = "indomain_interval")]
    Interval,
    /// Excludes the smallest: `x != v` against `x = v`.
    #[doc(alias = "outdomain_min")]
    ExceptMin,
    /// Excludes the largest.
    #[doc(alias = "outdomain_max")]
    ExceptMax,
    /// Excludes the median of the remaining values (the lower of two).
    ExceptMedian,
    /// Excludes a random value, uniformly.
    ExceptRandom,
    /// The value with the smallest impact so far, as measured by
    /// [`VarSelect::Impact`](crate::search::VarSelect::Impact) (P. Refalo, *Impact-based search strategies for
    /// constraint programming*, CP 2004, section 3).
    LeastImpact,
    /// The value that gives the best bound on the objective. To find it, each value is assigned and propagated; if the
    /// domain has more than 100 values, only the smallest and largest (J.-G. Fages, C. Prud'homme, *Making the first
    /// solution good!*, ICTAI 2017, section III). Needs an objective.
    #[doc(alias = "bivs")]
    BoundImpact,
}

impl ValueSelect {
    /// Whether the first branch keeps part of the domain rather than a single value. Such a selection has no d-way
    /// form.
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

    /// Whether the same domain may be split differently next time.
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

/// The branching scheme: how many branches a node has.
#[doc(alias("binary branching", "two-way", "d-way"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Branching {
    /// Binary: `x = v` against `x != v` (or two parts of the domain). The stronger scheme, because the right branch
    /// also propagates.
    #[default]
    TwoWay,
    /// One branch per value, as in textbooks.
    DWay,
}

named!(Branching, "branching", TwoWay = "two-way", DWay = "d-way");
