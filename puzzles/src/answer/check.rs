//! Checks a player's entries: which ones are wrong, and which ones contradict each other.

use super::solve::Found;
use super::{AskError, Game, within};
use crate::fact::Fact;
use crate::question::Answer;
use crate::state::State;
use crate::statement::distinct;
use solver_core::prelude::*;

/// The node limit of a search for the reason why a puzzle has no solution.
const REASONED: u64 = 2_000;

impl Game {
    pub(super) fn check(&self, state: &State) -> Result<Answer, AskError> {
        Ok(self.mistake(state)?.unwrap_or_else(|| Answer::says("right", "nothing is wrong")))
    }

    pub(super) fn conflict(&self, state: &State) -> Result<Answer, AskError> {
        let clash = self.board.clash_of(&state.facts(&self.board.statement)?)?;
        let blamed = clash.map(|clash| self.blamed("clash", clash.sentence(&self.board), &clash.facts));
        Ok(blamed.unwrap_or_else(|| Answer::says("right", "no rule is broken")))
    }

    /// Finds mistakes in a state: entries that break a rule, differ from the only solution, or leave no solution.
    pub(super) fn mistake(&self, state: &State) -> Result<Option<Answer>, AskError> {
        let facts = state.facts(&self.board.statement)?;
        if facts.is_empty() {
            return Ok(self
                .board
                .clash_of(&[])?
                .map(|clash| wrong("clash", clash.sentence(&self.board), &clash.facts)));
        }
        let clash = self.board.clash_of(&facts)?;
        let found = self.board.statement.found(&[], &self.limits);
        let only = if let Ok((Found::One(only), _)) = &found { Some(only) } else { None };
        let is_mistaken = |fact: &&Fact| only.is_some_and(|only| fact.holds != (only[fact.cell] == fact.value));
        let mistaken: Vec<Fact> = facts.iter().filter(is_mistaken).copied().collect();
        // A contradiction is reported even if a limit stopped the search for the solution.
        if let Some(clash) = clash {
            let mut answer = self.blamed("clash", clash.sentence(&self.board), &clash.facts);
            let own = mistaken.iter().map(|fact| fact.cell).filter(|cell| answer.wrong.contains(cell));
            answer.mistaken = distinct(own);
            return Ok(Some(answer));
        }
        match found?.0 {
            Found::One(_) if mistaken.is_empty() => Ok(None),
            Found::One(_) => {
                let text = format!("wrong: {}", self.board.statement.sentence(&mistaken));
                let answer = self.blamed("wrong", text, &mistaken);
                Ok(Some(Answer { mistaken: answer.wrong.clone(), ..answer }))
            }
            Found::None => Ok(Some(self.blamed("none", "the puzzle has no solution".to_owned(), &[]))),
            Found::Several(..) => {
                let core = self.core(&self.board.statement.with(&[]), &facts, &self.limits)?;
                Ok(core.map(|core| self.blamed("clash", self.together(&core), &core)))
            }
        }
    }

    /// Explains why a puzzle has no solution: names givens that break a rule or, failing that, an unsatisfiable core
    /// that a short search finds.
    pub(super) fn hopeless(&self) -> Result<Answer, AskError> {
        let none = |why: &str, facts: &[Fact]| wrong("none", format!("no solution{why}"), facts);
        if let Some(clash) = self.board.clash_of(&[])? {
            return Ok(none(&format!(": {}", clash.sentence(&self.board)), &clash.facts));
        }
        let (statement, limits) = (&self.board.statement, within(&self.limits, REASONED));
        let core = match self.core(&statement.model, &statement.givens_and(&[]).collect::<Vec<Fact>>(), &limits) {
            Err(AskError::Stopped { .. }) => return Ok(none("", &[])),
            core => core?.unwrap_or_default(),
        };
        if !core.is_empty() {
            return Ok(none(&format!(": {}", self.together(&core)), &core));
        }
        // The rules are contradictory even without the givens.
        let Clash::Minimal(core) = statement.search(&statement.model).learn(None).limits(limits).clash()? else {
            return Ok(none("", &[]));
        };
        let names = crate::words::named(core.members.into_iter().map(|member| member.name), "and");
        Ok(none(&format!(": {names} cannot all be satisfied"), &[]))
    }

    fn together(&self, facts: &[Fact]) -> String {
        let leave = if facts.len() == 1 { " leaves" } else { ": together they leave" };
        format!("{}{leave} no solution", self.board.statement.sentence(facts))
    }

    /// Finds a minimal unsatisfiable core of the facts. Returns `None` if a solution satisfies all of them.
    fn core(&self, model: &Model, facts: &[Fact], limits: &Limits) -> Result<Option<Vec<Fact>>, AskError> {
        let statement = &self.board.statement;
        let assumed = facts.iter().map(|&fact| statement.comparison(fact));
        match statement.search(model).learn(None).limits(limits.clone()).assuming(assumed).core()? {
            AssumptionCore::Satisfiable(_) => Ok(None),
            AssumptionCore::Minimal { assumptions, .. } => {
                Ok(Some(assumptions.into_iter().map(|number| facts[number]).collect()))
            }
            AssumptionCore::Stopped { by, .. } => Err(AskError::Stopped { by }),
        }
    }

    /// Builds the answer for a player's mistake. Givens are not blamed.
    fn blamed(&self, outcome: &'static str, text: String, facts: &[Fact]) -> Answer {
        let is_given = |fact: &&Fact| self.board.statement.givens.iter().any(|&(given, _)| given == fact.cell);
        let own: Vec<Fact> = facts.iter().filter(|fact| !is_given(fact)).copied().collect();
        wrong(outcome, text, &own)
    }
}

fn wrong(outcome: &'static str, text: String, facts: &[Fact]) -> Answer {
    Answer { wrong: distinct(facts.iter().map(|fact| fact.cell)), ..Answer::says(outcome, text) }
}
