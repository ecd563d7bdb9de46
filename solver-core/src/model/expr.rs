//! Expressions: `2*x + y - 3`, built by operators, and the functions inside them.
//!
//! The numbers in an expression are `i32`, so an integer literal needs no type suffix. Coefficients are stored as
//! `i128`, and [`BEYOND`] stands for an overflow. Hence building an expression never fails, and posting rejects numbers
//! that are too large.

use super::IntVar;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::Arc;

/// Represents a number that is too large; [`BELOW`] represents one that is too small. Sums preserve both: numbers that
/// merely saturate could cancel out and hide the overflow.
const BEYOND: i128 = i128::MAX;
const BELOW: i128 = -BEYOND;

fn sum(a: i128, b: i128) -> i128 {
    match (a, b) {
        (BEYOND | BELOW, _) => a,
        (_, BEYOND | BELOW) => b,
        _ => a.saturating_add(b).max(BELOW),
    }
}

fn product(a: i128, factor: i128) -> i128 {
    match a {
        BEYOND | BELOW if factor < 0 => -a,
        BEYOND | BELOW => a,
        _ => a.saturating_mul(factor).max(BELOW),
    }
}

/// An expression: a sum of variables and functions with coefficients, plus a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Expr {
    pub(crate) terms: SmallVec<[(i128, IntVar); 2]>,
    /// The non-linear terms: functions with coefficients.
    pub(crate) functions: Vec<(i128, Arc<Function>)>,
    pub(crate) constant: i128,
}

/// The operation of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operation {
    /// The truth value of a comparison of the only argument with 0.
    Truth(Sign),
    Times,
    /// The quotient, rounded towards 0.
    Div,
    /// The remainder of [`Operation::Div`], with the sign of the first argument.
    Modulo,
    Pow,
    Absolute,
    Maximum,
    Minimum,
    /// The number of distinct values among the arguments. There must be at least one argument.
    NValue,
    /// The element of a constant array; its index is the only argument.
    Element(Arc<[i32]>),
    /// The first argument selects one of the others by index.
    ElementOf,
}

/// A function of some expressions. Equal functions share their auxiliary variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Function {
    pub(crate) operation: Operation,
    pub(crate) arguments: Vec<Expr>,
}

/// How an expression compares with 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sign {
    AtMost,
    Equal,
    Differs,
}

impl Sign {
    /// The operator as written.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Sign::AtMost => "<=",
            Sign::Equal => "=",
            Sign::Differs => "!=",
        }
    }

    /// Whether the comparison with 0 holds for this difference.
    pub(crate) fn holds(self, difference: i128) -> bool {
        match self {
            Sign::AtMost => difference <= 0,
            Sign::Equal => difference == 0,
            Sign::Differs => difference != 0,
        }
    }
}

