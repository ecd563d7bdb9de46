//! Expressions in random models: their form in a model, and an independent evaluator.
//!
//! The evaluator computes in `i128`, directly from the definitions. `None` means undefined, and makes the nearest
//! enclosing truth value false (relational semantics,
//! [`docs/constraints.md`](../../docs/constraints.md#undefined-values)).

use crate::meaning::power;
use solver_core::prelude::*;
use std::fmt::{Display, Formatter};

/// An expression; variables are given by index.
#[derive(Clone, PartialEq, Debug)]
pub enum Term {
    /// A variable.
    Variable(usize),
    /// A constant.
    Constant(i32),
    /// The sum of the two terms.
    Sum(Box<[Term; 2]>),
    /// A multiple of the term.
    Scaled(i32, Box<Term>),
    /// The product of the two terms.
    Times(Box<[Term; 2]>),
    /// The quotient of the two terms, rounded towards 0.
    Quotient(Box<[Term; 2]>),
    /// The remainder, with the sign of the first term.
    Remainder(Box<[Term; 2]>),
    /// The first term to the power of the second.
    Power(Box<[Term; 2]>),
    /// The absolute value.
    Absolute(Box<Term>),
    /// The maximum.
    Maximum(Vec<Term>),
    /// The minimum.
    Minimum(Vec<Term>),
    /// An element of a constant array, at a 0-based index.
    Element(Vec<i32>, Box<Term>),
    /// An element of an array of terms, at a 0-based index.
    ElementOf(Vec<Term>, Box<Term>),
    /// A comparison, whose value is 1 or 0.
    Compare(Comparator, Box<[Term; 2]>),
    /// `!` of a truth value. It is true if the truth value is false or undefined.
    Negation(Box<Term>),
    /// 1 minus a truth value.
    Not(Box<Term>),
    /// All terms are true.
    All(Vec<Term>),
    /// At least one term is true.
    Any(Vec<Term>),
    /// Exactly one of the two terms is true.
    Xor(Box<[Term; 2]>),
    /// The second term is true if the first is.
    Implies(Box<[Term; 2]>),
    /// Both terms are true or both are false.
    Iff(Box<[Term; 2]>),
}

use Term::*;

/// A comparison operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparator {
    /// `<=`
    AtMost,
    /// `<`
    Less,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
    /// `=`
    Equal,
    /// `!=`
    Differs,
}

impl Comparator {
    /// All comparison operators.
    pub const ALL: [Comparator; 6] = [
        Comparator::AtMost,
        Comparator::Less,
        Comparator::AtLeast,
        Comparator::Greater,
        Comparator::Equal,
        Comparator::Differs,
    ];

    fn holds(self, a: i128, b: i128) -> bool {
        match self {
            Comparator::AtMost => a <= b,
            Comparator::Less => a < b,
            Comparator::AtLeast => a >= b,
            Comparator::Greater => a > b,
            Comparator::Equal => a == b,
            Comparator::Differs => a != b,
        }
    }

    fn comparison(self, a: Expr, b: Expr) -> solver_core::model::Comparison {
        match self {
            Comparator::AtMost => a.at_most(b),
            Comparator::Less => a.less_than(b),
            Comparator::AtLeast => a.at_least(b),
            Comparator::Greater => a.greater_than(b),
            Comparator::Equal => a.equals(b),
            Comparator::Differs => a.differs(b),
        }
    }
}

impl Term {
    /// Returns the value under this assignment; `None` if it is undefined.
    pub fn value(&self, x: &[i32]) -> Option<i128> {
        let pair = |both: &[Term; 2]| Some((both[0].value(x)?, both[1].value(x)?));
        let all = |terms: &[Term]| terms.iter().map(|t| t.value(x)).collect::<Option<Vec<i128>>>();
        let truth = |holds: Option<bool>| Some(i128::from(holds == Some(true)));
        match self {
            Variable(i) => Some(x[*i].into()),
            Constant(c) => Some((*c).into()),
            Sum(both) => pair(both).and_then(|(a, b)| a.checked_add(b)),
            Scaled(c, a) => a.value(x)?.checked_mul((*c).into()),
            Times(both) => pair(both).and_then(|(a, b)| a.checked_mul(b)),
            Quotient(both) => pair(both).and_then(|(a, b)| a.checked_div(b)),
            Remainder(both) => pair(both).and_then(|(a, b)| a.checked_rem(b)),
            Power(both) => pair(both).and_then(|(a, b)| power(a, b)),
            Absolute(a) => a.value(x).map(i128::abs),
            Maximum(terms) => all(terms)?.into_iter().max(),
            Minimum(terms) => all(terms)?.into_iter().min(),
            Element(array, i) => array.get(usize::try_from(i.value(x)?).ok()?).map(|&v| v.into()),
            ElementOf(array, i) => {
                let (array, i) = (all(array)?, i.value(x)?);
                array.get(usize::try_from(i).ok()?).copied()
            }
            Compare(how, both) => truth(pair(both).map(|(a, b)| how.holds(a, b))),
            Negation(a) => truth(Some(!a.is_true(x))),
            Not(a) => Some(1 - a.value(x)?),
            All(truths) => truth(all(truths).map(|all| all.iter().all(|&t| t == 1))),
            Any(truths) => truth(all(truths).map(|all| all.contains(&1))),
            Xor(both) => truth(pair(both).map(|(a, b)| a != b)),
            Implies(both) => truth(pair(both).map(|(a, b)| a == 0 || b == 1)),
            Iff(both) => truth(pair(both).map(|(a, b)| a == b)),
        }
    }

