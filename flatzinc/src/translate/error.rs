//! Errors that prevent a readable file from being solved.

use crate::instance::{ArgumentError, Location};
use crate::limit::Stopped;
use solver_core::ModelError;

/// The reason why an instance cannot be translated. Messages give the location in the file and a remedy.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TranslateError {
    /// An argument that its constraint or annotation does not accept.
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    /// An unknown constraint.
    #[error(
        "{location}: unknown constraint {name}: compile with `minizinc --solver ferz`, whose library uses only constraints \
         that Ferz supports"
    )]
    UnknownConstraint {
        /// The position of the constraint.
        location: Location,
        /// The name of the constraint.
        name: String,
    },
    /// A set variable.
    #[error(
        "{location}: {variable} is a set variable; Ferz solves over integers and truth values: compile with `minizinc \
         --solver ferz`, which decomposes set variables"
    )]
    Set {
        /// The position of the declaration.
        location: Location,
        /// The name of the variable.
        variable: String,
    },
    /// A float variable that no equation defines in terms of integers.
    #[error(
        "{location}: {variable} is a float variable that no equation defines in terms of integers, and Ferz solves \
         over integers: give it steps, such as `{variable} = n / 100` with a `var int: n`, or use a solver for floats"
    )]
    FreeFloat {
        /// The position of the declaration.
        location: Location,
        /// The name of the variable.
        variable: String,
    },
    /// A float variable whose values are too large when multiplied by its scale.
    #[error(
        "{location}: {variable} is a float variable whose values, in the unit of the decimals that define it, exceed the \
         integer range: round them, or use a solver for floats"
    )]
    TooFine {
        /// The position of the declaration.
        location: Location,
        /// The name of the variable.
        variable: String,
    },
    /// A number that the engine cannot represent.
    #[error("{location}: {constraint}: {value} is beyond the limit of ±{limit}", limit = solver_core::View::LIMIT)]
    Limit {
        /// The position of the constraint.
        location: Location,
        /// The constraint.
        constraint: String,
        /// The number.
        value: i64,
    },
    /// All values of a variable are too large for a constraint.
    #[error(
        "{location}: {constraint}: {variable} has values {low}..={high}, beyond the limit of ±{limit}; only sums and \
         comparisons allow larger values: give it a different unit or origin",
        limit = solver_core::View::LIMIT
    )]
    Beyond {
        /// The position of the constraint.
        location: Location,
        /// The constraint.
        constraint: Box<str>,
        /// The variable.
        variable: Box<str>,
        /// The smallest value of the variable.
        low: i128,
        /// The largest value of the variable.
        high: i128,
    },
    /// No value of a variable fits into 64 bits.
    #[error("{location}: {variable} has no value that fits into 64 bits")]
    NoValue {
        /// The position of the declaration.
        location: Location,
        /// The name of the variable.
        variable: String,
    },
    /// Arguments that do not match each other.
    #[error("{location}: {constraint}: {reason}")]
    Misuse {
        /// The position of the constraint.
        location: Location,
        /// The constraint.
        constraint: String,
        /// The reason.
        reason: String,
    },
    /// The limit was reached before the translation was complete.
    #[error("stopped before the model was complete")]
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
