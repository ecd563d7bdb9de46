//! A linear relaxation that explains itself.
//!
//! The linear constraints of a model, and [rows](crate::LinearRows) that other constraints contribute, form a linear
//! program over the variables and over indicators of their values. Row by row, bounds propagation cannot see what rows
//! that share variables say together. This propagator can: a [dual simplex](simplex) in floating point proposes
//! multipliers of rows, the rows are [added up exactly](combine), and the sum is one more linear row, true in every
//! solution. That row is propagated like any other: it fails, it bounds the objective, and it removes values of other
//! variables (reduced cost fixing: F. Focacci, A. Lodi, M. Milano, *Cost-based domain filtering*, CP 1999). The row is
//! [kept](kept) while an inference refers to it, and is its reason. So an error of the floating point costs strength,
//! never correctness.
//!
//! The relaxation runs at fixpoints of a search that learns from conflicts, as often as its [guard](guard) permits.

mod combine;
mod component;
mod guard;
mod kept;
mod propagator;
mod simplex;
#[cfg(test)]
mod tests;

pub(crate) use propagator::LinearRelaxation;
