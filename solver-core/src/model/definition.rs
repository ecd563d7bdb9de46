//! Constraint definitions: the interface between constraints and the model.
//!
//! A [`ConstraintDef`] has four parts, each a small trait: the constraint's [semantics](Semantics), its
//! [decomposition](Decompose) into comparisons, the [derivation](Certify) of its inferences in a proof, and its
//! [posting](Post) to the engine. One type in each constraint's folder implements all four. A user-defined constraint
//! has a definition too: its closures are the parts, any of which may be missing.

use super::consistency::Consistency;
use super::expr::Expr;
use super::lines::{Ended, Exclusion, Lines};
use super::representations::{Decomposition, Named, Say};
use super::rows::{ConstraintRows, Rows};
use crate::atom::Atom;
use crate::budget::{Budget, Stopped};
use crate::engine::EngineBuilder;
use crate::propagator::Propagator;
use crate::quantity::Quantity;
use crate::view::View;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// The semantics of a constraint.
pub(crate) trait Semantics: Send + Sync {
    /// Returns a message if the arguments contain an error that does not depend on the domains, such as an empty array
    /// or a table of wrong arity.
    fn misuse(&self, _arguments: &[Expr]) -> Option<String> {
        None
    }

    /// Whether the constraint holds for these values of the arguments. It does not hold if it is undefined.
    fn holds(&self, values: &[i32]) -> bool;

    /// The constraint as printed in the model; `say` prints lists of expressions.
    fn written(&self, kind: &str, arguments: &[Expr], say: Say<'_>) -> String {
        call(kind, arguments, say)
    }
}

/// Equivalent forms of a constraint, for solvers and proofs that do not support constraints of this kind.
pub(crate) trait Decompose: Send + Sync {
    /// Writes comparisons, one after another, that together are equivalent to the constraint. `x` contains the
    /// arguments, which are never undefined here. Called only if there is no [`misuse`](Semantics::misuse).
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped>;

    /// Returns the constraint in XCSP3, over variables; `None` if XCSP3 does not support it with these arguments.
    fn xcsp3(&self, _x: &[Named]) -> Option<String> {
        None
    }
}

/// How a proof represents a constraint and derives its inferences. A constraint that defines no rows is decomposed.
pub(crate) trait Certify: Send + Sync {
    /// Writes the constraint's rows for a proof. Returns `false` and writes nothing if its decomposition should be used
    /// instead.
    fn rows(&self, _arguments: &[View], _rows: &mut dyn Rows) -> Result<bool, Stopped> {
        Ok(false)
    }

    /// Whether unit propagation over the rows finds everything that the constraint's propagators find at this level.
    fn suffices_at(&self, _: Consistency) -> bool {
        false
    }

    /// Whether the rows and derivations use only bounds, so that a proof can omit value literals for the constraint's
    /// variables.
    fn is_about_bounds(&self, _arguments: &[Expr]) -> bool {
        false
    }

    /// Derives an inference from the rows by writing lines that lead to a contradiction. If they reach none, the proof
    /// falls back to a case split.
    fn derive(&self, _arguments: &[View], _lines: &mut dyn Lines) -> Result<(), Ended> {
        Ok(())
    }

    /// Returns two rows with opposite conditions, each violated by some of `atoms`: a reason's premises and its negated
    /// fact. `None` if the atoms do not violate two such rows.
    fn exclusion(&self, _arguments: &[View], _atoms: &[Atom]) -> Option<Exclusion> {
        None
    }
}

/// How a constraint is posted to the engine.
pub(crate) trait Post: Send + Sync {
    /// Computes the data shared by the constraint's propagators, within the budget.
    fn prepare(&self, _: &mut Budget) -> Result<(), Stopped> {
        Ok(())
    }

    /// Creates the constraint's propagators.
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge>;

    /// The constraint's levels of consistency; `None` if there is only one.
    fn levels(&self) -> Option<Levels> {
        None
    }
}

impl<F: Fn(&[i32]) -> bool + Send + Sync> Semantics for F {
    fn holds(&self, values: &[i32]) -> bool {
        self(values)
    }
}

impl<F: Fn(&[View], &mut ConstraintRows<'_>) + Send + Sync> Certify for F {
    fn rows(&self, arguments: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        let mut rows = ConstraintRows::new(rows);
        self(arguments, &mut rows);
        rows.written().map(|()| true)
    }
}

impl<F: Fn(&[View]) -> Box<dyn Propagator> + Send + Sync> Post for F {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        Ok(vec![self(site.views())])
    }
}

