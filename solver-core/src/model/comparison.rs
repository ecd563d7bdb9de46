//! Comparisons of expressions: `x + 1 <= y`.

use super::IntVar;
use super::expr::{Expr, Function, Operation, Sign, products, sums};

/// A comparison of two linear expressions, not yet posted: `x + 1 <= y`.
///
/// The methods of [`Relates`] and [`constraint!`](crate::constraint) build comparisons, and
/// [`Model::post`](super::Model::post) posts them.
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
/// m.post(constraint!(2 * x >= y - 1)); // the same, easier to read
/// let all: Vec<_> = m.solutions()?.collect();
/// assert_eq!(all.len(), 2);
/// assert_eq!(all[0].values(&[x, y])?, [2, 5]);
/// # Ok::<(), ModelError>(())
/// ```
pub trait Relates: Into<Expr> {
    /// `self <= other`
    #[doc(alias("le", "less or equal"))]
    fn at_most(self, other: impl Into<Expr>) -> Comparison {
        Comparison { difference: self.into() - other.into(), sign: Sign::AtMost }
    }

    /// `self >= other`
    #[doc(alias("ge", "greater or equal"))]
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

    /// Same as [`differs`](Relates::differs).
    fn not_equals(self, other: impl Into<Expr>) -> Comparison {
        self.differs(other)
    }

    /// Same as [`at_most`](Relates::at_most).
    fn leq(self, other: impl Into<Expr>) -> Comparison {
        self.at_most(other)
    }

    /// Same as [`at_least`](Relates::at_least).
    fn geq(self, other: impl Into<Expr>) -> Comparison {
        self.at_least(other)
    }
}

impl<T: Into<Expr>> Relates for T {}

impl From<Comparison> for Expr {
    /// The truth value of the comparison: 1 if it holds, and 0 if not.
    fn from(comparison: Comparison) -> Expr {
        let Comparison { difference, sign } = comparison;
        Function::expr(Operation::Truth(sign), vec![difference.normalised()])
    }
}

sums! {
    Comparison, IntVar; Comparison, &IntVar; Comparison, Expr; Comparison, i32; Comparison, Comparison;
    IntVar, Comparison; &IntVar, Comparison; Expr, Comparison; i32, Comparison;
}

products!(Comparison);

impl std::ops::Not for Comparison {
    type Output = Comparison;

    /// The negated comparison. An undefined comparison is false, so its negation is true: `!(x / y == 1)` holds if `y`
    /// is 0.
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
            // Changing the sign would not suffice, because every comparison of an undefined difference is false.
            return Expr::from(self).at_most(0);
        }
        let Comparison { difference, sign } = self;
        match sign {
            // If the difference is the truth value of a comparison, the negation is that comparison.
            Sign::AtMost => Comparison::from(difference),
            Sign::Equal => Comparison { difference, sign: Sign::Differs },
            Sign::Differs => Comparison { difference, sign: Sign::Equal },
        }
    }
}

