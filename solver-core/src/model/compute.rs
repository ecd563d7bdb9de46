//! Functions in expressions: `x * y`, `x / y`, `array.at(i)`, `maximum_of(xs)`.

use super::IntVar;
use super::expr::{Expr, Function, Operation};

/// Functions of one variable or expression.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let (x, y) = (m.int("x", -9..=9)?, m.int("y", 1..=9)?);
/// m.post((x * x + y * y).equals(25));
/// m.post((x - y).abs().equals(1));
/// m.post((x / 2).differs(y % 3));
/// assert_eq!(m.count()?, Outcome::Complete(1));
/// assert_eq!(m.first()?.complete().expect("one").values(&[x, y])?, [4, 3]);
/// # Ok::<(), ModelError>(())
/// ```
///
/// `/` rounds towards 0 and `%` has the sign of its left side, as in MiniZinc and Rust. A comparison that contains an
/// undefined function, such as `x / 0`, does not hold.
pub trait Compute: Into<Expr> {
    /// The absolute value.
    #[doc(alias = "absolute")]
    fn abs(self) -> Expr {
        Function::expr(Operation::Absolute, vec![self.into().normalised()])
    }

    /// The power. `0^0` is 1; a negative exponent gives `1 / x^y`, rounded towards 0 and undefined for `x = 0`.
    #[doc(alias = "power")]
    fn pow(self, exponent: impl Into<Expr>) -> Expr {
        Function::expr(Operation::Pow, vec![self.into().normalised(), exponent.into().normalised()])
    }
}

impl<T: Into<Expr>> Compute for T {}

/// The `element` function: arrays indexed by a variable.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let (x, i) = (m.ints("x", 3, 0..=9)?, m.int("i", 0..=5)?);
/// let price = [30, 10, 20];
/// m.post(price.at(i).at_most(20));
/// m.post(x.at(i).equals(i + 7));
/// assert_eq!(m.count()?, Outcome::Complete(2 * 100)); // i = 1 or 2: the array has no index from 3 to 5
/// # Ok::<(), ModelError>(())
/// ```
pub trait Indexed {
    /// The element with this index, counted from 0. Undefined outside the array.
    #[doc(alias("element", "array access"))]
    fn at(&self, index: impl Into<Expr>) -> Expr;
}

impl Indexed for [i32] {
    fn at(&self, index: impl Into<Expr>) -> Expr {
        Function::expr(Operation::Element(self.into()), vec![index.into().normalised()])
    }
}

impl Indexed for [IntVar] {
    fn at(&self, index: impl Into<Expr>) -> Expr {
        element(index.into(), self.iter().map(Expr::from))
    }
}

impl Indexed for [Expr] {
    fn at(&self, index: impl Into<Expr>) -> Expr {
        element(index.into(), self.iter().map(Expr::normalised))
    }
}

fn element(index: Expr, array: impl Iterator<Item = Expr>) -> Expr {
    Function::expr(Operation::ElementOf, [index.normalised()].into_iter().chain(array).collect())
}

/// The maximum; undefined if there are no arguments.
#[doc(alias = "max")]
pub fn maximum_of<T: Into<Expr>>(all: impl IntoIterator<Item = T>) -> Expr {
    Function::expr(Operation::Maximum, all.into_iter().map(|e| e.into().normalised()).collect())
}

/// The minimum; undefined if there are no arguments.
#[doc(alias = "min")]
pub fn minimum_of<T: Into<Expr>>(all: impl IntoIterator<Item = T>) -> Expr {
    Function::expr(Operation::Minimum, all.into_iter().map(|e| e.into().normalised()).collect())
}

/// A binary operator on all pairs of operand types.
macro_rules! operator {
    ($trait:ident, $method:ident, $operation:expr; $($left:ty, $right:ty);+ $(;)?) => {$(
        impl std::ops::$trait<$right> for $left {
            type Output = Expr;
            fn $method(self, other: $right) -> Expr {
                Function::expr($operation, vec![Expr::from(self).normalised(), Expr::from(other).normalised()])
            }
        }
    )+};
}

operator! { Mul, mul, Operation::Times;
    IntVar, IntVar; IntVar, &IntVar; IntVar, Expr; &IntVar, IntVar; &IntVar, &IntVar; &IntVar, Expr;
    Expr, IntVar; Expr, &IntVar; Expr, Expr;
}
operator! { Div, div, Operation::Div;
    IntVar, IntVar; IntVar, &IntVar; IntVar, Expr; IntVar, i32; &IntVar, IntVar; &IntVar, &IntVar; &IntVar, Expr;
    &IntVar, i32; Expr, IntVar; Expr, &IntVar; Expr, Expr; Expr, i32; i32, IntVar; i32, &IntVar; i32, Expr;
}
operator! { Rem, rem, Operation::Modulo;
    IntVar, IntVar; IntVar, &IntVar; IntVar, Expr; IntVar, i32; &IntVar, IntVar; &IntVar, &IntVar; &IntVar, Expr;
    &IntVar, i32; Expr, IntVar; Expr, &IntVar; Expr, Expr; Expr, i32; i32, IntVar; i32, &IntVar; i32, Expr;
}