impl Expr {
    /// A weighted sum of expressions, for coefficients that do not fit into `i32`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
    /// let sum = Expr::weighted([(30_000_000_000, x.into()), (-1, y.into())]);
    /// m.post(sum.equals(59_999_999_993_i64));
    /// assert_eq!(m.first()?.complete().expect("there is one").values(&[x, y])?, [2, 7]);
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("scalar_product", "linear", "weighted_sum"))]
    pub fn weighted(terms: impl IntoIterator<Item = (i64, Expr)>) -> Expr {
        terms.into_iter().fold(Expr::default(), |sum, (factor, term)| sum.plus(term.times(factor.into())))
    }

    pub(super) fn plus(mut self, other: Expr) -> Expr {
        self.terms.extend(other.terms);
        self.functions.extend(other.functions);
        self.constant = sum(self.constant, other.constant);
        self
    }

    pub(crate) fn times(mut self, factor: i128) -> Expr {
        for (coefficient, _) in &mut self.terms {
            *coefficient = product(*coefficient, factor);
        }
        for (coefficient, _) in &mut self.functions {
            *coefficient = product(*coefficient, factor);
        }
        self.constant = product(self.constant, factor);
        self
    }

    /// Combines like terms, in the order of first use, and drops zero terms.
    pub(crate) fn normalised(&self) -> Expr {
        let mut terms: SmallVec<[(i128, IntVar); 2]> = SmallVec::new();
        if self.terms.len() <= 8 {
            for &(c, x) in &self.terms {
                match terms.iter_mut().find(|t| t.1 == x) {
                    Some(t) => t.0 = sum(t.0, c),
                    None => terms.push((c, x)),
                }
            }
        } else {
            let mut sorted: Vec<(usize, i128, IntVar)> =
                self.terms.iter().enumerate().map(|(i, &(c, x))| (i, c, x)).collect();
            sorted.sort_by_key(|t| (t.2.index, t.0));
            let mut merged: Vec<(usize, i128, IntVar)> = Vec::with_capacity(sorted.len());
            for t in sorted {
                match merged.last_mut() {
                    Some(last) if last.2 == t.2 => last.1 = sum(last.1, t.1),
                    _ => merged.push(t),
                }
            }
            merged.sort_by_key(|t| t.0);
            terms.extend(merged.into_iter().map(|t| (t.1, t.2)));
        }
        terms.retain(|t| t.0 != 0);
        let mut functions: Vec<(i128, Arc<Function>)> = Vec::new();
        let is_long = self.functions.len() > 8;
        let mut place: HashMap<&Function, usize> = HashMap::new();
        for (c, function) in &self.functions {
            let known = match is_long {
                true => place.get(&**function).copied(),
                false => functions.iter().position(|f| f.1 == *function),
            };
            match known {
                Some(at) => functions[at].0 = sum(functions[at].0, *c),
                None => {
                    place.extend(is_long.then_some((&**function, functions.len())));
                    functions.push((*c, Arc::clone(function)));
                }
            }
        }
        // 0 times an undefined value is undefined.
        functions.retain(|f| f.0 != 0 || f.1.is_partial());
        Expr { terms, functions, constant: self.constant }
    }

    /// The variable, if the expression is a single variable and nothing else.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// assert_eq!([Expr::from(x).variable(), (x + 1).variable()], [Some(x), None]);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn variable(&self) -> Option<IntVar> {
        match (&self.terms[..], &self.functions[..], self.constant) {
            (&[(1, x)], [], 0) => Some(x),
            _ => None,
        }
    }

    /// Whether the expression contains neither variables nor functions.
    pub(crate) fn is_number(&self) -> bool {
        self.terms.is_empty() && self.functions.is_empty()
    }

    /// Whether the expression is a sum of variables, without functions.
    pub(crate) fn is_linear(&self) -> bool {
        self.functions.is_empty()
    }

    /// Whether the expression may be undefined for some variable values.
    pub(crate) fn is_partial(&self) -> bool {
        self.functions.iter().any(|(_, function)| function.is_partial())
    }

    /// The variables in the expression, including those in the arguments of its functions.
    pub(crate) fn variables(&self) -> Vec<IntVar> {
        let mut all: Vec<IntVar> = self.terms.iter().map(|&(_, x)| x).collect();
        for (_, function) in &self.functions {
            all.extend(function.arguments.iter().flat_map(Expr::variables));
        }
        all
    }

    /// Returns the value under an assignment, saturated; `None` if a function is undefined.
    pub(crate) fn value(&self, values: &impl Fn(IntVar) -> i32) -> Option<i128> {
        let terms = self.terms.iter().map(|&(c, x)| c.saturating_mul(values(x).into()));
        let linear = terms.fold(self.constant, i128::saturating_add);
        self.functions.iter().try_fold(linear, |sum, (c, function)| {
            let arguments: Option<Vec<i128>> = function.arguments.iter().map(|e| e.value(values)).collect();
            Some(sum.saturating_add(c.saturating_mul(function.value(arguments.as_deref())?)))
        })
    }

    /// Returns the smallest and largest value for variables within `bounds`; saturates far beyond any limit.
    pub(crate) fn range(&self, bounds: &impl Fn(IntVar) -> (i32, i32)) -> (i128, i128) {
        let add = |(low, high): (i128, i128), c: i128, (a, b): (i128, i128)| {
            let (a, b) = (c.saturating_mul(a), c.saturating_mul(b));
            (low.saturating_add(a.min(b)), high.saturating_add(a.max(b)))
        };
        let linear = self.terms.iter().fold((self.constant, self.constant), |sum, &(c, x)| {
            let (low, high) = bounds(x);
            add(sum, c, (low.into(), high.into()))
        });
        self.functions.iter().fold(linear, |sum, (c, function)| {
            let arguments: Vec<_> = function.arguments.iter().map(|e| e.range(bounds)).collect();
            add(sum, *c, function.range(&arguments))
        })
    }
}