    /// Whether the term is true under this assignment.
    pub fn is_true(&self, x: &[i32]) -> bool {
        self.value(x) == Some(1)
    }

    /// Converts the term to a model expression.
    pub fn expr(&self, x: &[IntVar]) -> Expr {
        let pair = |both: &[Term; 2]| (both[0].expr(x), both[1].expr(x));
        let all = |terms: &[Term]| terms.iter().map(|t| t.expr(x)).collect::<Vec<Expr>>();
        match self {
            Variable(i) => x[*i].into(),
            Constant(c) => (*c).into(),
            Sum(both) => both[0].expr(x) + both[1].expr(x),
            Scaled(c, a) => *c * a.expr(x),
            Times(both) => both[0].expr(x) * both[1].expr(x),
            Quotient(both) => both[0].expr(x) / both[1].expr(x),
            Remainder(both) => both[0].expr(x) % both[1].expr(x),
            Power(both) => both[0].expr(x).pow(both[1].expr(x)),
            Absolute(a) => a.expr(x).abs(),
            Maximum(terms) => maximum_of(all(terms)),
            Minimum(terms) => minimum_of(all(terms)),
            Element(array, i) => array.at(i.expr(x)),
            ElementOf(array, i) => all(array).at(i.expr(x)),
            Not(a) => 1 - a.expr(x),
            Compare(how, both) => {
                let (a, b) = pair(both);
                how.comparison(a, b).into()
            }
            Negation(a) => (!solver_core::Comparison::from(a.expr(x))).into(),
            All(truths) => all_of(all(truths)).into(),
            Any(truths) => any_of(all(truths)).into(),
            Xor(both) => both[0].expr(x).xor(both[1].expr(x)).into(),
            Implies(both) => both[0].expr(x).implies(both[1].expr(x)).into(),
            Iff(both) => both[0].expr(x).iff(both[1].expr(x)).into(),
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let infix = |f: &mut Formatter<'_>, both: &[Term; 2], sign: &str| write!(f, "({} {sign} {})", both[0], both[1]);
        let sign = |how: Comparator| match how {
            Comparator::AtMost => "<=",
            Comparator::Less => "<",
            Comparator::AtLeast => ">=",
            Comparator::Greater => ">",
            Comparator::Equal => "=",
            Comparator::Differs => "!=",
        };
        match self {
            Variable(i) => write!(f, "x{i}"),
            Constant(c) => write!(f, "{c}"),
            Sum(both) => infix(f, both, "+"),
            Scaled(c, a) => write!(f, "{c}*{a}"),
            Times(both) => infix(f, both, "*"),
            Quotient(both) => infix(f, both, "/"),
            Remainder(both) => infix(f, both, "%"),
            Power(both) => infix(f, both, "^"),
            Absolute(a) => write!(f, "|{a}|"),
            Maximum(terms) => write!(f, "max({})", list(terms)),
            Minimum(terms) => write!(f, "min({})", list(terms)),
            Element(array, i) => write!(f, "{array:?}[{i}]"),
            ElementOf(array, i) => write!(f, "[{}][{i}]", list(array)),
            Compare(how, both) => infix(f, both, sign(*how)),
            Negation(a) => write!(f, "!{a}"),
            Not(a) => write!(f, "(1 - {a})"),
            All(truths) => write!(f, "all({})", list(truths)),
            Any(truths) => write!(f, "any({})", list(truths)),
            Xor(both) => infix(f, both, "xor"),
            Implies(both) => infix(f, both, "->"),
            Iff(both) => infix(f, both, "<->"),
        }
    }
}

/// Formats terms, separated by commas.
pub(super) fn list(terms: &[Term]) -> String {
    terms.iter().map(Term::to_string).collect::<Vec<_>>().join(", ")
}
