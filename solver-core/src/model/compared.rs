//! The compiler's messages for `==` or `<` written in place of a constraint.

use super::{Comparison, Expr, IntVar};
use std::cmp::Ordering;

/// The types that Rust's own `==` and `<` can compare with a variable. There are none, because a variable has no value
/// while the model is being built. The trait exists for its error message.
///
/// ```compile_fail,E0277
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.int("x", 0..=9).unwrap();
/// m.post(x == 3);
/// ```
///
/// ```compile_fail,E0277
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let [x, y] = m.ints_named(["x", "y"], 0..=9).unwrap();
/// m.post(x + 1 < y);
/// ```
#[diagnostic::on_unimplemented(
    message = "a variable has no value yet, so `==` and `<` cannot compare it with `{Self}`",
    label = "no value to compare with",
    note = "to state it as a constraint write `constraint!(x == y)`, or `x.equals(y)`, `x.less_than(y)`"
)]
pub trait ComparedByConstraint {}

impl<T: ComparedByConstraint> PartialEq<T> for IntVar {
    fn eq(&self, _: &T) -> bool {
        false
    }
}

impl<T: ComparedByConstraint> PartialEq<T> for Expr {
    fn eq(&self, _: &T) -> bool {
        false
    }
}

impl<T: ComparedByConstraint> PartialOrd<T> for IntVar {
    fn partial_cmp(&self, _: &T) -> Option<Ordering> {
        None
    }
}

impl<T: ComparedByConstraint> PartialOrd<T> for Expr {
    fn partial_cmp(&self, _: &T) -> Option<Ordering> {
        None
    }
}

/// Everything that can be [posted](super::Model::post): a comparison, or an expression that must be at least 1.
///
/// ```compile_fail,E0277
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let [x, y] = m.ints_named(["x", "y"], 0..=9).unwrap();
/// m.post(x == y);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a constraint",
    label = "not a constraint",
    note = "`==` and `!=` between variables ask whether they are the same variable: write `constraint!(x == y)`, or `x.equals(y)`"
)]
pub trait IntoComparison {
    /// Converts to a comparison.
    fn into_comparison(self) -> Comparison;
}

impl IntoComparison for Comparison {
    fn into_comparison(self) -> Comparison {
        self
    }
}

impl IntoComparison for Expr {
    fn into_comparison(self) -> Comparison {
        self.into()
    }
}
