//! The reasons why an instance could not be solved.

use crate::translate::TranslateError;
use solver_core::ModelError;
use solver_core::proof::ProofError;

/// The reason why an instance could not be solved.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The file could not be translated.
    #[error(transparent)]
    Translate(#[from] TranslateError),
    /// Writing to standard output failed.
    #[error("cannot write the output: {0}")]
    Output(#[from] std::io::Error),
    /// Proofs do not support this search or this model.
    #[error("no proof can be written for {0}")]
    Unproved(String),
    /// Writing the proof failed.
    #[error(transparent)]
    Proof(#[from] ProofError),
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Failure {
        Failure::Translate(TranslateError::Model(error))
    }
}
