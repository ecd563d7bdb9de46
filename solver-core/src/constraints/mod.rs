//! Constraints: one folder each, with its levels, its explanation, its checks.

pub mod all_different;
mod hull;
pub mod linear;
pub mod not_equal;
pub mod times;

pub use all_different::{AllDifferentBounds, AllDifferentDomain, AllDifferentValue, TooManyValues};
pub use linear::{LinearAtMost, LinearEqual, LinearError, LinearNotEqual, Term};
pub use not_equal::NotEqual;
pub use times::times;
