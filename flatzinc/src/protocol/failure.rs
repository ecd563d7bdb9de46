//! Why an answer fails.

use crate::translate::TranslateError;
use solver_core::ModelError;
use solver_core::proof::ProofError;

/// Why nothing could be said.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The file makes no model.
    #[error(transparent)]
    Translate(#[from] TranslateError),
    /// Standard output takes no more.
    #[error("cannot write the output: {0}")]
    Output(#[from] std::io::Error),
    /// A search or a model of which no proof is written.
    #[error("no proof is written of {0}")]
    Unproved(String),
    /// The proof fails.
    #[error(transparent)]
    Proof(#[from] ProofError),
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Failure {
        Failure::Translate(TranslateError::Model(error))
    }
}
