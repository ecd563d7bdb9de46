//! Which entries are wrong, and which clash.

use super::solve::Found;
use super::{AskError, Game};
use crate::question::Answer;
use crate::state::State;
use crate::statement::Fact;
use solver_core::prelude::*;

impl Game {
    pub(super) fn check(&self, state: &State) -> Result<Answer, AskError> {
        Ok(match self.mistake(state)? {
            Some(mistake) => mistake,
            None => Answer { outcome: "right", text: vec!["nothing is wrong".to_owned()], ..Answer::default() },
        })
    }

    /// What is wrong with a state: entries that break a rule, differ from the only solution, or leave none.
    pub(super) fn mistake(&self, state: &State) -> Result<Option<Answer>, AskError> {
        let facts = self.facts(state)?;
        if let Some(clash) = self.board.clash_of(&facts)? {
            let text = clash.tell(&self.board);
            return Ok(Some(self.wrong("clash", text, &clash.facts)));
        }
        if facts.is_empty() {
            return Ok(None);
        }
        match self.board.statement.found(&[], &self.limits)?.0 {
            Found::One(only) => {
                let wrong: Vec<Fact> =
                    facts.into_iter().filter(|fact| fact.holds != (only[fact.cell] == fact.value)).collect();
                if wrong.is_empty() {
                    return Ok(None);
                }
                let text = format!("wrong: {}", self.board.statement.tell(&wrong));
                Ok(Some(self.wrong("wrong", text, &wrong)))
            }
            Found::None => Ok(Some(self.wrong("none", "the puzzle has no solution".to_owned(), &[]))),
            Found::Several(..) => self.core(&facts),
        }
    }

    /// Facts that leave no solution together, of a puzzle that has several.
    fn core(&self, facts: &[Fact]) -> Result<Option<Answer>, AskError> {
        let statement = &self.board.statement;
        let model = statement.with(&[]);
        let assumed = facts.iter().map(|&fact| statement.comparison(fact));
        let core = statement.search(&model).limits(self.limits.clone()).assuming(assumed).core()?;
        match core {
            AssumptionCore::Satisfiable(_) => Ok(None),
            AssumptionCore::Minimal { assumptions, .. } => {
                let clash: Vec<Fact> = assumptions.into_iter().map(|number| facts[number]).collect();
                let text = format!("{}: together they leave no solution", statement.tell(&clash));
                Ok(Some(self.wrong("clash", text, &clash)))
            }
            AssumptionCore::Stopped { by, .. } => Err(AskError::Stopped { by }),
        }
    }

    fn wrong(&self, outcome: &'static str, text: String, facts: &[Fact]) -> Answer {
        let given = |cell: &usize| self.board.statement.givens.iter().any(|(given, _)| given == cell);
        let mut wrong: Vec<usize> = facts.iter().map(|fact| fact.cell).filter(|cell| !given(cell)).collect();
        wrong.sort_unstable();
        wrong.dedup();
        Answer { outcome, text: vec![text], wrong, ..Answer::default() }
    }
}
