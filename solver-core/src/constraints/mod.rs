//! Constraints: one folder each, with its levels, its explanation, its checks.

pub mod absolute;
pub mod all_different;
pub mod element;
mod fact;
mod hull;
pub mod linear;
pub mod maximum;
pub mod not_equal;
pub mod times;

pub use absolute::{AbsoluteDomain, absolute_bounds};
pub use all_different::{AllDifferentBounds, AllDifferentDomain, AllDifferentValue, TooManyValues};
pub use element::{ElementOfConstants, ElementOfMatrix, ElementOfViews};
pub use linear::{LinearAtMost, LinearEqual, LinearError, LinearNotEqual, Term};
pub use maximum::Maximum;
pub use not_equal::NotEqual;
pub use times::times;
