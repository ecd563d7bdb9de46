//! Exporting a model: FlatZinc and XCSP3.
//!
//! Both formats flatten the model first ([`flatten`]): each expression becomes a variable with a definition, and
//! constraints become rows. Auxiliary variables are functions of the model's own, so the number of solutions is the
//! same. FlatZinc ([`flatzinc`]) uses only standard constraints over integers and Booleans, which every solver of the
//! format supports: catalogue constraints are decomposed. XCSP3 ([`xcsp3`]) has native constraints for most of the
//! catalogue.
//!
//! A constraint that cannot be expressed is an error that names it; nothing is omitted.

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
    /// Any solution.
    #[default]
    Satisfy,
    /// One with the smallest value.
    Minimize(Expr),
    /// One with the largest value.
    Maximize(Expr),
}

/// Why a model cannot be exported.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// An error in the model, which cannot be solved either.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The semantics of a constraint is known only to its propagator.
    #[error(
        "{constraint}: it is known by its propagator alone, which cannot be exported: state it by constraints of the catalogue"
    )]
    OwnPropagator {
        /// The constraint's name.
        constraint: String,
    },
    /// A part of a constraint can reach values beyond the limits of solvers.
    #[error(
        "{constraint}: a part of it can reach {low}..={high}, beyond the limit of ±{limit}: \
         use smaller coefficients or tighter domains"
    )]
    Overflow {
        /// The constraint's name.
        constraint: String,
        /// The smallest value.
        low: i128,
        /// The largest value.
        high: i128,
        /// The limit.
        limit: i64,
    },
    /// A power of variables with too many values.
    #[error(
        "{constraint}: a power with {pairs} pairs of base and exponent, but at most {limit} can be listed: \
         use a constant exponent or tighter domains"
    )]
    Power {
        /// The constraint's name.
        constraint: String,
        /// The pairs of values.
        pairs: u64,
        /// The limit.
        limit: u64,
    },
    /// The text would be too long.
    #[error("{constraint}: with it the model has more than {limit} rows in this format")]
    TooLarge {
        /// The constraint's name.
        constraint: String,
        /// The limit.
        limit: usize,
    },
}
