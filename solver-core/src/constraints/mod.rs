//! Constraints: one folder each, with its levels, its explanation, its checks.

mod all_different;
mod not_equal;

pub use all_different::{AllDifferentBounds, AllDifferentDomain, AllDifferentValue, TooManyValues};
pub use not_equal::NotEqual;
