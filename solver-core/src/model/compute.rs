//! Functions in expressions: `x * y`, `x / y`, `array.at(i)`, `maximum_of(xs)`.

use super::IntVar;
use super::comparison::{Comparison, Relates};
use super::expr::{Expr, Function, Operation, exprs};
use super::logic::{Logic, all_of, any_of};
use crate::value_set::ValueSet;

/// Functions of variables and expressions, as methods.
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
/// `/` rounds towards 0 and `%` has the sign of its left side, as in MiniZinc and Rust; `div_floor` and `mod_floor`
/// behave like `//` and `%` in Python. A comparison with an undefined function, such as `x / 0`, does not hold.
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

    /// The quotient rounded towards minus infinity, like `//` in Python. Undefined if the divisor is 0.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, q, r) = (m.int("x", -7..=-7)?, m.int("q", -9..=9)?, m.int("r", -9..=9)?);
    /// m.post(x.div_floor(2).equals(q));
    /// m.post(x.mod_floor(2).equals(r));
    /// assert_eq!(m.first()?.expect("one").values(&[q, r])?, [-4, 1]);
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("floor division", "floordiv"))]
    fn div_floor(self, divisor: impl Into<Expr>) -> Expr {
        let (x, y) = (self.into().normalised(), divisor.into().normalised());
        match constant(&y) {
            // To round away from 0, first increase the dividend's magnitude by `|divisor| - 1`.
            Some(c) if c != 0 => (x.clone() - has_other_sign(&x, &y).times(c - c.signum())) / y,
            _ => x.clone() / y.clone() - has_other_sign(&(x % y.clone()), &y),
        }
    }

    /// The remainder of [`div_floor`](Compute::div_floor), with the sign of the divisor, like `%` in Python.
    #[doc(alias("modulo", "floored remainder"))]
    fn mod_floor(self, divisor: impl Into<Expr>) -> Expr {
        let y = divisor.into().normalised();
        let r = self.into().normalised() % y.clone();
        let differs = has_other_sign(&r, &y);
        r + match constant(&y) {
            Some(c) => differs.times(c),
            None => differs * y,
        }
    }

    /// A comparison that holds if the value is in a set: a disjunction over the set's ranges.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=9)?;
    /// m.post(x[0].in_set([2, 3, 7]).iff(x[1].in_set(5..=9)));
    /// assert_eq!(m.count()?, Outcome::Complete(3 * 5 + 7 * 5));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("membership", "in", "set_in", "InDomain"))]
    fn in_set(self, values: impl Into<ValueSet>) -> Comparison {
        let x = self.into().normalised();
        let within = |&(low, high): &(i32, i32)| match low == high {
            true => (&x).equals(low),
            false => all_of([(&x).at_least(low), (&x).at_most(high)]),
        };
        match values.into().ranges() {
            [range] => within(range),
            ranges => any_of(ranges.iter().map(within)),
        }
    }
}

impl<T: Into<Expr>> Compute for T {}

/// Is 1 if one of the expressions is negative and the other positive, and 0 otherwise.
fn has_other_sign(r: &Expr, y: &Expr) -> Expr {
    let is = |negative: &Expr, positive: &Expr| all_of([negative.less_than(0), positive.greater_than(0)]);
    match constant(y) {
        Some(1..) => r.less_than(0).into(),
        Some(..=-1) => r.greater_than(0).into(),
        _ => is(r, y).or(is(y, r)).into(),
    }
}

fn constant(e: &Expr) -> Option<i128> {
    e.is_number().then_some(e.constant)
}

/// The `element` function, for arrays indexed by a variable.
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
    /// The type of the result, an expression like the elements.
    type Item;

    /// The element with this index, counted from 0. Undefined if the index is out of range.
    #[doc(alias("element", "array access"))]
    fn at(&self, index: impl Into<Expr>) -> Self::Item;
}

impl Indexed for [i32] {
    type Item = Expr;

    fn at(&self, index: impl Into<Expr>) -> Expr {
        Function::expr(Operation::Element(self.into()), vec![index.into().normalised()])
    }
}

impl Indexed for [IntVar] {
    type Item = Expr;

    fn at(&self, index: impl Into<Expr>) -> Expr {
        element(index.into(), self.iter().map(Expr::from))
    }
}

impl Indexed for [Expr] {
    type Item = Expr;

    fn at(&self, index: impl Into<Expr>) -> Expr {
        element(index.into(), self.iter().map(Expr::normalised))
    }
}

fn element(index: Expr, array: impl Iterator<Item = Expr>) -> Expr {
    Function::expr(Operation::ElementOf, [index.normalised()].into_iter().chain(array).collect())
}

/// The maximum of the arguments; undefined if there are none.
#[doc(alias = "max")]
pub fn maximum_of<T: Into<Expr>>(all: impl IntoIterator<Item = T>) -> Expr {
    Function::expr(Operation::Maximum, all.into_iter().map(|e| e.into().normalised()).collect())
}

/// The minimum of the arguments; undefined if there are none.
#[doc(alias = "min")]
pub fn minimum_of<T: Into<Expr>>(all: impl IntoIterator<Item = T>) -> Expr {
    Function::expr(Operation::Minimum, all.into_iter().map(|e| e.into().normalised()).collect())
}

/// The number of arguments that equal `value`. An undefined argument equals no value.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 4, 0..=2)?;
/// m.post(count_of(&x, 1).greater_than(count_of(&x, x[0])));
/// assert_eq!(m.count()?, Outcome::Complete(8)); // one 0 or 2 first, and two or three 1
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("count", "occurrences"))]
pub fn count_of<T: Into<Expr>>(all: impl IntoIterator<Item = T>, value: impl Into<Expr>) -> Expr {
    let value = value.into();
    all.into_iter().map(|x| x.into().equals(&value)).sum()
}

/// The number of distinct values among the arguments.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 3, 0..=4)?;
/// m.post(nvalue_of(&x).less_than(nvalue_of([0, 1, 2])));
/// assert_eq!(m.count()?, Outcome::Complete(125 - 60));
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("nvalues", "distinct values"))]
pub fn nvalue_of<T: Into<Expr>>(all: impl IntoIterator<Item = T>) -> Expr {
    let all: Vec<Expr> = exprs(all).iter().map(Expr::normalised).collect();
    if all.is_empty() { Expr::default() } else { Function::expr(Operation::NValue, all) }
}

/// Implements a binary operator for all pairs of operand types.
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
