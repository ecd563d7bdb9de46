//! Everything a propagator needs, in one `use`.

pub use crate::atom::{Atom, Relation};
pub use crate::context::Context;
pub use crate::linear_rows::{LinearRows, Summand};
pub use crate::propagator::{Conflict, Propagator, Scope, Status};
pub use crate::reason::{CheckContext, Eager, Justification, Lazy, Premises, Row, Rule};
pub use crate::store::DomainsAt;
pub use crate::view::View;
pub use crate::wake::Wake;
