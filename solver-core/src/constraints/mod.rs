//! Constraints: one folder each, with its levels, its explanation, its checks.

pub mod all_different;
pub mod conditional;
pub mod linear;
pub mod not_equal;

pub use all_different::{AllDifferentBounds, AllDifferentDomain, AllDifferentValue, TooManyValues};
pub use conditional::{Conditional, Form, Judged};
pub use linear::{LinearAtMost, LinearEqual, LinearError, LinearNotEqual, Term};
pub use not_equal::NotEqual;
