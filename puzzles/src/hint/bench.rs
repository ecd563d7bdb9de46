//! A single rule of a puzzle as a separate model, ready for propagation.

use crate::fact::Fact;
use crate::statement::{Rule, Statement};
use solver_core::engine::{Engine, Halt};
use solver_core::prelude::*;
use solver_core::why::{Explainer, Standing, WhyError};
use solver_core::{Atom, View};

/// The model of a single rule, and an engine at its root.
pub(super) struct Bench {
    pub(super) model: Model,
    engine: Engine,
    /// The cells of the rule.
    pub(super) cells: Vec<usize>,
    /// The engine views of these cells.
    views: Vec<View>,
}

impl Bench {
    pub(super) fn new(statement: &Statement, rule: &Rule) -> Result<Bench, WhyError> {
        let model = statement.model.only(rule.constraint)?;
        let explainer = model.explainer()?;
        let (engine, views) = (explainer.engine().clone(), views(&explainer, statement, &rule.cells)?);
        Ok(Bench { model, engine, cells: rule.cells.clone(), views })
    }

    /// Iterates over the cells of the rule and their views.
    pub(super) fn seen(&self) -> impl Iterator<Item = (usize, View)> + '_ {
        self.cells.iter().copied().zip(self.views.iter().copied())
    }

    /// Returns a copy of the engine after propagation of some facts about the rule's cells, and the outcome of the
    /// propagation.
    pub(super) fn with(&self, facts: &[Fact]) -> (Engine, Result<(), Halt>) {
        let mut engine = self.engine.clone();
        engine.push_level();
        for &fact in facts {
            let view = self.seen().find(|(cell, _)| *cell == fact.cell);
            if let Err(halt) = view.map_or(Ok(()), |(_, view)| engine.assume(atom(view, fact))) {
                return (engine, Err(halt));
            }
        }
        let end = engine.propagate();
        (engine, end)
    }
}

/// Returns the engine views of cells.
pub(super) fn views(explainer: &Explainer, s: &Statement, cells: &[usize]) -> Result<Vec<View>, ModelError> {
    cells.iter().map(|&cell| Ok(View::from(explainer.symbols().var(s.cells[cell].variable)?))).collect()
}

/// Converts a fact to an atom on the view of its cell.
pub(super) fn atom(view: View, fact: Fact) -> Atom {
    if fact.holds { Atom::equals(view, fact.value) } else { Atom::differs(view, fact.value) }
}

/// Assumes facts one by one until one of them contradicts the rules.
pub(super) fn assume(explainer: &mut Explainer, statement: &Statement, facts: &[Fact]) -> Result<(), WhyError> {
    for &fact in facts {
        if explainer.standing() == Standing::Contradiction {
            break;
        }
        explainer.assume(statement.comparison(fact))?;
    }
    Ok(())
}