/// A constraint other than a comparison, as a model stores it.
#[derive(Clone)]
pub(crate) struct ConstraintDef {
    /// The constraint's standard name, such as `element`; for a user-defined constraint, the name given by the user.
    pub(crate) kind: Cow<'static, str>,
    /// The constraint's arguments. All parts refer to them in this order.
    pub(crate) arguments: Vec<Expr>,
    /// `None` if only the propagator knows the semantics.
    pub(crate) semantics: Option<Arc<dyn Semantics>>,
    /// `None` if the constraint cannot be decomposed.
    pub(crate) decomposition: Option<Arc<dyn Decompose>>,
    /// `None` if the constraint has no rows.
    pub(crate) certificate: Option<Arc<dyn Certify>>,
    pub(crate) posting: Arc<dyn Post>,
}

impl ConstraintDef {
    /// Creates a catalogue constraint.
    pub(crate) fn new<D>(kind: &'static str, arguments: Vec<Expr>, parts: D) -> ConstraintDef
    where
        D: Semantics + Decompose + Certify + Post + 'static,
    {
        let parts = Arc::new(parts);
        ConstraintDef {
            kind: kind.into(),
            arguments,
            semantics: Some(Arc::clone(&parts) as _),
            decomposition: Some(Arc::clone(&parts) as _),
            certificate: Some(Arc::clone(&parts) as _),
            posting: parts,
        }
    }

    /// Whether the constraint holds for these values of the arguments. Returns `true` if only the propagator knows the
    /// semantics.
    pub(crate) fn holds(&self, values: &[i32]) -> bool {
        self.semantics.as_ref().is_none_or(|semantics| semantics.holds(values))
    }

    /// Returns the constraint as printed in the model.
    pub(crate) fn written(&self, kind: &str, say: Say<'_>) -> String {
        match &self.semantics {
            Some(semantics) => semantics.written(kind, &self.arguments, say),
            None => call(kind, &self.arguments, say),
        }
    }

    /// Creates the constraint's propagators over the engine's views, at the chosen level.
    pub(crate) fn propagators(
        &self,
        views: &[View],
        builder: &EngineBuilder,
        chosen: Option<Consistency>,
    ) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let level = self.level(chosen).unwrap_or_default();
        self.posting.propagators(&PostingContext { views, builder, chosen, level })
    }

    /// Returns the chosen level, or else the default; `None` if the constraint has only one level.
    pub(crate) fn level(&self, chosen: Option<Consistency>) -> Option<Consistency> {
        self.posting.levels().map(|levels| chosen.unwrap_or(levels.default))
    }
}

fn call(kind: &str, arguments: &[Expr], say: Say<'_>) -> String {
    format!("{kind}({})", say(arguments))
}

/// The levels of consistency of a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Levels {
    /// All supported levels, weakest first.
    pub(crate) of: &'static [Consistency],
    /// The level used if none is chosen.
    pub(crate) default: Consistency,
}

/// A constraint's posting context: its arguments as engine views, and its level.
pub(crate) struct PostingContext<'a> {
    views: &'a [View],
    builder: &'a EngineBuilder,
    chosen: Option<Consistency>,
    level: Consistency,
}

impl<'a> PostingContext<'a> {
    /// The arguments, in the order of the constraint's definition.
    pub(crate) fn views(&self) -> &'a [View] {
        self.views
    }

    /// The level of consistency.
    pub(crate) fn level(&self) -> Consistency {
        self.level
    }

    /// The level that the user chose, if any.
    pub(crate) fn chosen(&self) -> Option<Consistency> {
        self.chosen
    }

    /// The smallest and largest value of an argument at the root.
    pub(crate) fn bounds(&self, argument: usize) -> (i32, i32) {
        self.builder.bounds(self.views[argument])
    }

    /// Some of the arguments as views, with their bounds at the root.
    pub(crate) fn bounded(&self, arguments: Range<usize>) -> impl Iterator<Item = (View, i32, i32)> + '_ {
        arguments.map(|i| {
            let (low, high) = self.bounds(i);
            (self.views[i], low, high)
        })
    }

    /// An argument as a quantity: a constant if it is fixed at the root.
    pub(crate) fn quantity(&self, argument: usize) -> Quantity {
        match self.bounds(argument) {
            (low, high) if low == high => Quantity::Fixed(low),
            _ => Quantity::Of(self.views[argument]),
        }
    }
}

/// The error returned when a definition's propagators would need too much memory. The text says what is too large,
/// gives the limit, and suggests an alternative; the model adds the constraint's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge(pub(crate) String);

impl<E: std::error::Error> From<E> for TooLarge {
    fn from(error: E) -> TooLarge {
        TooLarge(error.to_string())
    }
}
