//! Comparisons of expressions: `x + 1 <= y`.

use super::expr::{Expr, Function, Operation, Sign};

/// A comparison of two linear expressions, not yet posted: `x + 1 <= y`.
///
/// Built by the methods of [`Relates`] or by [`constraint!`](crate::constraint), and posted by [`Model::post`](super::Model::post).
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use = "a comparison does nothing until it is posted with `Model::post`"]
pub struct Comparison {
    /// Left side minus right side.
    pub(crate) difference: Expr,
    pub(crate) sign: Sign,
}

/// Comparisons as methods, for variables and expressions.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
/// m.post((x + y).equals(7)).named("sum");
/// m.post(x.less_than(y));
/// m.post(constraint!(2 * x >= y - 1)); // the same thing, read aloud
/// let all: Vec<_> = m.solutions()?.collect();
/// assert_eq!(all.len(), 2);
/// assert_eq!(all[0].values(&[x, y])?, [2, 5]);
/// # Ok::<(), ModelError>(())
/// ```
pub trait Relates: Into<Expr> {
    /// `self <= other`
    #[doc(alias("le", "leq", "less or equal"))]
    fn at_most(self, other: impl Into<Expr>) -> Comparison {
        Comparison { difference: self.into() - other.into(), sign: Sign::AtMost }
    }

    /// `self >= other`
    #[doc(alias("ge", "geq", "greater or equal"))]
    fn at_least(self, other: impl Into<Expr>) -> Comparison {
        Comparison { difference: other.into() - self.into(), sign: Sign::AtMost }
    }

    /// `self < other`
    #[doc(alias = "lt")]
    fn less_than(self, other: impl Into<Expr>) -> Comparison {
        Comparison { difference: self.into() - other.into() + 1, sign: Sign::AtMost }
    }

    /// `self > other`
    #[doc(alias = "gt")]
    fn greater_than(self, other: impl Into<Expr>) -> Comparison {
        Comparison { difference: other.into() - self.into() + 1, sign: Sign::AtMost }
    }

    /// `self = other`
    #[doc(alias = "eq")]
    fn equals(self, other: impl Into<Expr>) -> Comparison {
        Comparison { difference: self.into() - other.into(), sign: Sign::Equal }
    }

    /// `self != other`
    #[doc(alias("ne", "neq", "not_equal"))]
    fn differs(self, other: impl Into<Expr>) -> Comparison {
        Comparison { difference: self.into() - other.into(), sign: Sign::Differs }
    }
}

impl<T: Into<Expr>> Relates for T {}

impl From<Comparison> for Expr {
    /// The truth value of the comparison: 1 if it holds, and 0 if not.
    fn from(comparison: Comparison) -> Expr {
        let Comparison { difference, sign } = comparison;
        Function::of(Operation::Truth(sign), vec![difference.normalised()])
    }
}

impl std::ops::Add<Comparison> for Expr {
    type Output = Expr;

    fn add(self, other: Comparison) -> Expr {
        self + Expr::from(other)
    }
}

impl std::ops::Sub<Comparison> for Expr {
    type Output = Expr;

    fn sub(self, other: Comparison) -> Expr {
        self - Expr::from(other)
    }
}

impl std::ops::Not for Comparison {
    type Output = Comparison;

    /// The negated comparison. Where the comparison is undefined it is false, so the negation is true: `!(x / y == 1)` holds if y is 0.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=3)?, m.int("y", 0..=2)?);
    /// m.post(!constraint!(x / y == 1));
    /// assert_eq!(m.count()?, Outcome::Complete(9)); // x / y != 1 has 5 solutions, y = 0 has 4
    /// # Ok::<(), ModelError>(())
    /// ```
    fn not(self) -> Comparison {
        if self.difference.is_partial() {
            // No comparison of the same difference is true where that is undefined.
            return Expr::from(self).at_most(0);
        }
        let Comparison { difference, sign } = self;
        match sign {
            // The negation of `truth <= 0` is the comparison that has this truth.
            Sign::AtMost => Comparison::from(difference),
            Sign::Equal => Comparison { difference, sign: Sign::Differs },
            Sign::Differs => Comparison { difference, sign: Sign::Equal },
        }
    }
}

/// Builds a comparison from one line: `constraint!(2 * x + y <= z - 1)`.
///
/// The operators are `<=`, `<`, `>=`, `>`, `==` and `!=`; exactly one, not inside parentheses. What has none does not compile, and the message says so:
///
/// ```compile_fail
/// use solver_core::prelude::*;
/// let x = Model::new().int("x", 0..=9).unwrap();
/// let _ = constraint!(x + 1);
/// ```
#[doc(alias("expr", "rel", "linear"))]
#[macro_export]
macro_rules! constraint {
    (@ [$($left:tt)+] <= $($right:tt)+) => { $crate::Relates::at_most($($left)+, $($right)+) };
    (@ [$($left:tt)+] >= $($right:tt)+) => { $crate::Relates::at_least($($left)+, $($right)+) };
    (@ [$($left:tt)+] == $($right:tt)+) => { $crate::Relates::equals($($left)+, $($right)+) };
    (@ [$($left:tt)+] != $($right:tt)+) => { $crate::Relates::differs($($left)+, $($right)+) };
    (@ [$($left:tt)+] < $($right:tt)+) => { $crate::Relates::less_than($($left)+, $($right)+) };
    (@ [$($left:tt)+] > $($right:tt)+) => { $crate::Relates::greater_than($($left)+, $($right)+) };
    (@ [$($left:tt)*] $next:tt $($rest:tt)*) => { $crate::constraint!(@ [$($left)* $next] $($rest)*) };
    (@ $($other:tt)*) => {
        compile_error!("a constraint compares two expressions by one of <=, <, >=, >, == and !=, outside of parentheses")
    };
    ($($all:tt)+) => { $crate::constraint!(@ [] $($all)+) };
}
