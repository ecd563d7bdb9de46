//! What the constraints of the catalogue have in common for a model: one statement each.

use super::Comparison;
use super::consistency::Consistency;
use super::expr::Expr;
use super::spelling::{Named, Say, Spell};
use crate::engine::EngineBuilder;
use crate::propagator::Propagator;
use crate::view::View;
use std::sync::Arc;

/// What a constraint of the catalogue says, as a model keeps it: one type for each constraint, in its folder.
pub(crate) trait ConstraintDef: Send + Sync {
    /// Its standard name, such as `element`.
    fn kind(&self) -> &'static str;

    /// The expressions that it is about; `holds` and `propagators` speak of them in this order.
    fn arguments(&self) -> &[Expr];

    /// What is wrong with it, whatever the domains are: an empty array, a table of wrong arity. In words.
    fn misuse(&self) -> Option<String> {
        None
    }

    /// Whether it holds for these values of the arguments. What is undefined does not hold.
    fn holds(&self, values: &[i32]) -> bool;

    /// The constraint as a print of the model has it; `say` lists expressions.
    fn written(&self, say: Say<'_>) -> String {
        format!("{}({})", self.kind(), say(self.arguments()))
    }

    /// What says the same in comparisons alone. `x` stands for the arguments, which are defined here whatever
    /// the values are. It is asked only when nothing is wrong ([`misuse`](ConstraintDef::misuse)).
    fn in_comparisons(&self, x: &[Expr], spell: &mut dyn Spell) -> Vec<Comparison>;

    /// What says the same in XCSP3, of variables; `None` when that has no such constraint, or not for these.
    fn xcsp3(&self, _x: &[Named]) -> Option<String> {
        None
    }

    /// Its propagators.
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal>;

    /// Its levels of consistency and the one it has; `None` when it propagates in one way.
    fn levels(&self) -> Option<SupportedLevels> {
        None
    }

    /// The same at another of its levels; `None` when it propagates in one way.
    fn at_level(&self, _: Consistency) -> Option<Arc<dyn ConstraintDef>> {
        None
    }
}

/// The levels of consistency of one constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SupportedLevels {
    /// All that it has, weakest first.
    pub(crate) of: &'static [Consistency],
    /// The one it has now.
    pub(crate) now: Consistency,
}

/// Where the propagators of a statement will work: its arguments as the engine knows them.
pub(crate) struct PostingContext<'a> {
    views: &'a [View],
    builder: &'a EngineBuilder,
}

impl<'a> PostingContext<'a> {
    pub(super) fn new(views: &'a [View], builder: &'a EngineBuilder) -> PostingContext<'a> {
        PostingContext { views, builder }
    }

    /// The arguments, in the order of the statement.
    pub(crate) fn views(&self) -> &'a [View] {
        self.views
    }

    /// The smallest and the largest value of an argument at the root.
    pub(crate) fn bounds(&self, argument: usize) -> (i32, i32) {
        self.builder.bounds(self.views[argument])
    }
}

/// Why a statement has no propagators; the model adds the constraint's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// It would need too much memory: what, the limit, and what to use instead.
    TooLarge(String),
}
