//! Why: reasons, premises, rules, the past they are told in, and the cases they are checked on.
//!
//! A propagator that removes a value says why, at the call, with a closure: a
//! [`Lazy`] hint, or a rule with its premises ([`Rule::because`]). Classical search never calls the
//! closure. In explain mode the answer is stored in eight bytes, and
//! [`Propagator::explain`](crate::Propagator::explain) turns a hint into premises
//! whenever somebody asks, however much later.

mod assumed;
mod because;
mod past;
mod premises;
mod rule;
mod words;

pub use assumed::Assumed;
pub use because::{Because, Eager, IntoReason, Lazy};
pub use past::Past;
pub use premises::{Premises, Row};
pub use rule::{Justification, Rule};
pub(crate) use words::fill;
pub use words::{Words, by_variable, listed};
