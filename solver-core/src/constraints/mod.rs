//! Constraints: one folder each, with its levels, its explanation, its checks.

pub mod all_different;
pub mod all_different_except;
pub mod all_equal;
pub mod among;
pub mod gcc;
pub mod increasing;
pub mod inverse;
pub mod lex;
pub mod linear;
pub mod not_equal;
pub mod nvalue;
pub mod value_precede;
mod within;

pub use all_different::{AllDifferentBounds, AllDifferentDomain, AllDifferentValue, TooManyValues};
pub use all_different_except::AllDifferentExcept;
pub use all_equal::AllEqual;
pub use among::{Among, Counted};
pub use gcc::{GccBounds, GccDomain, GccError, GccValue, Occurrence, Others};
pub use increasing::Increasing;
pub use inverse::Inverse;
pub use lex::{Lex, Order};
pub use linear::{LinearAtMost, LinearEqual, LinearError, LinearNotEqual, Term};
pub use not_equal::NotEqual;
pub use nvalue::NValue;
pub use value_precede::ValuePrecede;
