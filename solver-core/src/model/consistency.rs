//! Levels of consistency.

/// How strongly a constraint propagates. Levels are ordered by strength.
#[doc(alias("ipl", "propagation level", "consistency level"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Consistency {
    /// Value consistency: propagates only the values of fixed variables.
    #[default]
    Value,
    /// Bounds consistency: every bound has a support if the other domains are relaxed to integer intervals (real
    /// intervals in a linear equation).
    #[doc(alias("bounds consistency", "bounds(Z)", "bounds(R)"))]
    Bounds,
    /// Domain consistency: every value has a support.
    #[doc(alias("domain consistency", "generalized arc consistency", "gac", "arc consistency"))]
    Domain,
}

crate::names::named!(Consistency, "consistency level", Value = "value", Bounds = "bounds", Domain = "domain",);
