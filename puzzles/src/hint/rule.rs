//! What one rule of the puzzle says at once: propagation of its constraint alone, with a reason that its checker has
//! verified, and with as few premises as suffice.

use super::bench::Bench;
use super::board::Board;
use super::known::Known;
use super::step::{Scene, Step, Technique};
use crate::fact::Fact;
use crate::statement::{Rule, Statement};
use solver_core::prelude::*;
use solver_core::why::{Answer, Explainer, Minimality, Standing, WhyError};

/// Nodes of each search that proves a premise necessary.
const NODES: u64 = 500;

/// Facts of one rule that are compared before a step is chosen.
const COMPARED: usize = 6;

impl Bench {
    /// What follows that is not known; nothing where the facts contradict the rule.
    fn consequences(&self, board: &Board, known: &Known, rule: &Rule) -> Vec<Fact> {
        let facts = known.facts(board, &rule.cells);
        let (engine, end) = self.with(rule, &facts);
        if end.is_err() {
            return Vec::new();
        }
        let mut new = Vec::new();
        for (&cell, &view) in rule.cells.iter().zip(&self.views) {
            if known.value(board, cell).is_some() {
                continue;
            }
            if let Some(value) = engine.fixed(view) {
                new.push(Fact { cell, value, holds: true });
                continue;
            }
            let gone = known.left(board, cell).into_iter().filter(|&value| !engine.contains(view, value));
            new.extend(gone.map(|value| Fact { cell, value, holds: false }));
        }
        new
    }

    /// The fewest premises for a fact that follows, and whether it is proved that none can be left out.
    fn premises(&self, board: &Board, rule: &Rule, facts: &[Fact], fact: Fact) -> Result<(Vec<Fact>, bool), WhyError> {
        let statement = &board.statement;
        let search = self.model.search().node_limit(NODES);
        let (explainer, used) = assume(statement, search.explainer()?, rule, facts)?;
        let answer = explainer.why(statement.comparison(fact), Depth::Smallest)?;
        let Answer::True(why) = answer else { return Ok((Vec::new(), false)) };
        let minimal = matches!(why.minimality, Minimality::Proven { .. });
        Ok((why.assumptions.iter().map(|&number| used[number]).collect(), minimal))
    }

    /// The fewest facts that contradict the rule, if some do.
    pub(super) fn clash(&self, board: &Board, known: &Known, rule: &Rule) -> Result<Option<Vec<Fact>>, WhyError> {
        let facts = known.facts(board, &rule.cells);
        if self.with(rule, &facts).1.is_ok() {
            return Ok(None);
        }
        let search = self.model.search().node_limit(NODES);
        let (explainer, used) = assume(&board.statement, search.explainer()?, rule, &facts)?;
        if explainer.standing() == Standing::Open {
            return Ok(None);
        }
        let why = explainer.why_failed(Depth::Smallest)?;
        Ok(Some(why.assumptions.iter().map(|&number| used[number]).collect()))
    }
}

/// An explainer with facts assumed, and these facts.
fn assume<'m>(
    statement: &Statement,
    mut explainer: Explainer<'m>,
    rule: &Rule,
    facts: &[Fact],
) -> Result<(Explainer<'m>, Vec<Fact>), WhyError> {
    let mut used = Vec::new();
    for &fact in facts.iter().filter(|fact| rule.cells.contains(&fact.cell)) {
        if explainer.standing() == Standing::Contradiction {
            break;
        }
        explainer.assume(statement.comparison(fact))?;
        used.push(fact);
    }
    Ok((explainer, used))
}

/// The simplest step by one rule of a level.
pub(super) fn simplest(board: &Board, known: &Known, level: u8) -> Result<Option<Step>, WhyError> {
    let rules = &board.statement.rules;
    let mut found: Vec<(usize, usize, Vec<Fact>)> = Vec::new();
    for (number, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.level == level) {
        let new = board.benches()?[number].consequences(board, known, rule);
        if !new.is_empty() {
            let open = rule.cells.iter().filter(|&&cell| known.value(board, cell).is_none()).count();
            found.push((open, number, new));
        }
    }
    // Rules with few open cells are seen first.
    let Some((_, number, new)) = found.into_iter().min_by_key(|(open, number, _)| (*open, *number)) else {
        return Ok(None);
    };
    let (rule, bench) = (&rules[number], &board.benches()?[number]);
    let facts = known.facts(board, &rule.cells);
    let mut best: Option<Step> = None;
    for &fact in new.iter().take(COMPARED) {
        let (mut premises, minimal) = bench.premises(board, rule, &facts, fact)?;
        premises.sort_unstable();
        match &mut best {
            Some(step) if step.premises == premises => {
                step.facts.push(fact);
                step.minimal &= minimal;
            }
            Some(step) if step.premises.len() <= premises.len() => {}
            _ => {
                let technique = Technique::Rule(level);
                best =
                    Some(Step { technique, facts: vec![fact], premises, minimal, scene: Scene::Rule { rule: number } });
            }
        }
    }
    let Some(mut step) = best else { return Ok(None) };
    // Whatever else follows from the same premises belongs to the same step.
    let (engine, _) = bench.with(rule, &step.premises);
    for fact in new.into_iter().skip(COMPARED) {
        let place = rule.cells.iter().position(|&cell| cell == fact.cell);
        let view = place.map(|place| bench.views[place]);
        let follows = view.is_some_and(|view| match fact.holds {
            true => engine.fixed(view) == Some(fact.value),
            false => !engine.contains(view, fact.value),
        });
        if follows {
            step.minimal &= bench.premises(board, rule, &step.premises, fact)?.0.len() == step.premises.len();
            step.facts.push(fact);
        }
    }
    step.technique = Technique::Rule(level + effort(&step.premises));
    Ok(Some(step))
}

/// Steps that take in more cells are harder to see.
fn effort(premises: &[Fact]) -> u8 {
    let mut cells: Vec<usize> = premises.iter().map(|fact| fact.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    match cells.len() {
        0..=2 => 0,
        3..=5 => 1,
        6..=7 => 2,
        _ => 4,
    }
}
