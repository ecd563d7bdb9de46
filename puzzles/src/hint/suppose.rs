//! Suppositions: if a fact were false, propagation of all rules would lead to a contradiction.
//!
//! Among the candidates that fail after the fewest inferences, the one with the shortest explanation becomes the step.
//! The premises are not minimised, because fewer premises would make the derivation longer.

use super::bench::{assume, atom, views};
use super::sentences::broken;
use super::{Board, Known, Scene, Step, Technique};
use crate::fact::Fact;
use crate::statement::Statement;
use solver_core::engine::{Engine, Halt};
use solver_core::prelude::*;
use solver_core::why::{Cause, Explainer, Explanation, Standing, WhyError};
use solver_core::{Atom, View};

/// The total length of the explanations to compare, in inferences: many short explanations or a few long ones.
const COMPARED: usize = 200;

/// An engine with all rules and the known facts.
struct Full {
    explainer: Explainer,
    views: Vec<View>,
}

impl Full {
    /// Creates the engine; returns `None` if the known facts contradict the rules.
    fn new(statement: &Statement, facts: &[Fact]) -> Result<Option<Full>, WhyError> {
        let mut explainer = statement.model.explainer()?;
        assume(&mut explainer, statement, facts)?;
        let cells: Vec<usize> = (0..statement.cells.len()).collect();
        let views = views(&explainer, statement, &cells)?;
        Ok(Some(Full { explainer, views }).filter(|full| full.explainer.standing() != Standing::Contradiction))
    }

    /// Propagates one more fact. If propagation fails, returns the length of the trail at the failure.
    fn failure(&self, engine: &mut Engine, fact: Fact) -> Option<usize> {
        engine.push_level();
        let end = engine.assume(atom(self.views[fact.cell], fact)).and_then(|()| engine.propagate());
        let length = engine.facts();
        engine.pop_level();
        matches!(end, Err(Halt::Failed)).then_some(length)
    }
}

/// Finds the refuted candidate with the simplest explanation.
pub(super) fn simplest(board: &Board, known: &Known) -> Result<Option<Step>, WhyError> {
    let facts = known.all(board);
    let Some(full) = Full::new(&board.statement, &facts)? else { return Ok(None) };
    let mut engine = full.explainer.engine().clone();
    let mut failing: Vec<(usize, usize)> = Vec::new();
    for candidate in known.left.difference(&known.entered) {
        let length = full.failure(&mut engine, board.fact(candidate, true));
        failing.extend(length.map(|length| (length, candidate)));
    }
    failing.sort_unstable();
    let (mut best, mut compared) = (None::<Step>, 0);
    for (_, candidate) in failing {
        if compared >= COMPARED {
            break;
        }
        let step = explained(board, &full, &facts, board.fact(candidate, true))?;
        compared += if let Technique::Supposition(lines) = step.technique { lines } else { 0 };
        let cost = |step: &Step| (step.technique, step.premises.len());
        if best.as_ref().is_none_or(|best| cost(&step) < cost(best)) {
            best = Some(step);
        }
    }
    Ok(best)
}

impl Board {
    /// Builds the step that refutes a fact's negation. Returns `None` if propagating all rules does not refute it, or
    /// if the known facts already contradict the rules.
    ///
    /// # Errors
    /// The same as for [`next_within`](Board::next_within).
    pub fn refuted(&self, known: &Known, fact: Fact) -> Result<Option<Step>, WhyError> {
        let facts = known.all(self);
        let Some(full) = Full::new(&self.statement, &facts)? else { return Ok(None) };
        let supposed = fact.opposite();
        let is_refuted = full.failure(&mut full.explainer.engine().clone(), supposed).is_some();
        is_refuted.then(|| explained(self, &full, &facts, supposed)).transpose()
    }
}

/// Derives a contradiction from a supposition and the known facts that the derivation needs.
fn explained(board: &Board, full: &Full, facts: &[Fact], supposed: Fact) -> Result<Step, WhyError> {
    let mut explainer = full.explainer.clone();
    explainer.assume(board.statement.comparison(supposed))?;
    let why = explainer.why_failed(Depth::Decisions)?;
    // The supposition is the last assumption, so its index lies beyond the facts.
    let premises = why.assumptions.iter().filter_map(|&number| facts.get(number)).copied().collect();
    let lines = lines(board, full, &why);
    let facts = vec![supposed.opposite()];
    let technique = Technique::Supposition(lines.len());
    Ok(Step { technique, facts, premises, minimal: false, scene: Scene::Chain { lines } })
}

/// Writes one sentence for each inference. The last sentence names the broken rule, or the cell or unit without
/// candidates.
fn lines(board: &Board, full: &Full, why: &Explanation) -> Vec<String> {
    let statement = &board.statement;
    let rule = |constraint: usize| statement.rules.iter().position(|rule| rule.constraint.index() == constraint);
    let facts = |atoms: &[Atom]| atoms.iter().flat_map(|&atom| facts_of(statement, full, atom)).collect::<Vec<Fact>>();
    let mut inferred: Vec<(usize, Vec<Fact>)> = Vec::new();
    let mut end = None;
    for step in &why.steps {
        let Cause::Constraint { constraint, .. } = step.cause else { continue };
        if step.fact.is_none() {
            end = Some(broken(board, rule(constraint), &facts(&step.premises)));
            continue;
        }
        let new = facts(&step.facts().collect::<Vec<_>>());
        match inferred.last_mut() {
            Some((last, others)) if *last == constraint => others.extend(new),
            _ => inferred.push((constraint, new)),
        }
    }
    let name = |constraint| rule(constraint).map_or("the rules", |rule| &statement.rules[rule].name);
    let inferred =
        inferred.into_iter().map(|(constraint, facts)| format!("{}: {}", name(constraint), statement.sentence(&facts)));
    inferred.chain(end).collect()
}

/// Converts an atom to facts about a cell; there are none for an auxiliary variable.
fn facts_of(statement: &Statement, full: &Full, atom: Atom) -> Vec<Fact> {
    let Some(cell) = full.views.iter().position(|view| view.var() == atom.var()) else { return Vec::new() };
    let (left, gone): (Vec<i32>, Vec<i32>) =
        statement.cells[cell].values.iter().partition(|&&value| atom.holds_for(value));
    match left[..] {
        [value] => vec![Fact { cell, value, holds: true }],
        _ => gone.into_iter().map(|value| Fact { cell, value, holds: false }).collect(),
    }
}
