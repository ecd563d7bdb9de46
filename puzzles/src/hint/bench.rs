//! One rule of a puzzle as a model of its own, ready for propagation.

use crate::fact::Fact;
use crate::statement::{Rule, Statement};
use solver_core::engine::{Engine, Halt};
use solver_core::prelude::*;
use solver_core::why::WhyError;
use solver_core::{Atom, View};

/// A rule alone: its model, and an engine at its root.
pub(super) struct Bench {
    pub(super) model: Model,
    engine: Engine,
    /// The views of the rule's cells, in their order.
    pub(super) views: Vec<View>,
}

impl Bench {
    pub(super) fn new(statement: &Statement, rule: &Rule) -> Result<Bench, WhyError> {
        let model = statement.model.only(rule.constraint)?;
        let explainer = model.explainer()?;
        let view = |&cell: &usize| Ok(View::of(explainer.symbols().var(statement.cells[cell].variable)?));
        let views = rule.cells.iter().map(view).collect::<Result<_, ModelError>>()?;
        let engine = explainer.engine().clone();
        Ok(Bench { model, engine, views })
    }

    /// The engine with some facts about the rule's cells, and how propagation ended.
    pub(super) fn with(&self, rule: &Rule, facts: &[Fact]) -> (Engine, Result<(), Halt>) {
        let mut engine = self.engine.clone();
        engine.push_level();
        for fact in facts {
            let Some(place) = rule.cells.iter().position(|&cell| cell == fact.cell) else { continue };
            let view = self.views[place];
            let atom = if fact.holds { Atom::equals(view, fact.value) } else { Atom::differs(view, fact.value) };
            if let Err(halt) = engine.assume(atom) {
                return (engine, Err(halt));
            }
        }
        let end = engine.propagate();
        (engine, end)
    }
}
