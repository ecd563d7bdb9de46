//! Finds some solutions, counts them, or determines whether there is exactly one.

use super::{AskError, Each, Game};
use crate::cover::Cover;
use crate::fact::Fact;
use crate::question::Answer;
use crate::read::count;
use crate::state::State;
use crate::statement::Statement;
use solver_core::prelude::*;
use std::ops::ControlFlow;

/// Whether there are no solutions, one, or several.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Found {
    /// There is no solution.
    None,
    /// There is exactly one solution, given by the value of each cell.
    One(Vec<i32>),
    /// There are at least two solutions; two are given.
    Several(Vec<i32>, Vec<i32>),
}

impl Found {
    /// Classifies at most two solutions.
    fn from_solutions(solutions: Vec<Vec<i32>>) -> Found {
        let mut solutions = solutions.into_iter();
        match (solutions.next(), solutions.next()) {
            (None, _) => Found::None,
            (Some(one), None) => Found::One(one),
            (Some(one), Some(other)) => Found::Several(one, other),
        }
    }
}

/// The node limit of the exact cover search. After that, the propagators take over, because they prune more at each
/// node.
const COVER_NODES: u64 = 2_000;

/// A statement, prepared for repeated uniqueness checks with different facts.
#[derive(Debug)]
pub struct Ready<'s> {
    statement: &'s Statement,
    /// The exact cover, if all rules are groups.
    cover: Option<Cover>,
}

impl Ready<'_> {
    /// Classifies the solutions like [`Statement::found`].
    ///
    /// # Errors
    /// The same as for [`Statement::found`].
    pub fn found(&self, facts: &[Fact], limits: &Limits) -> Result<(Found, u64), AskError> {
        let statement = self.statement;
        let most = limits.nodes.map_or(COVER_NODES, |nodes| nodes.min(COVER_NODES));
        let all: Vec<Fact> = statement.givens_and(facts).collect();
        let covered = self.cover.as_ref().and_then(|cover| cover.two(&all, most));
        if let Some((solutions, nodes)) = covered {
            return Ok((Found::from_solutions(solutions), nodes));
        }
        let mut solutions = Vec::new();
        let two = Limits { solutions: Some(2), ..limits.clone() };
        let searched = statement.each(facts, &two, &mut |run| {
            run.recheck()?;
            solutions.push(statement.values(run)?);
            Ok(ControlFlow::Continue(()))
        })?;
        match searched.end {
            Step::Stopped(by) => Err(AskError::Stopped { by }),
            Step::Solution | Step::Exhausted => Ok((Found::from_solutions(solutions), searched.nodes)),
        }
    }
}

impl Statement {
    /// Prepares the data that repeated checks share.
    ///
    /// ```
    /// use puzzles::{Fact, Found, kind};
    /// use solver_core::prelude::Limits;
    /// let sudoku = kind("sudoku").unwrap();
    /// let statement = (sudoku.read)("12..\n34..\n....\n...1\n").unwrap().statement().unwrap();
    /// let ready = statement.ready();
    /// // One number in the first square of the third row leaves only one solution.
    /// let is_one = |&value: &i32| {
    ///     let fact = Fact { cell: 8, value, holds: true };
    ///     matches!(ready.found(&[fact], &Limits::default()).unwrap().0, Found::One(_))
    /// };
    /// assert_eq!((1..=4).filter(is_one).count(), 1);
    /// ```
    pub fn ready(&self) -> Ready<'_> {
        Ready { statement: self, cover: Cover::new(self) }
    }

    /// Classifies the solutions that satisfy the givens and these facts, and returns the number of search nodes.
    ///
    /// ```
    /// use puzzles::{Found, kind};
    /// use solver_core::prelude::Limits;
    /// let sudoku = kind("sudoku").unwrap();
    /// let statement = (sudoku.read)("12..\n34..\n....\n...1\n").unwrap().statement().unwrap();
    /// let (found, _) = statement.found(&[], &Limits::default()).unwrap();
    /// assert!(matches!(found, Found::Several(..)));
    /// ```
    ///
    /// # Errors
    /// [`AskError::Stopped`] when a limit is reached first; [`AskError::Model`] when the model is invalid.
    pub fn found(&self, facts: &[Fact], limits: &Limits) -> Result<(Found, u64), AskError> {
        self.ready().found(facts, limits)
    }
}