/// Converts to expressions.
pub(crate) fn exprs<T: Into<Expr>>(all: impl IntoIterator<Item = T>) -> Vec<Expr> {
    all.into_iter().map(Into::into).collect()
}

/// Appends expressions to others.
pub(crate) fn exprs_after<T: Into<Expr>>(
    first: impl IntoIterator<Item = Expr>,
    then: impl IntoIterator<Item = T>,
) -> Vec<Expr> {
    first.into_iter().chain(then.into_iter().map(Into::into)).collect()
}

impl From<IntVar> for Expr {
    fn from(x: IntVar) -> Expr {
        Expr { terms: SmallVec::from_slice(&[(1, x)]), ..Expr::default() }
    }
}

impl From<&IntVar> for Expr {
    fn from(x: &IntVar) -> Expr {
        Expr::from(*x)
    }
}

impl From<&Expr> for Expr {
    fn from(e: &Expr) -> Expr {
        e.clone()
    }
}

impl From<i32> for Expr {
    fn from(c: i32) -> Expr {
        Expr { constant: c.into(), ..Expr::default() }
    }
}

impl From<i64> for Expr {
    fn from(c: i64) -> Expr {
        Expr { constant: c.into(), ..Expr::default() }
    }
}

/// Implements `a + b` and `a - b` for all pairs of types in which an operand is a variable, an expression or a
/// comparison.
macro_rules! sums {
    ($($left:ty, $right:ty);+ $(;)?) => {$(
        impl std::ops::Add<$right> for $left {
            type Output = Expr;
            fn add(self, other: $right) -> Expr {
                Expr::from(self).plus(Expr::from(other))
            }
        }

        impl std::ops::Sub<$right> for $left {
            type Output = Expr;
            fn sub(self, other: $right) -> Expr {
                Expr::from(self).plus(Expr::from(other).times(-1))
            }
        }
    )+};
}

sums! {
    IntVar, IntVar; IntVar, &IntVar; IntVar, Expr; IntVar, i32;
    &IntVar, IntVar; &IntVar, &IntVar; &IntVar, Expr; &IntVar, i32;
    Expr, IntVar; Expr, &IntVar; Expr, Expr; Expr, i32;
    i32, IntVar; i32, &IntVar; i32, Expr;
}

/// Implements `c * a`, `a * c` and `-a`.
macro_rules! products {
    ($($operand:ty),+) => {$(
        products!(@ $operand, i32);

        impl std::ops::Neg for $operand {
            type Output = Expr;
            fn neg(self) -> Expr {
                Expr::from(self).times(-1)
            }
        }
    )+};
    (@ $operand:ty, $number:ty) => {
        impl std::ops::Mul<$number> for $operand {
            type Output = Expr;
            fn mul(self, factor: $number) -> Expr {
                Expr::from(self).times(factor.into())
            }
        }

        impl std::ops::Mul<$operand> for $number {
            type Output = Expr;
            fn mul(self, operand: $operand) -> Expr {
                Expr::from(operand).times(self.into())
            }
        }
    };
}

products!(IntVar, &IntVar, Expr);

pub(super) use {products, sums};

impl<T: Into<Expr>> std::ops::AddAssign<T> for Expr {
    fn add_assign(&mut self, other: T) {
        *self = std::mem::take(self).plus(other.into());
    }
}

impl<T: Into<Expr>> std::ops::SubAssign<T> for Expr {
    fn sub_assign(&mut self, other: T) {
        *self = std::mem::take(self).plus(other.into().times(-1));
    }
}

impl<T: Into<Expr>> std::iter::Sum<T> for Expr {
    fn sum<I: Iterator<Item = T>>(terms: I) -> Expr {
        terms.fold(Expr::default(), |total, term| total.plus(term.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Compute, Model};

    #[test]
    fn equal_functions_are_one_term_of_a_short_sum_and_of_a_long_one() {
        let mut m = Model::new();
        let x = m.ints("x", 10, -3..=3).expect("names");
        for count in [3, 10] {
            let sizes = || x[..count].iter().map(|&y| Expr::from(y).abs()).sum::<Expr>();
            let twice = (sizes() + sizes()).normalised();
            let alone: Vec<(i128, Arc<Function>)> = sizes().functions.into_iter().map(|f| (2, f.1)).collect();
            assert_eq!(twice.functions, alone);
        }
    }
}
