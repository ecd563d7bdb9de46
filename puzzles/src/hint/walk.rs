//! Solution paths: all steps up to the solution, or only the steps that lead to one fact.

use super::{Board, Clash, Known, Next, Step, patterns};
use crate::fact::Fact;
use solver_core::why::WhyError;

/// A sequence of steps, and how it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// The steps. Candidates that are crossed out directly are not steps.
    pub steps: Vec<Step>,
    /// The player's knowledge at the end.
    pub known: Known,
    /// The outcome.
    pub end: Reached,
}

/// The outcome of a sequence of steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reached {
    /// The puzzle is solved.
    Solved,
    /// A guess is needed.
    Guess,
    /// The known facts are contradictory: no solution can be reached.
    Contradiction(Clash),
    /// The requested fact is known.
    Found,
}

impl Known {
    /// Applies a step, and crosses out the candidates that its facts exclude.
    pub fn take(&mut self, board: &Board, step: &Step) {
        step.facts.iter().for_each(|&fact| self.learn(board, fact));
        self.cross_out(board);
    }
}

impl Board {
    /// Repeatedly applies the simplest step up to the given level.
    ///
    /// # Errors
    /// [`WhyError`] when an explanation fails, which should not happen for puzzles.
    pub fn walk(&self, from: &Known, level: u8) -> Result<Walk, WhyError> {
        self.walk_until(from, level, |_| false)
    }

    /// Applies steps like [`walk`](Board::walk), but stops as soon as a condition holds.
    ///
    /// # Errors
    /// The same as for [`walk`](Board::walk).
    pub fn walk_until(&self, from: &Known, level: u8, enough: impl Fn(&Known) -> bool) -> Result<Walk, WhyError> {
        self.walk_by(from, enough, |known| self.next_within(known, level))
    }

    /// Applies steps like [`walk_until`](Board::walk_until), but takes all singles before any other step. This often
    /// reaches a fact much earlier.
    ///
    /// # Errors
    /// The same as for [`walk`](Board::walk).
    pub fn walk_wide(&self, from: &Known, enough: impl Fn(&Known) -> bool) -> Result<Walk, WhyError> {
        let mut singles = Vec::new();
        self.walk_by(from, enough, |known| {
            let is_new = |step: &Step| step.facts.iter().any(|fact| known.fact(self, fact.cell, fact.value).is_none());
            if singles.is_empty() && self.clash(known)?.is_none() {
                singles = patterns::singles(self, known);
            }
            while let Some(step) = singles.pop() {
                if is_new(&step) {
                    return Ok(Next::Step(step));
                }
            }
            self.next(known)
        })
    }

    fn walk_by(
        &self,
        from: &Known,
        enough: impl Fn(&Known) -> bool,
        mut next: impl FnMut(&Known) -> Result<Next, WhyError>,
    ) -> Result<Walk, WhyError> {
        let (mut known, mut steps) = (from.clone(), Vec::new());
        let end = loop {
            if enough(&known) {
                break Reached::Found;
            }
            match next(&known)? {
                Next::Step(step) => {
                    known.take(self, &step);
                    steps.push(step);
                }
                Next::Solved => break Reached::Solved,
                Next::Guess => break Reached::Guess,
                Next::Contradiction(clash) => break Reached::Contradiction(clash),
            }
        };
        Ok(Walk { steps, known, end })
    }
}

impl Walk {
    /// Returns the steps on which a fact depends, each reduced to the facts needed.
    pub fn leading_to(&self, board: &Board, fact: Fact) -> Vec<Step> {
        let mut needed = vec![fact];
        let mut steps = Vec::new();
        let mut ahead: Vec<Fact> = Vec::new();
        for step in self.steps.iter().rev() {
            // A candidate that an entry crossed out depends on that entry.
            ahead.extend(needed.iter().flat_map(|&fact| self.known.entries_behind(board, fact)));
            needed.append(&mut ahead);
            needed.sort_unstable();
            needed.dedup();
            let facts: Vec<Fact> = step.facts.iter().filter(|fact| implies(**fact, &needed)).copied().collect();
            if !facts.is_empty() {
                needed.extend(&step.premises);
                steps.push(Step { facts, ..step.clone() });
            }
        }
        steps.reverse();
        steps
    }
}

/// Checks whether a fact is one of the needed facts, or implies one of them.
fn implies(fact: Fact, needed: &[Fact]) -> bool {
    needed.iter().any(|other| {
        let same = fact.cell == other.cell;
        same && (*other == fact || fact.holds && !other.holds && other.value != fact.value)
    })
}

impl Known {
    /// Returns the entries that crossed out a candidate; empty if it was excluded differently.
    pub(crate) fn entries_behind(&self, board: &Board, fact: Fact) -> Vec<Fact> {
        let candidate = board.candidates.number(fact.cell, fact.value).filter(|_| !fact.holds);
        let Some(group) = candidate.and_then(|candidate| self.fell[candidate]) else { return Vec::new() };
        self.entered.intersection(&board.members[group]).map(|candidate| board.fact(candidate, true)).collect()
    }
}
