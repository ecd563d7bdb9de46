//! Hints: the next step that a person can take.
//!
//! Steps are looked for at increasing strength. At each level first come the techniques that need no solver
//! ([`Technique`]), then each rule of the puzzle alone, by propagation of its constraint; at the end suppositions that
//! propagation of all rules refutes. What entries exclude at a glance is crossed out without a step, and nothing that
//! the player has entered or crossed out is told again. Where no step is left a guess is needed, and the hint says so.

mod bench;
mod board;
mod known;
mod patterns;
mod rule;
mod step;
mod suppose;
mod tell;
mod walk;

pub use board::Board;
pub use known::Known;
use step::Scene;
pub use step::{Step, Technique};
pub(crate) use tell::numbered;
pub use walk::{Reached, Walk};

use solver_core::why::WhyError;

/// The hardest level of steps by patterns and by single rules.
const HARDEST: u8 = 6;

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// A step.
    Step(Step),
    /// Nothing: all cells have their values.
    Solved,
    /// No step is left, but cells are open: a guess is needed.
    Guess,
    /// What is known contradicts the rules.
    Contradiction(Clash),
}

/// Facts that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The facts; none can be left out.
    pub facts: Vec<crate::fact::Fact>,
    /// The rule that they break, if it is one alone.
    pub rule: Option<String>,
}

impl Board {
    /// The simplest step from here, if it has at most this level. What is known must be crossed out already.
    ///
    /// # Errors
    /// [`WhyError`] when an explanation fails, which no puzzle leads to.
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

    /// The simplest step from here.
    ///
    /// # Errors
    /// As [`next_within`](Board::next_within).
    pub fn next(&self, known: &Known) -> Result<Next, WhyError> {
        self.next_within(known, u8::MAX)
    }

    /// Facts that break one rule together with what is given, without looking at what follows from them.
    ///
    /// # Errors
    /// As [`next_within`](Board::next_within).
    pub fn clash_of(&self, facts: &[crate::fact::Fact]) -> Result<Option<Clash>, WhyError> {
        self.clash(&Known::plain(self, facts))
    }

    /// Facts that break one rule, if some do: those of the fewest cells.
    ///
    /// # Errors
    /// As [`next_within`](Board::next_within).
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
