//! A model in the formats of other solvers: FlatZinc and XCSP3.
//!
//! Both begin alike ([`flatten`]): expressions become variables with a definition each, constraints become rows. What a
//! variable is defined to be follows from the model's own variables, so the solutions are as many as the model's.
//! FlatZinc ([`flatzinc`]) gets nothing but its standard constraints about integers and truth values, which every
//! solver of the format knows: constraints of the catalogue are said in comparisons. XCSP3 ([`xcsp3`]) has constraints of
//! its own for most of the catalogue.
//!
//! What cannot be said is an error that names the constraint; nothing is left out.

mod flat;
mod flatten;
mod flatzinc;
mod names;
#[cfg(test)]
mod tests;
mod xcsp3;

pub use xcsp3::Xcsp3;

use super::{Expr, ModelError};

/// What is asked of a model that is exported.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Aim {
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
    /// The model cannot be solved as stated either.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A constraint that only its propagator knows.
    #[error(
        "{constraint}: it is known by its propagator alone, which cannot be exported: state it by constraints of the catalogue"
    )]
    OwnPropagator {
        /// The constraint's name.
        constraint: String,
    },
    /// A part of a constraint can reach values beyond what solvers hold.
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
    /// Too much text.
    #[error("{constraint}: with it the model has more than {limit} rows in this format")]
    TooLarge {
        /// The constraint's name.
        constraint: String,
        /// The limit.
        limit: usize,
    },
}
