//! Constraint definitions: the interface between the catalogue of constraints and the model.

use super::consistency::Consistency;
use super::expr::Expr;
use super::lines::{Exclusion, Lines};
use super::rows::Rows;
use super::spelling::{Decomposition, Named, Say};
use crate::atom::Atom;
use crate::budget::Stopped;
use crate::constraints::Quantity;
use crate::engine::EngineBuilder;
use crate::propagator::Propagator;
use crate::view::View;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The definition of a catalogue constraint, as a model stores it: one type for each constraint, in its folder.
pub(crate) trait ConstraintDef: Send + Sync {
    /// Its standard name, such as `element`.
    fn kind(&self) -> &'static str;

    /// Its arguments; `holds` and `propagators` refer to them in this order.
    fn arguments(&self) -> &[Expr];

    /// An error in it that does not depend on the domains: an empty array, a table of wrong arity. As a message.
    fn misuse(&self) -> Option<String> {
        None
    }

    /// Whether it holds for these values of the arguments. Where it is undefined it does not hold.
    fn holds(&self, values: &[i32]) -> bool;

    /// The constraint as printed in the model; `say` lists expressions.
    fn written(&self, say: Say<'_>) -> String {
        format!("{}({})", self.kind(), say(self.arguments()))
    }

    /// An equivalent decomposition into comparisons, one after the other. `x` stands for the arguments, which are defined
    /// here whatever the values are. Called only if there is no [`misuse`](ConstraintDef::misuse).
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped>;

    /// Writes it for a proof. False, and nothing written, if its decomposition is to be written instead.
    fn rows(&self, _arguments: &[View], _rows: &mut dyn Rows) -> Result<bool, Stopped> {
        Ok(false)
    }

    /// Whether its rows, and how it derives inferences, are about bounds alone: then a proof need not list the values of its variables.
    fn is_about_bounds(&self) -> bool {
        false
    }

    /// Derives an inference from the rows: the lines that lead to a contradiction. Where it ends without one, a proof falls back to cases.
    fn derive(&self, _arguments: &[View], _lines: &mut dyn Lines) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Two of its rows, with opposite conditions, of which some of these atoms violate each: a reason that follows from them alone, with the negation of its fact.
    fn exclusion(&self, _arguments: &[View], _atoms: &[Atom]) -> Option<Exclusion> {
        None
    }

    /// The equivalent in XCSP3, over variables; `None` if XCSP3 has no such constraint, or not for these arguments.
    fn xcsp3(&self, _x: &[Named]) -> Option<String> {
        None
    }

    /// Its propagators.
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal>;

    /// Its levels of consistency and the current one; `None` if there is only one.
    fn levels(&self) -> Option<SupportedLevels> {
        None
    }

    /// The same constraint at another of its levels; `None` if there is only one.
    fn at_level(&self, _: Consistency) -> Option<Arc<dyn ConstraintDef>> {
        None
    }
}

/// The supported levels of consistency of a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SupportedLevels {
    /// All supported levels, weakest first.
    pub(crate) of: &'static [Consistency],
    /// The current one.
    pub(crate) now: Consistency,
}

/// The posting context of a constraint definition: its arguments as the engine has them.
pub(crate) struct PostingContext<'a> {
    views: &'a [View],
    builder: &'a EngineBuilder,
}

impl<'a> PostingContext<'a> {
    pub(super) fn new(views: &'a [View], builder: &'a EngineBuilder) -> PostingContext<'a> {
        PostingContext { views, builder }
    }

    /// The arguments, in the order of the definition.
    pub(crate) fn views(&self) -> &'a [View] {
        self.views
    }

    /// The smallest and the largest value of an argument at the root.
    pub(crate) fn bounds(&self, argument: usize) -> (i32, i32) {
        self.builder.bounds(self.views[argument])
    }

    /// An argument: a constant if it is fixed at the root.
    pub(crate) fn quantity(&self, argument: usize) -> Quantity {
        match self.bounds(argument) {
            (low, high) if low == high => Quantity::Fixed(low),
            _ => Quantity::Of(self.views[argument]),
        }
    }
}

/// Why a definition has no propagators; the model adds the constraint's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// It would need too much memory: what, the limit, and an alternative.
    TooLarge(String),
}
