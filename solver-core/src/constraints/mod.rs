//! Constraints: one folder each, with its levels, its explanation, its checks.

pub mod absolute;
pub mod all_different;
pub mod arg_maximum;
pub mod clause;
pub mod conditional;
pub mod div;
pub mod element;
mod fact;
mod hull;
pub mod linear;
pub mod maximum;
#[cfg(test)]
mod model_tests;
pub mod modulo;
pub mod not_equal;
pub mod parity;
pub mod pow;
mod premises;
pub mod times;

pub use absolute::{AbsoluteDomain, absolute_bounds};
pub use all_different::{AllDifferentBounds, AllDifferentDomain, AllDifferentValue, TooManyValues};
pub use arg_maximum::ArgMaximum;
pub use clause::Clause;
pub use conditional::{Conditional, Form, Judged};
pub use div::div;
pub use element::{ElementOfConstants, ElementOfMatrix, ElementOfViews};
pub use linear::{LinearAtMost, LinearEqual, LinearEqualDomain, LinearError, LinearNotEqual, Term};
pub use maximum::Maximum;
pub use modulo::modulo;
pub use not_equal::NotEqual;
pub use parity::Parity;
pub use pow::pow;
pub use times::times;
