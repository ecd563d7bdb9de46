//! What can go wrong with a proof.

use crate::export::ExportError;
use crate::model::ModelError;

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The model cannot be solved as stated.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A constraint cannot be written for the checker.
    #[error(transparent)]
    Encoding(#[from] ExportError),
    /// A part of the model is too large to be written.
    #[error("{what} cannot be written for a proof: {why}")]
    TooLarge {
        /// The constraint or the variable.
        what: String,
        /// Which limit it exceeds.
        why: &'static str,
    },
    /// A search that is not logged.
    #[error("no proof is written of a search with {option}")]
    Unlogged {
        /// What the search does.
        option: &'static str,
    },
    /// An inference for which no derivation was found within the limits.
    #[error("no derivation of an inference by the rule `{rule}` of {constraint} was found within {limit} lines")]
    NotDerived {
        /// The constraint's name.
        constraint: String,
        /// The rule.
        rule: &'static str,
        /// The lines of a derivation, at most.
        limit: usize,
    },
    /// A solution of the model does not satisfy the rows that were written for it.
    #[error(
        "solution {solution} does not satisfy the rows that were written for the proof: the rows of a constraint are wrong"
    )]
    Excluded {
        /// Which solution, from 1.
        solution: u64,
    },
    /// A file cannot be written.
    #[error("a proof cannot be written: {0}")]
    Write(#[from] std::io::Error),
}
