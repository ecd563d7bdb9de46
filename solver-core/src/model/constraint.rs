//! Constraints as a model stores them.

use super::consistency::Consistency;
use super::definition::ConstraintDef;
use super::expr::Expr;
use super::function::{Function, Operation};
use super::lines::Lines;
use super::rows::{ConstraintRows, Rows};
use crate::constraints::reified::Form;
use crate::propagator::Propagator;
use crate::view::View;
use std::ops::ControlFlow;
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

impl Sign {
    /// The operator as written.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Sign::AtMost => "<=",
            Sign::Equal => "=",
            Sign::Differs => "!=",
        }
    }

    /// Whether a difference compares in this way with 0.
    pub(crate) fn holds(self, difference: i128) -> bool {
        match self {
            Sign::AtMost => difference <= 0,
            Sign::Equal => difference == 0,
            Sign::Differs => difference != 0,
        }
    }
}

impl From<Comparison> for Expr {
    /// The truth value of the comparison: 1 if it holds, and 0 if not.
    fn from(comparison: Comparison) -> Expr {
        let Comparison { difference, sign } = comparison;
        Function::of(Operation::Truth(sign), vec![difference.normalised()])
    }
}

impl std::ops::Not for Comparison {
    type Output = Comparison;

    /// The negated comparison.
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

/// Makes a propagator from the engine's views.
pub(crate) type Maker = Arc<dyn Fn(&[View]) -> Box<dyn Propagator> + Send + Sync>;

/// Whether a constraint holds for these values of its arguments.
pub(crate) type Predicate = Arc<dyn Fn(&[i32]) -> bool + Send + Sync>;

/// Writes a constraint as rows over the engine's views.
pub(crate) type RowMaker = Arc<dyn Fn(&[View], &mut ConstraintRows<'_>) + Send + Sync>;

/// The meaning of a constraint.
#[derive(Clone)]
pub(crate) enum Meaning {
    Compare(Comparison),
    Custom {
        kind: String,
        arguments: Vec<Expr>,
        maker: Maker,
        holds: Option<Predicate>,
        rows: Option<RowMaker>,
    },
    Stated(Arc<dyn ConstraintDef>),
    /// It was removed from a copy of its model and has no effect ([`Model::without`](super::Model::without)).
    Nothing,
}

/// The condition of a half-reified or reified constraint.
#[derive(Clone)]
pub(crate) struct Condition {
    pub(crate) truth: Expr,
    pub(crate) form: Form,
}

#[derive(Clone)]
pub(crate) struct Constraint {
    pub(crate) name: Option<String>,
    pub(crate) meaning: Meaning,
    /// `None` if it always holds.
    pub(crate) condition: Option<Condition>,
    /// The level chosen for a comparison. Constraint definitions store their own.
    pub(crate) level: Consistency,
}

impl Constraint {
    /// The user's name, or kind and number.
    pub(crate) fn display(&self, number: usize) -> String {
        let kind = self.kind();
        match &self.name {
            Some(name) => format!("constraint `{name}` ({kind})"),
            None => format!("constraint number {} ({kind})", number + 1),
        }
    }

    pub(super) fn kind(&self) -> &str {
        match &self.meaning {
            Meaning::Compare(_) => "linear",
            Meaning::Custom { kind, .. } => kind,
            Meaning::Stated(statement) => statement.kind(),
            Meaning::Nothing => "left out",
        }
    }

    /// Writes it for a proof. False, and nothing written, if it has no rows of its own.
    pub(crate) fn rows(&self, arguments: &[View], rows: &mut dyn Rows) -> bool {
        match &self.meaning {
            Meaning::Stated(definition) => definition.rows(arguments, rows),
            Meaning::Custom { rows: Some(write), .. } => {
                write(arguments, &mut ConstraintRows::new(rows));
                true
            }
            Meaning::Compare(_) | Meaning::Custom { .. } | Meaning::Nothing => false,
        }
    }

    /// Whether a proof need not list the values of its variables.
    pub(crate) fn is_about_bounds(&self) -> bool {
        matches!(&self.meaning, Meaning::Stated(definition) if definition.is_about_bounds())
    }

    /// Derives an inference from its rows.
    pub(crate) fn derive(&self, arguments: &[View], lines: &mut dyn Lines) -> ControlFlow<()> {
        match &self.meaning {
            Meaning::Stated(definition) => definition.derive(arguments, lines),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Sets a supported level of consistency.
    pub(crate) fn set_level(&mut self, level: Consistency) {
        self.level = level;
        if let Meaning::Stated(statement) = &mut self.meaning
            && let Some(leveled) = statement.at_level(level)
        {
            *statement = leveled;
        }
    }

    /// The expressions in the constraint, including its condition.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.arguments().iter().chain(self.condition.iter().map(|condition| &condition.truth))
    }

    /// The expressions in the constraint, without its condition.
    pub(crate) fn arguments(&self) -> &[Expr] {
        match &self.meaning {
            Meaning::Custom { arguments, .. } => arguments,
            Meaning::Compare(comparison) => std::slice::from_ref(&comparison.difference),
            Meaning::Stated(statement) => statement.arguments(),
            Meaning::Nothing => &[],
        }
    }
}
