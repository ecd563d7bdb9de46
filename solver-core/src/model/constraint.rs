//! Constraints as a model keeps them.

use super::consistency::Consistency;
use super::definition::ConstraintDef;
use super::expr::Expr;
use super::function::{Function, Operation};
use crate::constraints::reified::Form;
use crate::propagator::Propagator;
use crate::view::View;
use std::sync::Arc;

/// How an expression compares with 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sign {
    AtMost,
    Equal,
    Differs,
}

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
    fn at_most(self, other: impl Into<Expr>) -> Comparison {
        Comparison { difference: self.into() - other.into(), sign: Sign::AtMost }
    }

    /// `self >= other`
    fn at_least(self, other: impl Into<Expr>) -> Comparison {
        Comparison { difference: other.into() - self.into(), sign: Sign::AtMost }
    }

    /// `self < other`
    fn less_than(self, other: impl Into<Expr>) -> Comparison {
        Comparison { difference: self.into() - other.into() + 1, sign: Sign::AtMost }
    }

    /// `self > other`
    fn greater_than(self, other: impl Into<Expr>) -> Comparison {
        Comparison { difference: other.into() - self.into() + 1, sign: Sign::AtMost }
    }

    /// `self = other`
    fn equals(self, other: impl Into<Expr>) -> Comparison {
        Comparison { difference: self.into() - other.into(), sign: Sign::Equal }
    }

    /// `self != other`
    fn differs(self, other: impl Into<Expr>) -> Comparison {
        Comparison { difference: self.into() - other.into(), sign: Sign::Differs }
    }
}

impl<T: Into<Expr>> Relates for T {}

impl Sign {
    /// As it is written.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Sign::AtMost => "<=",
            Sign::Equal => "=",
            Sign::Differs => "!=",
        }
    }

    /// Whether a difference compares so with 0.
    pub(crate) fn holds(self, difference: i128) -> bool {
        match self {
            Sign::AtMost => difference <= 0,
            Sign::Equal => difference == 0,
            Sign::Differs => difference != 0,
        }
    }
}

impl From<Comparison> for Expr {
    /// 1 if the comparison holds, and 0 if not.
    fn from(comparison: Comparison) -> Expr {
        let Comparison { difference, sign } = comparison;
        Function::of(Operation::Truth(sign), vec![difference.normalised()])
    }
}

impl std::ops::Not for Comparison {
    type Output = Comparison;

    /// The comparison that holds where this one does not.
    fn not(self) -> Comparison {
        let Comparison { difference, sign } = self;
        match sign {
            Sign::AtMost => Comparison { difference: difference.times(-1) + 1, sign },
            Sign::Equal => Comparison { difference, sign: Sign::Differs },
            Sign::Differs => Comparison { difference, sign: Sign::Equal },
        }
    }
}

/// Builds a comparison from one line: `constraint!(2 * x + y <= z - 1)`.
///
/// The operators are `<=`, `<`, `>=`, `>`, `==` and `!=`; exactly one, not inside parentheses.
#[macro_export]
macro_rules! constraint {
    (@ [$($left:tt)+] <= $($right:tt)+) => { $crate::Relates::at_most($($left)+, $($right)+) };
    (@ [$($left:tt)+] >= $($right:tt)+) => { $crate::Relates::at_least($($left)+, $($right)+) };
    (@ [$($left:tt)+] == $($right:tt)+) => { $crate::Relates::equals($($left)+, $($right)+) };
    (@ [$($left:tt)+] != $($right:tt)+) => { $crate::Relates::differs($($left)+, $($right)+) };
    (@ [$($left:tt)+] < $($right:tt)+) => { $crate::Relates::less_than($($left)+, $($right)+) };
    (@ [$($left:tt)+] > $($right:tt)+) => { $crate::Relates::greater_than($($left)+, $($right)+) };
    (@ [$($left:tt)*] $next:tt $($rest:tt)*) => { $crate::constraint!(@ [$($left)* $next] $($rest)*) };
    ($($all:tt)+) => { $crate::constraint!(@ [] $($all)+) };
}

/// Makes a propagator once the engine's views are known.
pub(crate) type Maker = Arc<dyn Fn(&[View]) -> Box<dyn Propagator> + Send + Sync>;

/// Tells whether a constraint holds for these values of its arguments.
pub(crate) type Predicate = Arc<dyn Fn(&[i32]) -> bool + Send + Sync>;

/// What a constraint says.
#[derive(Clone)]
pub(crate) enum Meaning {
    Compare(Comparison),
    Custom {
        kind: String,
        arguments: Vec<Expr>,
        maker: Maker,
        holds: Option<Predicate>,
    },
    Stated(Arc<dyn ConstraintDef>),
    /// It was left out of a copy of its model, and says nothing ([`Model::without`](super::Model::without)).
    Nothing,
}

/// When a constraint must hold.
#[derive(Clone)]
pub(crate) struct Condition {
    pub(crate) truth: Expr,
    pub(crate) form: Form,
}

#[derive(Clone)]
pub(crate) struct Constraint {
    pub(crate) name: Option<String>,
    pub(crate) meaning: Meaning,
    /// `None`: always.
    pub(crate) condition: Option<Condition>,
    /// The level chosen for a comparison. Statements keep their own.
    pub(crate) level: Consistency,
}

impl Constraint {
    /// The given name, or kind and number.
    pub(crate) fn display(&self, number: usize) -> String {
        let kind = self.kind();
        match &self.name {
            Some(name) => format!("constraint `{name}` ({kind})"),
            None => format!("constraint number {} ({kind})", number + 1),
        }
    }

    /// The given name alone, or kind and number: for explanations.
    pub(crate) fn short_name(&self, number: usize) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None => format!("{} number {}", self.kind(), number + 1),
        }
    }

    fn kind(&self) -> &str {
        match &self.meaning {
            Meaning::Compare(_) => "linear",
            Meaning::Custom { kind, .. } => kind,
            Meaning::Stated(statement) => statement.kind(),
            Meaning::Nothing => "left out",
        }
    }

    /// Takes a level of consistency that it has.
    pub(crate) fn set_level(&mut self, level: Consistency) {
        self.level = level;
        if let Meaning::Stated(statement) = &mut self.meaning
            && let Some(leveled) = statement.at_level(level)
        {
            *statement = leveled;
        }
    }

    /// The expressions that the constraint is about, its condition among them.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.arguments().iter().chain(self.condition.iter().map(|condition| &condition.truth))
    }

    /// The expressions that the constraint is about when it must hold.
    pub(crate) fn arguments(&self) -> &[Expr] {
        match &self.meaning {
            Meaning::Custom { arguments, .. } => arguments,
            Meaning::Compare(comparison) => std::slice::from_ref(&comparison.difference),
            Meaning::Stated(statement) => statement.arguments(),
            Meaning::Nothing => &[],
        }
    }
}
