//! Computes what stronger levels of consistency would have removed at the nodes of a recording.

use crate::recording::{Event, Recording, Replay};
use crate::stronger::{Strength, Stronger};
use solver_core::{CancelToken, Model, ModelError, ValueSet};

/// The maximum number of ranges listed per variable and node.
const RANGES: usize = 64;

/// For each examined node, the values that each level, unlike the run, would have removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels {
    nodes: Vec<Vec<i64>>,
}

/// The default number of probes for all nodes together.
const PROBES: u64 = 100_000;

/// The maximum number of probes and search nodes per node.
const EFFORT: u64 = 5_000;

impl Levels {
    /// Computes the effect of stronger levels at the first `nodes` nodes that branch or, by default, at as many as can
    /// be examined quickly. Returns `None` if no nodes are requested or the recording has no events. Stops early when
    /// the token is cancelled.
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved.
    pub fn new(
        model: &Model,
        recording: &Recording,
        nodes: Option<u64>,
        cancel: &CancelToken,
    ) -> Result<Option<Levels>, ModelError> {
        let values: u64 = recording.roots().iter().map(|root| root.len().min(1000)).sum();
        let nodes = nodes.unwrap_or(PROBES / values.max(1));
        if nodes == 0 || recording.events().is_empty() {
            return Ok(None);
        }
        let mut stronger = Stronger::new(model)?.effort(EFFORT).cancel(cancel);
        Ok(Some(Levels::compute(recording, &mut stronger, usize::try_from(nodes).unwrap_or(usize::MAX))))
    }

    /// Examines the first `most` nodes that branch. At all other nodes there is nothing left to remove.
    fn compute(recording: &Recording, stronger: &mut Stronger, most: usize) -> Levels {
        let mut levels = Levels { nodes: Vec::new() };
        let mut replay = Replay::new(recording);
        // A node branches if it is followed by a decision one level deeper.
        let mut latest = 0;
        while let Some(event) = recording.events().get(replay.at()) {
            if let Event::Decide { .. } = event
                && replay.node() > latest
            {
                latest = replay.node();
                if levels.nodes.len() == most {
                    break;
                }
                let row = at(&replay, stronger);
                // A row computed after a cancellation is incomplete.
                if stronger.is_cancelled() {
                    break;
                }
                levels.nodes.push(row);
            }
            replay.step();
        }
        levels
    }

    pub(super) fn names(&self) -> Vec<&'static str> {
        Strength::ALL.iter().map(|level| level.name()).collect()
    }

    pub(super) fn nodes(&self) -> &[Vec<i64>] {
        &self.nodes
    }
}

/// Computes a row of the page's data: the node, the levels that fail, and the levels that exhausted the effort limit;
/// then, for each range of removed values, the variable, the range's bounds, and the levels that remove it.
fn at(replay: &Replay<'_>, stronger: &mut Stronger) -> Vec<i64> {
    let strengths = stronger.at(&replay.decided().collect::<Vec<_>>());
    let mut fails = 0i64;
    let reached = strengths.levels.len();
    let given_up = (reached..Strength::ALL.len()).fold(0i64, |mask, level| mask | 1 << level);
    let mut row = vec![replay.node() as i64];
    let mut removed = Vec::new();
    for (bit, (_, left)) in strengths.levels.iter().enumerate() {
        match left {
            None => fails |= 1 << bit,
            Some(left) => removed.push((1i64 << bit, left)),
        }
    }
    row.extend([fails, given_up]);
    for (variable, here) in replay.domains().iter().enumerate() {
        for (low, high, mask) in ranges(here, variable, &removed).into_iter().take(RANGES) {
            row.extend([variable as i64, i64::from(low), i64::from(high), mask]);
        }
    }
    row
}

/// Divides a domain's removed values into ranges whose values the same levels remove. A level removes at least as much
/// as the weaker ones, so the weakest level that removes a range determines all levels that do.
fn ranges(here: &ValueSet, variable: usize, levels: &[(i64, &Vec<ValueSet>)]) -> Vec<(i32, i32, i64)> {
    let mut found = Vec::new();
    let mut rest = here.clone();
    for (place, (_, left)) in levels.iter().enumerate() {
        let Some(left) = left.get(variable) else { continue };
        let gone = rest.minus(left);
        if gone.is_empty() {
            continue;
        }
        let mask = levels[place..].iter().fold(0, |mask, (bit, _)| mask | bit);
        found.extend(gone.ranges().iter().map(|&(low, high)| (low, high, mask)));
        rest = rest.intersection(left);
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests;
