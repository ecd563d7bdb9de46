//! Errors of proof logging.

use crate::export::ExportError;
use crate::model::ModelError;

/// The reason why no proof could be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The model cannot be solved.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A constraint cannot be written for the checker.
    #[error(transparent)]
    Encoding(#[from] ExportError),
    /// Some constraint or variable is too large to write.
    #[error("{what} cannot be written for a proof: {why}")]
    TooLarge {
        /// The constraint or the variable.
        what: String,
        /// The limit that it exceeds.
        why: &'static str,
    },
    /// The search uses a feature that proofs do not support.
    #[error("no proof can be written for a search with {option}")]
    Unlogged {
        /// The feature.
        option: &'static str,
    },
    /// No derivation of an inference was found within the limits.
    #[error("no derivation of an inference by the rule `{rule}` of {constraint} was found within {limit} lines")]
    NotDerived {
        /// The name of the constraint.
        constraint: String,
        /// The rule.
        rule: &'static str,
        /// The maximum number of lines in a derivation.
        limit: usize,
    },
    /// A solution of the model violates the rows written for the model.
    #[error(
        "solution {solution} does not satisfy the rows that were written for the proof: the rows of some constraint are wrong"
    )]
    Excluded {
        /// The number of the solution, counted from 1.
        solution: u64,
    },
    /// A file cannot be written.
    #[error("a proof cannot be written: {0}")]
    Write(#[from] std::io::Error),
}
