//! Errors in a model, in the user's terms.

use super::consistency::Consistency;
use super::violation::WrongSolution;

/// An error that prevents a model from being solved. Messages name the culprit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A variable was declared without values.
    #[error("variable `{variable}` has an empty domain: give it at least one value")]
    EmptyDomain {
        /// The variable's name.
        variable: String,
    },
    /// A variable was declared with values outside ±2³⁰.
    #[error("variable `{variable}` has values {low}..={high}, but values must lie within -1073741824..=1073741824")]
    ValueOutOfRange {
        /// The variable's name.
        variable: String,
        /// Its smallest value.
        low: i64,
        /// Its largest value.
        high: i64,
    },
    /// A set was declared with too many possible members.
    #[error("set `{set}` has {size} possible members, but the limit is {limit}: give it a smaller universe")]
    TooManyMembers {
        /// The set's name.
        set: String,
        /// The number of its possible members.
        size: u64,
        /// The limit.
        limit: u64,
    },
    /// More variables than the engine can number.
    #[error("too many variables: the limit is {limit}")]
    TooManyVariables {
        /// The limit.
        limit: u32,
    },
    /// A variable of another model was used.
    #[error("{place} uses a variable that belongs to another model")]
    ForeignVariable {
        /// Where it was used.
        place: String,
    },
    /// A constraint of another model was used.
    #[error("{place} uses a constraint that belongs to another model")]
    ForeignConstraint {
        /// Where it was used.
        place: String,
    },
    /// An expression in a constraint can take values that the engine cannot represent.
    #[error(
        "{constraint}: its {what} can reach {low}..={high}, beyond the limit of ±{limit}: \
         use smaller coefficients or tighter domains"
    )]
    Overflow {
        /// The constraint's name.
        constraint: String,
        /// The affected part: a sum or an argument.
        what: &'static str,
        /// The smallest value.
        low: i128,
        /// The largest value.
        high: i128,
        /// The limit that applies.
        limit: i64,
    },
    /// A propagator would need more memory than its algorithm may use.
    #[error("{constraint}: {reason}")]
    TooLarge {
        /// The constraint's name.
        constraint: String,
        /// What is too large, the limit, and an alternative.
        reason: String,
    },
    /// A constraint has arguments that make no sense.
    #[error("{constraint}: {reason}")]
    Misuse {
        /// The constraint's name.
        constraint: String,
        /// The problem, and a remedy.
        reason: String,
    },
    /// The constraint does not support this level of consistency.
    #[error("{constraint}: it has no {level} consistency: {reason}")]
    Unsupported {
        /// The constraint's name.
        constraint: String,
        /// The requested level.
        level: Consistency,
        /// The obstacle, and an alternative.
        reason: String,
    },
    /// D-way branching over a domain too large to list.
    #[error("d-way branching on `{variable}` with {size} values: the limit is {limit}; use two-way branching")]
    TooManyBranches {
        /// The variable's name.
        variable: String,
        /// The size of its domain.
        size: u64,
        /// The limit.
        limit: u64,
    },
    /// The number of values differs from the number of variables.
    #[error("{values} values were given, but the model has {variables} variables: give one for each")]
    WrongCount {
        /// The number of values.
        values: usize,
        /// The number of variables.
        variables: usize,
    },
    /// An internal error: a solution found by the search violates a constraint.
    #[error(transparent)]
    WrongSolution(Box<WrongSolution>),
    /// A value was requested, but there is no solution.
    #[error("there is no solution to take a value from")]
    NoSolution,
    /// Search options that cannot be combined.
    #[error(transparent)]
    Incompatible(super::incompatible::Incompatible),
}
