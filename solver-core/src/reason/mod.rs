//! Reasons: premises, rules, and the contexts in which they are checked.
//!
//! A propagator that removes a value passes a closure that returns the reason: a [`Lazy`] hint, or a rule with its
//! premises ([`Rule::because`]). Classical search never calls the closure. In explain mode the result is stored in
//! eight bytes, and [`Propagator::explain`](crate::Propagator::explain) turns a hint into premises when they are
//! needed, however much later.

mod check_context;
mod kinds;
mod premises;
mod row_sum;
mod rule;
mod surplus;

pub use check_context::CheckContext;
pub use kinds::{Eager, IntoReason, Lazy, Reason};
pub(crate) use premises::Scratch;
pub use premises::{Premises, Row};
pub use row_sum::RowSum;
pub(crate) use row_sum::{Multiple, Source};
pub use rule::{Justification, Rule};
pub(crate) use surplus::weakened;