impl Game {
    pub(super) fn solve(&self, state: &State, limit: u64) -> Result<Answer, AskError> {
        let mut solutions = Vec::new();
        let answer = self.solve_each(state, limit, &mut |solution| {
            solutions.push(solution);
            ControlFlow::Continue(())
        })?;
        Ok(Answer { solutions, ..answer })
    }

    /// Passes each solution to the callback as soon as it is found, until there are no more solutions or the callback
    /// breaks.
    pub(super) fn solve_each(&self, state: &State, limit: u64, each: Each<'_>) -> Result<Answer, AskError> {
        let limit = self.limits.solutions.map_or(limit, |own| own.min(limit));
        let limits = Limits { solutions: Some(limit), ..self.limits.clone() };
        let statement = &self.board.statement;
        let searched = statement.each(&state.facts(&self.board.statement)?, &limits, &mut |run| {
            run.recheck()?;
            Ok(each(statement.values(run)?))
        })?;
        let (found, nodes, end) = (searched.solutions as usize, searched.nodes, searched.end);
        let stopped = if let Step::Stopped(by) = end { Some(by) } else { None };
        let (outcome, text) = match end {
            _ if stopped.is_some() => ("stopped", format!("{} so far", count(found, "solution"))),
            _ if found == 0 && *state == State::default() => {
                return Ok(Answer { nodes: Some(nodes), ..self.hopeless()? });
            }
            _ if found == 0 => ("none", "no solution".to_owned()),
            Step::Exhausted => ("complete", format!("{}, and no more", count(found, "solution"))),
            _ => ("solved", format!("{}, after {}", count(found, "solution"), nodes_of(nodes))),
        };
        Ok(Answer { nodes: Some(nodes), stopped, ..Answer::says(outcome, text) })
    }

    pub(super) fn count(&self, state: &State) -> Result<Answer, AskError> {
        let facts = state.facts(&self.board.statement)?;
        let searched = self.board.statement.each(&facts, &self.limits, &mut |_| Ok(ControlFlow::Continue(())))?;
        let number = searched.solutions;
        let stopped = match searched.end {
            Step::Stopped(by) => Some(by),
            Step::Solution => Some(StopReason::Solutions),
            Step::Exhausted => None,
        };
        let text = match (stopped, number) {
            (Some(_), _) => format!("at least {number} solutions"),
            (None, 0) => "no solution".to_owned(),
            (None, _) => count(number as usize, "solution"),
        };
        let outcome = if stopped.is_some() { "stopped" } else { "complete" };
        Ok(Answer { count: Some(number.to_string()), stopped, ..Answer::says(outcome, text) })
    }

    pub(super) fn unique(&self, state: &State) -> Result<Answer, AskError> {
        let (found, nodes) = self.board.statement.found(&state.facts(&self.board.statement)?, &self.limits)?;
        let proved = nodes_of(nodes);
        let answer = match found {
            Found::None if *state == State::default() => self.hopeless()?,
            Found::None => Answer::says("none", format!("no solution, proved with {proved}")),
            Found::One(only) => {
                let text = format!("exactly one solution, proved with {proved}");
                Answer { solutions: vec![only], ..Answer::says("one", text) }
            }
            Found::Several(one, other) => {
                let differ: Vec<usize> = (0..one.len()).filter(|&cell| one[cell] != other[cell]).collect();
                let name = |&cell: &usize| self.board.statement.cells[cell].name.clone();
                let names = crate::words::named(differ.iter().map(name), "and");
                let text = format!("more than one solution: two differ in {names}");
                Answer { differ, solutions: vec![one, other], ..Answer::says("several", text) }
            }
        };
        Ok(Answer { nodes: Some(nodes), ..answer })
    }
}

pub(super) fn nodes_of(nodes: u64) -> String {
    count(nodes as usize, "node")
}
