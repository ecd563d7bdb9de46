//! Answers questions about all kinds of puzzles.

mod check;
mod generate;
mod hint;
mod search;
mod solve;

pub use generate::{GenerateError, generate};
pub(crate) use generate::{pick, random_solution, shuffled};
pub use solve::{Found, Ready};

use crate::hint::Board;
use crate::puzzle::{Kind, Puzzle};
use crate::question::{Answer, Ask, CellReport, Question, StepReport};
use crate::read::ReadError;
use crate::state::StateError;
use crate::{Known, Step};
use solver_core::prelude::*;
use solver_core::why::WhyError;
use std::ops::ControlFlow;

/// The reason why a question cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The text is not a puzzle of this kind.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The kind is not in the catalogue.
    #[error("there is no puzzle named `{name}`; choose one of {}", known.join(", "))]
    Kind {
        /// The requested name of a kind.
        name: String,
        /// The names of the available kinds.
        known: Vec<&'static str>,
    },
    /// The state does not fit the puzzle.
    #[error(transparent)]
    State(#[from] StateError),
    /// The generator did not find a puzzle with the requested properties.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// A limit stopped the search.
    #[error("stopped by {by}")]
    Stopped {
        /// The limit.
        by: StopReason,
    },
    /// The model is invalid.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// An explanation failed.
    #[error(transparent)]
    Why(#[from] WhyError),
}

/// A callback that receives a solution and decides whether to continue.
type Each<'e> = &'e mut dyn FnMut(Vec<i32>) -> ControlFlow<()>;

/// Answers a question within the limits. If these are only node limits, the answer is deterministic.
pub fn answer(question: &Question, limits: &Limits) -> Answer {
    let answered = ask(question, limits);
    let mut answer = answered.unwrap_or_else(|error| {
        let at = if let AskError::Read(read) = &error { Some((read.at.line, read.at.column)) } else { None };
        let outcome = if matches!(error, AskError::Stopped { .. }) { "stopped" } else { "error" };
        Answer { at, ..Answer::says(outcome, error.to_string()) }
    });
    if let Some(by) = answer.stopped {
        answer.text.iter_mut().for_each(|text| *text += &format!("; stopped by {by}"));
    }
    answer.puzzle.clone_from(&question.puzzle);
    answer
}

/// Answers like [`answer`], but returns errors as [`AskError`] and does not mention a [limit](Answer::stopped) in the
/// answer's text.
///
/// # Errors
/// [`AskError`].
pub fn ask(question: &Question, limits: &Limits) -> Result<Answer, AskError> {
    ask_of(known(&question.puzzle)?, question, limits)
}

/// Passes each solution to the callback as soon as it is found, regardless of the kind of question. The answer contains
/// no solutions.
///
/// # Errors
/// [`AskError`].
pub fn each_solution(question: &Question, limits: &Limits, each: Each<'_>) -> Result<Answer, AskError> {
    let kind = known(&question.puzzle)?;
    let game = Game::new((kind.read)(&question.text)?, limits)?;
    let answer = game.solve_each(&question.state, u64::MAX, each)?;
    let known = game.values_of(&question.state.known(&game.board)?);
    Ok(Answer { puzzle: question.puzzle.clone(), known, ..answer })
}

fn known(name: &str) -> Result<&'static Kind, AskError> {
    crate::kind(name).ok_or_else(|| AskError::Kind {
        name: name.to_owned(),
        known: crate::KINDS.iter().map(|kind| kind.name).collect(),
    })
}

/// Answers like [`ask`], for a kind of puzzle that need not be in the catalogue.
///
/// # Errors
/// [`AskError`].
pub fn ask_of(kind: &Kind, question: &Question, limits: &Limits) -> Result<Answer, AskError> {
    let mut answer = if let Ask::Generate { seed, difficulty, size } = question.ask {
        let made = generate(kind, size.unwrap_or(kind.sizes[1]), difficulty, seed, limits)?;
        Answer { outcome: "made", ..Game::new(made, limits)?.shown() }
    } else {
        Game::new((kind.read)(&question.text)?, limits)?.answer(kind, question)?
    };
    answer.puzzle.clone_from(&question.puzzle);
    Ok(answer)
}

/// Returns the limits with the node limit reduced to at most `nodes`.
fn within(limits: &Limits, nodes: u64) -> Limits {
    Limits { nodes: Some(limits.nodes.map_or(nodes, |own| own.min(nodes))), ..limits.clone() }
}

/// A puzzle that a question is about.
pub(crate) struct Game {
    pub(crate) puzzle: Box<dyn Puzzle>,
    pub(crate) board: Board,
    pub(crate) limits: Limits,
}

impl Game {
    pub(crate) fn new(puzzle: Box<dyn Puzzle>, limits: &Limits) -> Result<Game, ModelError> {
        let board = Board::new(puzzle.statement()?);
        Ok(Game { puzzle, board, limits: limits.clone() })
    }

    fn answer(&self, kind: &Kind, Question { state, ask, .. }: &Question) -> Result<Answer, AskError> {
        let mut answer = match ask {
            Ask::Solve { limit } => self.solve(state, *limit)?,
            Ask::Count => self.count(state)?,
            Ask::Unique => self.unique(state)?,
            Ask::Hint => self.hint(state)?,
            Ask::Steps => self.steps(state)?,
            Ask::Why { cell, value } => self.why(state, cell, *value)?,
            Ask::Check => self.check(state)?,
            Ask::Conflict => self.conflict(state)?,
            Ask::Rate => self.rate(kind)?,
            Ask::Weakest => self.weakest()?,
            Ask::Show | Ask::Generate { .. } => self.shown(),
        };
        if answer.known.is_empty() {
            answer.known = self.values_of(&state.known(&self.board)?);
        }
        Ok(answer)
    }

    /// Builds the answer that shows the puzzle itself.
    fn shown(&self) -> Answer {
        let statement = &self.board.statement;
        let mark = statement.is_marks();
        let cells = statement.cells.iter().enumerate().map(|(number, cell)| CellReport {
            name: cell.name.clone(),
            values: cell.values.clone(),
            names: cell.values.iter().map(|&value| statement.value_name(value)).collect(),
            given: statement.givens.iter().find(|(given, _)| *given == number).map(|(_, value)| *value),
            mark,
        });
        let (write, sheet) = (self.puzzle.write(), Some(self.puzzle.sheet()));
        Answer { outcome: "shown", write, sheet, cells: cells.collect(), ..Answer::default() }
    }

    /// Returns the known value of each cell.
    fn values_of(&self, known: &Known) -> Vec<Option<i32>> {
        (0..self.board.statement.cells.len()).map(|cell| known.value(&self.board, cell)).collect()
    }

    /// Converts a step to data for an answer.
    fn report(&self, known: &Known, step: &Step) -> StepReport {
        StepReport {
            technique: step.technique.name(),
            level: step.technique.level(),
            facts: step.facts.clone(),
            premises: step.premises.clone(),
            rests_on: step.rests_on(&self.board, known),
            minimal: step.minimal,
            text: step.lines(&self.board),
        }
    }
}
