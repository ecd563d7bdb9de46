//! Errors in a readable file that prevent it from being solved.

use crate::instance::{ArgumentError, Location};
use crate::limit::Stopped;
use solver_core::ModelError;

/// Why an instance cannot be translated. Messages give the location in the file and a remedy.
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
        /// Its position.
        location: Location,
        /// Its name.
        name: String,
    },
    /// A set variable.
    #[error(
        "{location}: {variable} is a set variable; Ferz solves over integers and truth values: compile with `minizinc \
         --solver ferz`, which takes sets apart"
    )]
    Set {
        /// The position of its declaration.
        location: Location,
        /// Its name.
        variable: String,
    },
    /// A float variable that integers do not determine.
    #[error(
        "{location}: {variable} is a float variable that no equation defines by integers, and Ferz solves over integers: give \
         it steps, such as `{variable} = n / 100` with a `var int: n`, or use a solver for floats"
    )]
    FreeFloat {
        /// The position of its declaration.
        location: Location,
        /// Its name.
        variable: String,
    },
    /// A float variable that is too large in the unit of its decimals.
    #[error(
        "{location}: {variable} is a float variable whose values, in the unit of the decimals that define it, exceed the \
         limits of integers: round them, or use a solver for floats"
    )]
    TooFine {
        /// The position of its declaration.
        location: Location,
        /// Its name.
        variable: String,
    },
    /// A number that the engine cannot represent.
    #[error("{location}: {constraint}: {value} is beyond the limit of ±{limit}", limit = solver_core::View::LIMIT)]
    Limit {
        /// Its position.
        location: Location,
        /// The constraint.
        constraint: String,
        /// The number.
        value: i64,
    },
    /// All values of a variable are too large for a constraint.
    #[error(
        "{location}: {constraint}: {variable} has values {low}..={high}, beyond the limit of ±{limit}; only sums and comparisons \
         reach further: give it another unit or another origin",
        limit = solver_core::View::LIMIT
    )]
    Beyond {
        /// The position of the constraint.
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
    /// No value of a variable fits into 64 bits.
    #[error("{location}: {variable} has no value that fits into 64 bits")]
    NoValue {
        /// The position of its declaration.
        location: Location,
        /// Its name.
        variable: String,
    },
    /// Arguments that do not fit together.
    #[error("{location}: {constraint}: {reason}")]
    Misuse {
        /// The position of the constraint.
        location: Location,
        /// The constraint.
        constraint: String,
        /// The error.
        reason: String,
    },
    /// The limit was reached before there was a model.
    #[error("stopped before there was a model")]
    Stopped,
    /// An error reported by solver-core.
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl From<Stopped> for TranslateError {
    fn from(_: Stopped) -> TranslateError {
        TranslateError::Stopped
    }
}
