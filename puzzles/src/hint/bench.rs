//! Some rules of a puzzle as a separate model, ready for propagation.

use crate::fact::Fact;
use crate::statement::{Rule, Statement};
use solver_core::engine::{Engine, Halt};
use solver_core::prelude::*;
use solver_core::why::{Explainer, Standing, WhyError};
use solver_core::{Atom, View};

/// A model of some rules, and an engine at its root.
pub(super) struct Bench {
    pub(super) model: Model,
    engine: Engine,
    /// The cells of the rules.
    pub(super) cells: Vec<usize>,
    /// The engine views of these cells.
    pub(super) views: Vec<View>,
}

impl Bench {
    /// Prepares a single rule.
    pub(super) fn new(statement: &Statement, rule: &Rule) -> Result<Bench, WhyError> {
        let model = statement.model.only(rule.constraint)?;
        Bench::build(statement, model, rule.cells.clone(), &Limits::default())
    }

    /// Prepares a model of rules on the given cells.
    pub(super) fn build(s: &Statement, model: Model, cells: Vec<usize>, limits: &Limits) -> Result<Bench, WhyError> {
        let explainer = model.search().limits(limits.clone()).explainer()?;
        let (engine, views) = (explainer.engine().clone(), views(&explainer, s, &cells)?);
        Ok(Bench { model, engine, cells, views })
    }

    /// Iterates over the cells of the rules and their views.
    pub(super) fn seen(&self) -> impl Iterator<Item = (usize, View)> + '_ {
        self.cells.iter().copied().zip(self.views.iter().copied())
    }

    /// Propagates some facts about the cells in a copy of the engine. Returns the copy and the outcome.
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

/// Returns the cells' engine views.
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
