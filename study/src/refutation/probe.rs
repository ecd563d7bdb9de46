//! Searches for a different, perhaps shorter refutation by failed literal probing. Repeatedly adds the unit clause with
//! the shortest derivation. If there is none, adds the fewest binary clauses from which a unit clause follows (failed
//! literals under an assumed literal; J. W. Freeman, PhD thesis, University of Pennsylvania, 1995).

use super::Source;
use super::propagation::{ANY, Chain, Propagation};
use super::read::Files;
use super::row::Literal;

/// The maximum number of literals to test.
const BUDGET: usize = 200_000;

/// Replaces the lines of the proof with new lines that end in a contradiction. Returns `None` if the budget does not
/// suffice.
pub(super) fn probed(files: &Files) -> Option<Files> {
    let own = |&row: &usize| files.sources[row] != Source::Rup;
    let kept: Vec<usize> = (0..files.rows.len()).filter(own).collect();
    if kept.iter().any(|&row| matches!(files.sources[row], Source::Sum(_))) {
        return None;
    }
    let rows = kept.iter().map(|&row| files.rows[row].clone()).collect();
    let sources = kept.iter().map(|&row| files.sources[row].clone()).collect();
    let mut other = Files { names: files.names.clone(), rows, sources, in_model: files.in_model, ..Files::default() };
    let mut budget = BUDGET;
    while Propagation::new(&other.rows, other.names.len()).refute(&[], ANY).is_none() {
        let lemmas = cheapest(&other, &[], &mut budget).map(|clause| vec![clause]);
        let lemmas = lemmas.or_else(|| cheapest_below(&other, &mut budget))?;
        for clause in lemmas {
            other.add(&clause);
        }
    }
    other.add(&[]);
    Some(other)
}

/// Finds the unit clause with the shortest derivation under the negations of the literals in `below`. Returns the
/// clause of the literals that the derivation uses.
fn cheapest(files: &Files, below: &[Literal], budget: &mut usize) -> Option<Vec<Literal>> {
    let mut propagation = Propagation::new(&files.rows, files.names.len());
    let known = propagation.consequences(below);
    let mut best: Option<Chain> = None;
    for l in (0..2 * files.names.len() as u32).map(Literal) {
        if known[l.variable() as usize] {
            continue;
        }
        *budget = budget.checked_sub(1)?;
        let clause: Vec<Literal> = below.iter().copied().chain([!l]).collect();
        let chain = propagation.refute(&clause, ANY);
        let is_shorter = |chain: &Chain| best.as_ref().is_none_or(|best| chain.steps.len() < best.steps.len());
        best = chain.filter(is_shorter).or(best);
    }
    best.map(|chain| chain.used)
}

/// Finds a literal that the fewest binary clauses refute; returns these clauses, followed by the unit clause.
fn cheapest_below(files: &Files, budget: &mut usize) -> Option<Vec<Vec<Literal>>> {
    let known = Propagation::new(&files.rows, files.names.len()).consequences(&[]);
    let mut best: Option<Vec<Vec<Literal>>> = None;
    for l in (0..2 * files.names.len() as u32).map(Literal) {
        if known[l.variable() as usize] {
            continue;
        }
        let mut trial = files.clone();
        let mut lemmas = Vec::new();
        let most = best.as_ref().map_or(usize::MAX, Vec::len);
        while lemmas.len() + 1 < most {
            if Propagation::new(&trial.rows, trial.names.len()).refute(&[!l], ANY).is_some() {
                lemmas.push(vec![!l]);
                best = Some(lemmas);
                break;
            }
            let Some(clause) = cheapest(&trial, &[!l], budget) else { break };
            trial.add(&clause);
            lemmas.push(clause);
        }
        if *budget == 0 {
            break;
        }
    }
    best
}
