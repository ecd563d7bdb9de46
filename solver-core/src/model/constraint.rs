//! Constraints as a model stores them.

use super::comparison::Comparison;
use super::consistency::Consistency;
use super::definition::ConstraintDef;
use super::expr::Expr;
use super::lines::{Exclusion, Lines};
use super::rows::{ConstraintRows, Rows};
use crate::atom::Atom;
use crate::budget::Stopped;
use crate::constraints::reified::Form;
use crate::propagator::Propagator;
use crate::view::View;
use std::ops::ControlFlow;
use std::sync::Arc;

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
    pub(crate) fn rows(&self, arguments: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        match &self.meaning {
            Meaning::Stated(definition) => definition.rows(arguments, rows),
            Meaning::Custom { rows: Some(write), .. } => {
                let mut rows = ConstraintRows::new(rows);
                write(arguments, &mut rows);
                rows.written().map(|()| true)
            }
            Meaning::Compare(_) | Meaning::Custom { .. } | Meaning::Nothing => Ok(false),
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

    /// Two rows that bounds violate: [`ConstraintDef::exclusion`].
    pub(crate) fn exclusion(&self, arguments: &[View], atoms: &[Atom]) -> Option<Exclusion> {
        match &self.meaning {
            Meaning::Stated(definition) => definition.exclusion(arguments, atoms),
            _ => None,
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
