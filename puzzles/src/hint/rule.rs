//! Steps by a single rule. The rule's propagator infers the facts, a small set of premises explains them, and the
//! checker verifies the step.

use super::bench::{Bench, assume};
use super::{Board, Known, Scene, Step, Technique};
use crate::fact::Fact;
use crate::statement::distinct;
use solver_core::engine::Engine;
use solver_core::prelude::*;
use solver_core::why::{Answer, Minimality, Standing, WhyError};

/// The node limit of each search that proves a premise necessary.
const NODES: u64 = 500;

/// The maximum number of implied facts whose premises are compared before a step is chosen.
const COMPARED: usize = 6;

impl Bench {
    /// Returns the new facts that the rule implies; none if the known facts contradict it.
    fn consequences(&self, board: &Board, known: &Known) -> Vec<Fact> {
        let (engine, end) = self.with(&known.facts(board, &self.cells));
        let mut new = Vec::new();
        for (cell, view) in self.seen().filter(|_| end.is_ok()) {
            match engine.fixed(view) {
                _ if known.value(board, cell).is_some() => {}
                Some(value) => new.push(Fact { cell, value, holds: true }),
                None => {
                    let gone = known.left(board, cell).into_iter().filter(|&value| !engine.contains(view, value));
                    new.extend(gone.map(|value| Fact { cell, value, holds: false }));
                }
            }
        }
        new
    }

    /// Checks whether a fact holds in the current domains of an engine.
    fn follows(&self, engine: &Engine, fact: Fact) -> bool {
        self.seen().any(|(cell, view)| match fact.holds {
            _ if cell != fact.cell => false,
            true => engine.fixed(view) == Some(fact.value),
            false => !engine.contains(view, fact.value),
        })
    }

    /// Searches for the smallest set of premises that implies a fact. Also returns whether the set is proved to be
    /// minimal.
    fn premises(&self, board: &Board, facts: &[Fact], fact: Fact) -> Result<(Vec<Fact>, bool), WhyError> {
        let mut explainer = self.model.search().node_limit(NODES).explainer()?;
        assume(&mut explainer, &board.statement, facts)?;
        let answer = explainer.why(board.statement.comparison(fact), Depth::Smallest)?;
        let Answer::True(why) = answer else { return Ok((Vec::new(), false)) };
        let minimal = matches!(why.minimality, Minimality::Proven { .. });
        Ok((why.assumptions.iter().map(|&number| facts[number]).collect(), minimal))
    }

    /// Finds a smallest set of known facts that contradicts the rule. Returns `None` if there is no contradiction.
    pub(super) fn clash(&self, board: &Board, known: &Known) -> Result<Option<Vec<Fact>>, WhyError> {
        let facts = known.facts(board, &self.cells);
        if self.with(&facts).1.is_ok() {
            return Ok(None);
        }
        let mut explainer = self.model.search().node_limit(NODES).explainer()?;
        assume(&mut explainer, &board.statement, &facts)?;
        if explainer.standing() == Standing::Open {
            return Ok(None);
        }
        let why = explainer.why_failed(Depth::Smallest)?;
        Ok(Some(why.assumptions.iter().map(|&number| facts[number]).collect()))
    }
}

/// Finds the simplest step by a rule of the given level.
pub(super) fn simplest(board: &Board, known: &Known, level: u8) -> Result<Option<Step>, WhyError> {
    let mut found: Vec<(usize, usize, Vec<Fact>)> = Vec::new();
    for (number, (rule, bench)) in board.statement.rules.iter().zip(board.benches()?).enumerate() {
        let new = if rule.level == level { bench.consequences(board, known) } else { Vec::new() };
        if !new.is_empty() {
            let open = rule.cells.iter().filter(|&&cell| known.value(board, cell).is_none()).count();
            found.push((open, number, new));
        }
    }
    // Rules with few open cells come first, because they are easier for players to find.
    let Some((_, rule, new)) = found.into_iter().min_by_key(|(open, number, _)| (*open, *number)) else {
        return Ok(None);
    };
    let bench = &board.benches()?[rule];
    let facts = known.facts(board, &bench.cells);
    let mut best: Option<Step> = None;
    for &fact in new.iter().take(COMPARED) {
        let (mut premises, minimal) = bench.premises(board, &facts, fact)?;
        premises.sort_unstable();
        match &mut best {
            Some(step) if step.premises == premises => {
                step.facts.push(fact);
                step.minimal &= minimal;
            }
            Some(step) if step.premises.len() <= premises.len() => {}
            _ => {
                let technique = Technique::Rule(level + effort(&premises));
                best = Some(Step { technique, facts: vec![fact], premises, minimal, scene: Scene::Rule { rule } });
            }
        }
    }
    let Some(mut step) = best else { return Ok(None) };
    // The step includes all facts that follow from the same premises.
    let (engine, _) = bench.with(&step.premises);
    for fact in new.into_iter().skip(COMPARED).filter(|&fact| bench.follows(&engine, fact)) {
        step.minimal &= bench.premises(board, &step.premises, fact)?.0.len() == step.premises.len();
        step.facts.push(fact);
    }
    Ok(Some(step))
}

/// Returns a step's effort, which grows with the number of cells in its premises.
fn effort(premises: &[Fact]) -> u8 {
    match distinct(premises.iter().map(|fact| fact.cell)).len() {
        0..=2 => 0,
        3..=5 => 1,
        6..=7 => 2,
        _ => 4,
    }
}
