//! Export of models to FlatZinc and XCSP3.
//!
//! Both formats flatten the model first ([`flatten`]): each expression becomes a variable with a definition, and
//! constraints become rows. Auxiliary variables are functions of the model's own variables, so the number of solutions
//! does not change. FlatZinc ([`flatzinc`]) uses only standard constraints over integers and Booleans, which every
//! solver of the format supports; constraints of the catalogue are decomposed. XCSP3 ([`xcsp3`]) has native constraints
//! for most of the catalogue.
//!
//! Exporting a constraint that cannot be expressed is an error that names it; nothing is omitted.

mod flat;
mod flatten;
mod flatzinc;
mod names;
#[cfg(test)]
mod tests;
mod xcsp3;

pub(crate) use flat::{Flat, Linear, Row as FlatRow, RowKind};
pub(crate) use flatten::{Flattener, Idiom};
pub use xcsp3::Xcsp3;

use crate::model::{Expr, ModelError};

/// The goal of an exported model.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum SolveItem {
    /// Find any solution.
    #[default]
    Satisfy,
    /// Find a solution with the smallest value of the expression.
    Minimize(Expr),
    /// Find a solution with the largest value of the expression.
    Maximize(Expr),
}

/// Why a model cannot be exported.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The model has an error, so it cannot be solved either.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The semantics of a constraint is known only to a propagator.
    #[error(
        "{constraint}: it is defined only by its propagator, which cannot be exported: state it by built-in constraints"
    )]
    OwnPropagator {
        /// The name of the constraint.
        constraint: String,
    },
    /// A part of a constraint can reach values beyond the limits of other solvers.
    #[error(
        "{constraint}: a part of it can reach {low}..={high}, beyond the limit of ±{limit}: \
         use smaller coefficients or tighter domains"
    )]
    Overflow {
        /// The name of the constraint.
        constraint: String,
        /// The smallest value that the part can reach.
        low: i128,
        /// The largest value that the part can reach.
        high: i128,
        /// The limit.
        limit: i64,
    },
    /// The base and exponent of a power have too many pairs of values.
    #[error(
        "{constraint}: a power with {pairs} pairs of base and exponent, but at most {limit} can be listed: \
         use a constant exponent or tighter domains"
    )]
    Power {
        /// The name of the constraint.
        constraint: String,
        /// The number of pairs of values.
        pairs: u64,
        /// The limit.
        limit: u64,
    },
    /// The text would be too long.
    #[error("{constraint}: with this constraint, the model has more than {limit} rows in this format")]
    TooLarge {
        /// The name of the first constraint that exceeds the limit.
        constraint: String,
        /// The maximum number of rows.
        limit: usize,
    },
}