/// Builds a comparison written with operators: `constraint!(2 * x + y <= z - 1)`.
///
/// The operators are `<=`, `<`, `>=`, `>`, `==` and `!=`. Comparisons may be chained, joined by `&&` and `||`, put in
/// parentheses, and negated by `!`. An expression without a comparison does not compile, and the message explains
/// why.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
/// m.post(constraint!(0 < x + y <= 3));
/// m.post(constraint!(x == 1 || y > 1 && !(x == 0 || y == 3)));
/// assert_eq!(m.count()?, Outcome::Complete(3)); // 1 0, 1 1 and 1 2
/// # Ok::<(), ModelError>(())
/// ```
///
/// ```compile_fail
/// use solver_core::prelude::*;
/// let x = Model::new().int("x", 0..=9).unwrap();
/// let _ = constraint!(x + 1);
/// ```
#[doc(alias("expr", "rel", "linear"))]
#[macro_export]
macro_rules! constraint {
    // `@l` takes the comparisons joined by `&&` so far, the tokens read so far before the next operator, and the
    // remaining tokens.
    (@l $and:tt [$($a:tt)+] <= $($r:tt)+) => { $crate::constraint!(@r $and [$($a)+] at_most [] $($r)+) };
    (@l $and:tt [$($a:tt)+] >= $($r:tt)+) => { $crate::constraint!(@r $and [$($a)+] at_least [] $($r)+) };
    (@l $and:tt [$($a:tt)+] == $($r:tt)+) => { $crate::constraint!(@r $and [$($a)+] equals [] $($r)+) };
    (@l $and:tt [$($a:tt)+] != $($r:tt)+) => { $crate::constraint!(@r $and [$($a)+] differs [] $($r)+) };
    (@l $and:tt [$($a:tt)+] < $($r:tt)+) => { $crate::constraint!(@r $and [$($a)+] less_than [] $($r)+) };
    (@l $and:tt [$($a:tt)+] > $($r:tt)+) => { $crate::constraint!(@r $and [$($a)+] greater_than [] $($r)+) };
    (@l [$($and:tt)*] [$($a:tt)+] && $($r:tt)+) => {
        $crate::constraint!(@l [$($and)* $crate::constraint!(@group $($a)+),] [] $($r)+)
    };
    (@l [$($and:tt)*] [$($a:tt)+] || $($r:tt)+) => {
        $crate::Logic::or($crate::constraint!(@all [$($and)* $crate::constraint!(@group $($a)+),]), $crate::constraint!($($r)+))
    };
    (@l [$($and:tt)*] [$($a:tt)+]) => { $crate::constraint!(@all [$($and)* $crate::constraint!(@group $($a)+),]) };
    // `@r` takes the comparisons and the left side, like `@l`, then an operator, the tokens read so far after it, and
    // the remaining tokens. A second operator starts a chain.
    (@r $and:tt $a:tt $op:ident [$($b:tt)+] <= $($r:tt)+) => { $crate::constraint!(@chain $and $a $op [$($b)+] [<= $($r)+]) };
    (@r $and:tt $a:tt $op:ident [$($b:tt)+] >= $($r:tt)+) => { $crate::constraint!(@chain $and $a $op [$($b)+] [>= $($r)+]) };
    (@r $and:tt $a:tt $op:ident [$($b:tt)+] == $($r:tt)+) => { $crate::constraint!(@chain $and $a $op [$($b)+] [== $($r)+]) };
    (@r $and:tt $a:tt $op:ident [$($b:tt)+] < $($r:tt)+) => { $crate::constraint!(@chain $and $a $op [$($b)+] [< $($r)+]) };
    (@r $and:tt $a:tt $op:ident [$($b:tt)+] > $($r:tt)+) => { $crate::constraint!(@chain $and $a $op [$($b)+] [> $($r)+]) };
    (@r [$($and:tt)*] [$($a:tt)+] $op:ident [$($b:tt)+] && $($r:tt)+) => {
        $crate::constraint!(@l [$($and)* $crate::Relates::$op($($a)+, $($b)+),] [] $($r)+)
    };
    (@r [$($and:tt)*] [$($a:tt)+] $op:ident [$($b:tt)+] || $($r:tt)+) => {
        $crate::Logic::or($crate::constraint!(@all [$($and)* $crate::Relates::$op($($a)+, $($b)+),]), $crate::constraint!($($r)+))
    };
    (@r [$($and:tt)*] [$($a:tt)+] $op:ident [$($b:tt)+]) => {
        $crate::constraint!(@all [$($and)* $crate::Relates::$op($($a)+, $($b)+),])
    };
    // Takes two tokens at a time when that is safe: expansion may not nest more than 128 times.
    (@l $and:tt [$($a:tt)*] $next:tt + $($r:tt)+) => { $crate::constraint!(@l $and [$($a)* $next +] $($r)+) };
    (@l $and:tt [$($a:tt)*] $next:tt - $($r:tt)+) => { $crate::constraint!(@l $and [$($a)* $next -] $($r)+) };
    (@l $and:tt [$($a:tt)*] $next:tt * $($r:tt)+) => { $crate::constraint!(@l $and [$($a)* $next *] $($r)+) };
    (@l $and:tt [$($a:tt)*] $next:tt $($r:tt)*) => { $crate::constraint!(@l $and [$($a)* $next] $($r)*) };
    (@r $and:tt $a:tt $op:ident [$($b:tt)*] $next:tt + $($r:tt)+) => { $crate::constraint!(@r $and $a $op [$($b)* $next +] $($r)+) };
    (@r $and:tt $a:tt $op:ident [$($b:tt)*] $next:tt - $($r:tt)+) => { $crate::constraint!(@r $and $a $op [$($b)* $next -] $($r)+) };
    (@r $and:tt $a:tt $op:ident [$($b:tt)*] $next:tt * $($r:tt)+) => { $crate::constraint!(@r $and $a $op [$($b)* $next *] $($r)+) };
    (@r $and:tt $a:tt $op:ident [$($b:tt)*] $next:tt $($r:tt)*) => { $crate::constraint!(@r $and $a $op [$($b)* $next] $($r)*) };
    (@chain [$($and:tt)*] [$($a:tt)+] $op:ident [$($b:tt)+] [$($r:tt)+]) => {{
        let middle = $crate::Expr::from($($b)+);
        $crate::constraint!(@l [$($and)* $crate::Relates::$op($($a)+, &middle),] [&middle] $($r)+)
    }};
    (@all [$one:expr,]) => { $one };
    (@all [$($all:expr,)+]) => { $crate::all_of([$($all),+]) };
    (@group ($($inner:tt)+)) => { $crate::constraint!($($inner)+) };
    (@group ! ($($inner:tt)+)) => { !$crate::constraint!($($inner)+) };
    (@group $($other:tt)*) => {
        compile_error!("a constraint compares two expressions by one of <=, <, >=, >, == and !=; comparisons are joined by && and ||")
    };
    ($($all:tt)+) => { $crate::constraint!(@l [] [] $($all)+) };
}
