//! Trims a proof to the needed lines, working backward from the contradiction.

use super::kept::Kept;
use super::order::ordered;
use super::probe::probed;
use super::propagation::{Propagation, Urgency};
use super::read::Files;
use super::row::Row;
use super::words::named;
use super::{Refutation, RefutationError, Source};

/// The maximum number of passes. Trimming stops earlier if a pass shortens nothing.
const PASSES: usize = 20;

/// Up to this many needed lines, trimming tries to omit each one separately.
const TRIED: usize = 100;

impl Refutation {
    /// Reads the two files of a proof and trims it.
    ///
    /// # Errors
    /// [`RefutationError`]: the proof does not have the format of Ferz's proofs, is incomplete, is too long, or does
    /// not refute anything.
    pub fn read(model: &str, proof: &str) -> Result<Refutation, RefutationError> {
        let mut files = Files::read(model, proof)?;
        let conclusion = files.conclusion.clone().unwrap_or_default();
        if !(conclusion.starts_with("UNSAT") || conclusion.starts_with("BOUNDS")) {
            return Err(RefutationError::NoContradiction { conclusion });
        }
        let is_empty = |row: &Row| row.terms.is_empty() && row.degree > 0;
        let end =
            (files.in_model..files.rows.len()).find(|&i| files.sources[i] == Source::Rup && is_empty(&files.rows[i]));
        // The contradiction may appear only in the conclusion.
        let end = end.unwrap_or_else(|| files.add(&[]));
        let mut steps = shortest(&files, end)?;
        if steps.len() <= TRIED
            && let Some(other) = probed(&files)
            && let Ok(others) = shortest(&other, other.rows.len() - 1)
            && size(&others) < size(&steps)
        {
            (files, steps) = (other, others);
        }
        let start = ordered(&files, &mut steps);
        let sources = named(&files);
        let is_bound = conclusion.starts_with("BOUNDS");
        Ok(Refutation { names: files.names, sources, start, steps, is_bound })
    }
}

/// Tries to omit each line, keeps the omissions that shorten the refutation, and returns the remaining steps.
fn shortest(files: &Files, end: usize) -> Result<Vec<Kept>, RefutationError> {
    let mut out = vec![false; files.rows.len()];
    let number = |row: usize| RefutationError::DoesNotFollow { line: row - files.in_model + 2 };
    let mut best = trimmed(files, end, &out).map_err(number)?;
    let mut at = best.len();
    while best.len() <= TRIED && at > 1 {
        at = at.min(best.len()) - 1;
        let row = best[at].row;
        if row == end {
            continue;
        }
        out[row] = true;
        match trimmed(files, end, &out) {
            Ok(other) if size(&other) < size(&best) => {
                best = other;
                at = best.len();
            }
            _ => out[row] = false,
        }
    }
    Ok(best)
}

/// Returns the approximate number of lines of text.
fn size(steps: &[Kept]) -> usize {
    steps.iter().map(|step| 3 + step.chain.steps.len()).sum()
}

/// Returns the steps that lead to the contradiction without the rows marked in `out`; the error is a row that does not
/// follow without them.
fn trimmed(files: &Files, end: usize, out: &[bool]) -> Result<Vec<Kept>, usize> {
    let mut rows = files.rows[..=end].to_vec();
    let mut steps: Vec<Kept> = Vec::new();
    for _ in 0..PASSES {
        let before = (size(&steps), steps.len());
        steps = pass(files, &rows, end, out)?;
        // Drop the unused literals.
        for step in &mut steps {
            rows[step.row] = Row::clause(step.chain.used.iter().copied());
            step.clause.clone_from(&step.chain.used);
        }
        if (size(&steps), steps.len()) == before {
            break;
        }
    }
    Ok(steps)
}

fn pass(files: &Files, rows: &[Row], end: usize, out: &[bool]) -> Result<Vec<Kept>, usize> {
    let mut propagation = Propagation::new(rows, files.names.len());
    let mut is_needed = vec![false; rows.len()];
    is_needed[end] = true;
    let mut steps = Vec::new();
    for row in (files.in_model..=end).rev() {
        if !is_needed[row] {
            continue;
        }
        match &files.sources[row] {
            Source::Rup => {}
            Source::Sum(parts) => {
                parts.iter().for_each(|&part| is_needed[part] = true);
                continue;
            }
            Source::Model(_) | Source::Value(_) | Source::Defines(_) | Source::Better(_) => continue,
        }
        let clause = rows[row].as_clause().unwrap_or_default();
        let urgency = |other: usize| if is_needed[other] { Urgency::Needed } else { Urgency::Other };
        let usable = |other: usize| (other < row && !out[other]).then(|| urgency(other));
        let chain = propagation.refute(&clause, &usable).ok_or(row)?;
        for &by in chain.steps.iter().map(|(_, by)| by).chain([&chain.conflict]) {
            is_needed[by] = true;
        }
        steps.push(Kept { row, clause, chain });
    }
    steps.reverse();
    Ok(steps)
}
