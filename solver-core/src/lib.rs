//! A finite-domain constraint solver in which every inference has a reason.

pub mod atom;
mod budget;
pub mod constraints;
mod context;
mod domain;
pub mod engine;
#[cfg(any(test, feature = "harness"))]
pub mod harness;
pub mod prelude_propagator;
pub mod propagator;
pub mod reason;
pub mod search;
mod store;
mod trail;
mod value_set;
mod var;
mod view;
mod wake;

pub use atom::{Atom, Relation};
pub use budget::{CancelToken, StopReason};
pub use context::Context;
pub use domain::Layout;
pub use propagator::{Conflict, Outcome, Propagator, Scope};
pub use reason::{Justification, Lazy, Past, Premises, Rule};
pub use value_set::ValueSet;
pub use var::Var;
pub use view::View;
pub use wake::Wake;
