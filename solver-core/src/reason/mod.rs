//! Why: reasons, premises, rules, and the past they are told in.
//!
//! A propagator that removes a value says why, at the call, with a closure: a
//! [`Lazy`] hint, or the premises themselves. Classical search never calls the
//! closure. In explain mode the answer is stored in eight bytes, and
//! [`Propagator::explain`](crate::Propagator::explain) turns a hint into premises
//! whenever somebody asks, however much later.

mod past;
mod premises;
mod rule;
mod words;

pub use past::Past;
pub use premises::{Because, IntoReason, Lazy, Premises};
pub use rule::{Justification, Rule};
pub use words::{Words, by_variable, listed};
