//! Levels of consistency.

/// How strongly a constraint propagates. Levels are ordered by strength.
#[doc(alias("ipl", "propagation level", "gac", "arc consistency"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Consistency {
    /// Value consistency: the value of a fixed variable is removed from the others.
    #[default]
    Value,
    /// Bounds consistency: every bound has a support, other domains taken as intervals.
    Bounds,
    /// Domain consistency: every value has a support.
    Domain,
}

crate::search::named!(Consistency, "consistency level", Value = "value", Bounds = "bounds", Domain = "domain",);
