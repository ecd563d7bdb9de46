//! Constraints as a model stores them.

use super::comparison::Comparison;
use super::consistency::Consistency;
use super::definition::ConstraintDef;
use super::expr::Expr;
use super::lines::{Ended, Exclusion, Lines};
use super::rows::Rows;
use crate::atom::Atom;
use crate::budget::Stopped;
use crate::view::View;

/// The semantics of a constraint.
#[derive(Clone)]
pub(crate) enum Meaning {
    Compare(Comparison),
    Defined(ConstraintDef),
    /// A constraint without effect, which was removed from a copy of its model
    /// ([`Model::without`](super::Model::without)).
    Nothing,
}

/// The form of reification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `b -> C`
    HalfReified,
    /// `b <-> C`
    Reified,
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
    /// `None` if the constraint is unconditional.
    pub(crate) condition: Option<Condition>,
    /// The chosen level, if any.
    pub(crate) level: Option<Consistency>,
}

impl Constraint {
    /// Returns the constraint as named in messages: the user's name, or else its number, followed by its kind.
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
            Meaning::Defined(definition) => &definition.kind,
            Meaning::Nothing => "left out",
        }
    }

    /// Returns the constraint's definition; comparisons have none.
    pub(crate) fn definition(&self) -> Option<&ConstraintDef> {
        match &self.meaning {
            Meaning::Defined(definition) => Some(definition),
            Meaning::Compare(_) | Meaning::Nothing => None,
        }
    }

    /// Writes the constraint's rows for a proof. Returns `false` and writes nothing if it defines no rows.
    pub(crate) fn rows(&self, arguments: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        let Some(definition) = self.definition() else { return Ok(false) };
        let Some(certificate) = &definition.certificate else { return Ok(false) };
        let is_written = certificate.rows(arguments, rows)?;
        if is_written && certificate.suffices_at(definition.level(self.level).unwrap_or_default()) {
            rows.suffice();
        }
        Ok(is_written)
    }

    /// Whether a proof can omit value literals for the constraint's variables.
    pub(crate) fn is_about_bounds(&self) -> bool {
        let is_so = |d: &ConstraintDef| d.certificate.as_ref().is_some_and(|c| c.is_about_bounds(&d.arguments));
        self.definition().is_some_and(is_so)
    }

    /// Writes the derivation of an inference from the constraint's rows.
    pub(crate) fn derive(&self, arguments: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
        let certificate = self.definition().and_then(|definition| definition.certificate.as_ref());
        certificate.map_or(Ok(()), |certificate| certificate.derive(arguments, lines))
    }

    /// Returns two rows that the atoms violate; see [`Certify::exclusion`](super::definition::Certify::exclusion).
    pub(crate) fn exclusion(&self, arguments: &[View], atoms: &[Atom]) -> Option<Exclusion> {
        self.definition()?.certificate.as_ref()?.exclusion(arguments, atoms)
    }

    /// Returns the expressions in the constraint, including its condition.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.arguments().iter().chain(self.condition.iter().map(|condition| &condition.truth))
    }

    /// Returns the expressions in the constraint, without its condition.
    pub(crate) fn arguments(&self) -> &[Expr] {
        match &self.meaning {
            Meaning::Compare(comparison) => std::slice::from_ref(&comparison.difference),
            Meaning::Defined(definition) => &definition.arguments,
            Meaning::Nothing => &[],
        }
    }
}
