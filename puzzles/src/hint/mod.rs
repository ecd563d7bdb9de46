//! Hints: the next logical step for a player.
//!
//! Steps are searched for in increasing order of difficulty. Each level tries techniques that need no solver
//! ([`Technique`]), then propagates the constraint of each puzzle rule separately. The last level refutes suppositions
//! by propagating all rules. Candidates that an entry excludes directly are crossed out without a step, and facts that
//! the player has entered or crossed out are not repeated. If there is no further step, the hint reports that a guess
//! is needed.

mod bench;
mod board;
mod consistency;
mod known;
mod patterns;
mod rule;
mod sentences;
mod step;
mod suppose;
mod walk;

pub use board::Board;
pub use consistency::CONSISTENCIES;
pub use known::Known;
pub(crate) use sentences::numbered;
use step::Scene;
pub use step::{Step, Technique};
pub use walk::{Reached, Walk};

use solver_core::why::WhyError;

/// The highest level for patterns and single rules.
const HARDEST: u8 = 6;

/// The next step, or the reason why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// A step.
    Step(Step),
    /// All cells have their values.
    Solved,
    /// Cells are open but no step applies, so a guess is needed.
    Guess,
    /// The known facts contradict the rules.
    Contradiction(Clash),
}

/// A minimal set of contradictory facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The facts, none of which is redundant.
    pub facts: Vec<crate::fact::Fact>,
    /// The rule that the facts break, if a single rule suffices.
    pub rule: Option<String>,
}

impl Board {
    /// Finds the simplest next step up to the given level. Directly excluded candidates must already be crossed out.
    ///
    /// # Errors
    /// [`WhyError`] when an explanation fails, which should not happen for puzzles.
    pub fn next_within(&self, known: &Known, level: u8) -> Result<Next, WhyError> {
        if let Some(clash) = self.clash(known)? {
            return Ok(Next::Contradiction(clash));
        }
        if known.is_full(self) {
            return Ok(Next::Solved);
        }
        let step = self.simplest(known)?;
        Ok(step.filter(|step| step.technique.level() <= level).map_or(Next::Guess, Next::Step))
    }

    fn simplest(&self, known: &Known) -> Result<Option<Step>, WhyError> {
        for strength in 0..=HARDEST {
            if let Some(step) = patterns::simplest(self, known, strength) {
                return Ok(Some(step));
            }
            if let Some(step) = rule::simplest(self, known, strength)? {
                return Ok(Some(step));
            }
        }
        suppose::simplest(self, known)
    }

    /// Finds the simplest next step.
    ///
    /// # Errors
    /// The same as for [`next_within`](Board::next_within).
    pub fn next(&self, known: &Known) -> Result<Next, WhyError> {
        self.next_within(known, u8::MAX)
    }

    /// Finds a minimal set of facts that, together with the givens, directly break one rule.
    ///
    /// # Errors
    /// The same as for [`next_within`](Board::next_within).
    pub fn clash_of(&self, facts: &[crate::fact::Fact]) -> Result<Option<Clash>, WhyError> {
        self.clash(&Known::plain(self, facts))
    }

    /// Finds a minimal set of facts that break one rule, and chooses the set with the fewest cells. Returns `None` if
    /// no rule is broken.
    ///
    /// # Errors
    /// The same as for [`next_within`](Board::next_within).
    pub fn clash(&self, known: &Known) -> Result<Option<Clash>, WhyError> {
        let mut found: Option<Clash> = None;
        for (rule, bench) in self.statement.rules.iter().zip(self.benches()?) {
            if let Some(facts) = bench.clash(self, known)?
                && found.as_ref().is_none_or(|clash| facts.len() < clash.facts.len())
            {
                found = Some(Clash { facts, rule: Some(rule.name.clone()) });
            }
        }
        if found.is_none() {
            let cells = 0..self.statement.cells.len();
            let empty = cells.clone().find(|&cell| known.left(self, cell).is_empty());
            let facts = |cell| self.candidates.of_cell(cell).map(|candidate| self.fact(candidate, false)).collect();
            found = empty.map(|cell| Clash { facts: facts(cell), rule: None });
        }
        Ok(found)
    }
}
