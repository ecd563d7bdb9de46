//! Errors in a readable file that prevent it from being solved.

use crate::instance::{ArgumentError, Location};
use crate::limit::Stopped;
use solver_core::ModelError;

/// Why there is no model for an instance. Messages say where in the file, and what to do.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TranslateError {
    /// An argument is not what its constraint or annotation needs.
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    /// An unknown constraint.
    #[error(
        "{location}: unknown constraint {name}: compile with `minizinc --solver ferz`, whose library uses only constraints \
         that Ferz knows"
    )]
    UnknownConstraint {
        /// Where it stands.
        location: Location,
        /// Its name.
        name: String,
    },
    /// A variable of a type that is not supported.
    #[error("{location}: {variable} is a {kind} variable; Ferz solves over integers and truth values{advice}")]
    Unsupported {
        /// Where it is declared.
        location: Location,
        /// Its name.
        variable: String,
        /// Its type.
        kind: &'static str,
        /// What to do.
        advice: &'static str,
    },
    /// A number that the engine cannot hold.
    #[error("{location}: {constraint}: {value} is beyond the limit of ±{limit}", limit = solver_core::View::LIMIT)]
    Limit {
        /// Where it stands.
        location: Location,
        /// The constraint.
        constraint: String,
        /// The number.
        value: i64,
    },
    /// A variable all of whose values are too large for a constraint.
    #[error(
        "{location}: {constraint}: {variable} has values {low}..={high}, beyond the limit of ±{limit}; only sums and comparisons \
         reach further: give it another unit or another origin",
        limit = solver_core::View::LIMIT
    )]
    Beyond {
        /// Where the constraint stands.
        location: Location,
        /// The constraint.
        constraint: Box<str>,
        /// The variable.
        variable: Box<str>,
        /// Its smallest value.
        low: i128,
        /// Its largest value.
        high: i128,
    },
    /// A variable that would have to be larger than a number of FlatZinc.
    #[error("{location}: {variable} has no value that fits into 64 bits")]
    NoValue {
        /// Where it is declared.
        location: Location,
        /// Its name.
        variable: String,
    },
    /// Arguments that do not fit together.
    #[error("{location}: {constraint}: {reason}")]
    Misuse {
        /// Where it stands.
        location: Location,
        /// The constraint.
        constraint: String,
        /// What is wrong.
        reason: String,
    },
    /// The limit came before there was a model.
    #[error("stopped before there was a model")]
    Stopped,
    /// What solver-core has to say of the model.
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl From<Stopped> for TranslateError {
    fn from(_: Stopped) -> TranslateError {
        TranslateError::Stopped
    }
}
