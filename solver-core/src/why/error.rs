//! Errors of explanation queries.

use crate::budget::StopReason;
use crate::model::ModelError;

/// Why a query cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WhyError {
    /// The model cannot be solved, or the query is about a variable of another model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A query or an assumption has no variable, or several.
    #[error("`{comparison}` is about {count} variables: ask about one, as in `x != 5`")]
    NotOneVariable {
        /// The comparison as understood.
        comparison: String,
        /// The number of variables in the comparison.
        count: usize,
    },
    /// A query or an assumption does not depend on the value of its variable.
    #[error("`{comparison}` is {holds} for every whole number: there is nothing to ask")]
    Trivial {
        /// The comparison as understood.
        comparison: String,
        /// Whether the comparison is always true.
        holds: bool,
    },
    /// The assumptions are contradictory, so everything follows from them.
    #[error("the assumptions contradict each other: call `why_failed`")]
    Contradiction,
    /// [`why_failed`](super::Explainer::why_failed) was called, but propagation finds no contradiction.
    #[error("propagation finds no contradiction: there is nothing to explain")]
    NoContradiction,
    /// A limit ended the work before there was a result.
    #[error("stopped before there was an answer: {by}")]
    Stopped {
        /// The limit.
        by: StopReason,
    },
    /// A step of the explanation failed its check, because of a bug in a propagator.
    #[error("the reason for `{fact}` given by {constraint} (rule {rule}) failed its check: this is a bug")]
    Invalid {
        /// The inferred fact.
        fact: String,
        /// The constraint that inferred the fact.
        constraint: String,
        /// The rule.
        rule: &'static str,
    },
}
