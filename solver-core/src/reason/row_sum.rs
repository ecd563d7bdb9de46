//! Sums of linear rows, from which a fact follows.

/// An inequality of a linear row that a constraint contributes to the linear relaxation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Source {
    /// The index of the inequality.
    pub(crate) limit: u32,
    /// The constraint's propagator; `None` for the definition of indicators.
    pub(crate) propagator: Option<u32>,
}

/// A multiple of a linear row, as part of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Multiple {
    /// Above 0 for the row's lower bound, below 0 for its upper one.
    pub(crate) multiplier: i64,
    pub(crate) is_equation: bool,
    pub(crate) source: Source,
}

/// A sum of linear rows from which a fact follows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RowSum {
    pub(crate) multiples: Vec<Multiple>,
    /// The contradiction that the sum implies if the fact is false: the first number would be at most the second, which
    /// is smaller.
    pub(crate) sides: (i128, i128),
}
