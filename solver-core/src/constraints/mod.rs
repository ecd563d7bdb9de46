//! Constraints: one folder each, with its levels, its explanation, its checks.

pub mod all_different;
pub mod circuit;
pub mod cumulative;
pub mod disjunctive;
pub mod linear;
pub mod not_equal;
mod quantity;

pub use all_different::{AllDifferentBounds, AllDifferentDomain, AllDifferentValue, TooManyValues};
pub use circuit::{Circuit, CircuitLevel};
pub use cumulative::{Cumulative, CumulativeLevel, Task};
pub use disjunctive::{Activity, Disjunctive, DisjunctiveLevel};
pub use linear::{LinearAtMost, LinearEqual, LinearError, LinearNotEqual, Term};
pub use not_equal::NotEqual;
pub use quantity::Quantity;
