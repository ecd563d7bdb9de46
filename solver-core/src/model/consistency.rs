//! Levels of consistency, by name.

/// How strongly a constraint propagates. Levels compare by strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Consistency {
    /// A fixed variable's value leaves the others.
    #[default]
    Value,
    /// Also every bound has a support, other domains taken as intervals.
    Bounds,
    /// Every value has a support.
    Domain,
}

crate::search::named!(Consistency, "consistency level", Value = "value", Bounds = "bounds", Domain = "domain",);
