//! Boolean connectives. A comparison used as a number is 1 if it holds and 0 if it does not.

use super::IntVar;
use super::comparison::{Comparison, Relates};
use super::expr::{Expr, Operation, Sign};

/// Boolean connectives for comparisons and for expressions that are 0 or 1.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
/// m.post(x.less_than(3).or(y.less_than(3)));
/// m.post(x.at_least(1).implies(y.equals(x)));
/// // The number of comparisons that hold is a number like any other.
/// m.post((Expr::from(x.equals(2)) + y.equals(2) + y.at_most(5)).equals(3));
/// let solution = m.first()?.complete().expect("there is one");
/// assert_eq!(solution.values(&[x, y])?, [2, 2]);
/// assert_eq!(m.count()?, Outcome::Complete(1));
/// # Ok::<(), ModelError>(())
/// ```
pub trait Logic: Into<Expr> {
    /// Conjunction.
    fn and(self, other: impl Into<Expr>) -> Comparison {
        all_of([self.into(), other.into()])
    }

    /// Disjunction: at least one holds.
    fn or(self, other: impl Into<Expr>) -> Comparison {
        any_of([self.into(), other.into()])
    }

    /// Exclusive or: exactly one holds.
    fn xor(self, other: impl Into<Expr>) -> Comparison {
        (self.into() + other.into()).equals(1)
    }

    /// Implication.
    #[doc(alias("implication", "imp"))]
    fn implies(self, other: impl Into<Expr>) -> Comparison {
        self.into().at_most(other)
    }

    /// Equivalence.
    #[doc(alias("equivalence", "eqv"))]
    fn iff(self, other: impl Into<Expr>) -> Comparison {
        self.into().equals(other)
    }
}

impl<T: Into<Expr>> Logic for T {}

/// Implements `a & b` and `a | b` by [`and`](Logic::and) and [`or`](Logic::or).
macro_rules! connectives {
    ($($left:ty),+) => {$(
        impl<T: Into<Expr>> std::ops::BitAnd<T> for $left {
            type Output = Comparison;
            fn bitand(self, other: T) -> Comparison {
                self.and(other)
            }
        }

        impl<T: Into<Expr>> std::ops::BitOr<T> for $left {
            type Output = Comparison;
            fn bitor(self, other: T) -> Comparison {
                self.or(other)
            }
        }
    )+};
}

connectives!(Comparison, Expr, IntVar, &IntVar);

/// Conjunction of all arguments. `all_of([])` always holds.
#[doc(alias("and", "conjunction", "forall"))]
pub fn all_of<T: Into<Expr>>(truths: impl IntoIterator<Item = T>) -> Comparison {
    let truths: Vec<Expr> = truths.into_iter().map(Into::into).collect();
    let count = truths.len();
    let count = Expr { constant: i128::try_from(count).unwrap_or(i128::MAX), ..Expr::default() };
    truths.into_iter().sum::<Expr>().at_least(count)
}

/// Disjunction of all arguments. `any_of([])` never holds.
#[doc(alias("or", "disjunction", "exists"))]
pub fn any_of<T: Into<Expr>>(truths: impl IntoIterator<Item = T>) -> Comparison {
    truths.into_iter().map(Into::into).sum::<Expr>().at_least(1)
}

impl From<Expr> for Comparison {
    /// The comparison `truth >= 1`, for an expression that is 0 or 1.
    fn from(truth: Expr) -> Comparison {
        // The truth value of a comparison converts back to that comparison.
        if let (true, 0, [(1, function)]) = (truth.terms.is_empty(), truth.constant, &truth.functions[..])
            && let (&Operation::Truth(sign), [difference]) = (&function.operation, &function.arguments[..])
        {
            return Comparison { difference: difference.clone(), sign };
        }
        Comparison { difference: truth.times(-1) + 1, sign: Sign::AtMost }
    }
}
