//! A linear relaxation that explains its inferences.
//!
//! The linear constraints of a model, and [rows](crate::LinearRows) that other constraints contribute, form a linear
//! program over the variables and over indicators of their values. Bounds propagation considers one row at a time, and
//! misses the joint consequences of rows that share variables. This propagator infers them: a [dual simplex](simplex)
//! in floating point proposes row multipliers, the rows are [added up exactly](combine), and the sum is a further
//! linear row, true in every solution. That row is propagated like any other: it can fail, bound the objective, and
//! remove values of other variables (reduced cost fixing: F. Focacci, A. Lodi, M. Milano, *Cost-based domain
//! filtering*, CP 1999). The row is the reason for its inferences, and is [kept](kept) while an inference refers to it.
//! Hence floating-point errors can weaken propagation, but never make it incorrect.
//!
//! The relaxation runs at fixpoints of a search with clause learning, as often as its [guard](guard) permits.

mod combine;
mod component;
mod guard;
mod kept;
mod propagator;
mod simplex;
#[cfg(test)]
mod tests;

pub(crate) use propagator::LinearRelaxation;
