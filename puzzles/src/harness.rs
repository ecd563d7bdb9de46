//! The test bench for a kind of puzzle: its text, its solution, and every step from its givens to its end.
//!
//! A step is checked without the code that found it: with its rules alone, its premises and the opposite of a fact must
//! have no solution, and where it claims to need each premise, leaving one out must leave a solution.

use crate::fact::Fact;
use crate::hint::{Board, Known, Next, Step};
use crate::puzzle::Kind;
use crate::statement::Statement;
use solver_core::prelude::*;

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Steps.
    pub steps: usize,
    /// Steps that need each of their premises.
    pub minimal: usize,
    /// Claims that took too long to judge.
    pub not_checked: usize,
}

/// Nodes of each search that judges a claim.
const NODES: u64 = 20_000;

/// Checks a puzzle.
///
/// ```
/// let sudoku = puzzles::kind("sudoku").unwrap();
/// let report = puzzles::harness::check(sudoku, sudoku.example).unwrap();
/// assert_eq!((report.minimal, report.not_checked), (report.steps, 0));
/// ```
///
/// # Errors
/// What is wrong, in words.
pub fn check(kind: &Kind, text: &str) -> Result<Report, String> {
    let puzzle = (kind.read)(text).map_err(told)?;
    let again = (kind.read)(&puzzle.write()).map_err(|error| format!("what it writes is not read: {error}"))?;
    if again.write() != puzzle.write() {
        return Err(format!("what it writes is read as another puzzle: {}", again.write()));
    }
    let statement = puzzle.statement().map_err(told)?;
    let model = statement.with(&[]);
    let first = statement.search(&model).node_limit(NODES).first().map_err(told)?;
    let board = Board::new(statement);
    let (mut report, mut known) = (Report::default(), Known::given(&board));
    loop {
        match board.next(&known).map_err(told)? {
            Next::Step(step) => {
                judge(&board, &known, &step, &mut report)
                    .map_err(|fault| format!("{fault}: {:?}", step.tell(&board)))?;
                known.take(&board, &step);
            }
            Next::Contradiction(clash) if matches!(first, Outcome::Complete(_)) => {
                return Err(format!("steps end at a contradiction, but there is a solution: {}", clash.tell(&board)));
            }
            _ => return Ok(report),
        }
    }
}

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn judge(board: &Board, known: &Known, step: &Step, report: &mut Report) -> Result<(), String> {
    let statement = &board.statement;
    let model = only(statement, &step.rules(board));
    report.steps += 1;
    report.minimal += usize::from(step.minimal);
    let known_already = |fact: &&Fact| known.fact(board, fact.cell, fact.value).is_some();
    if let Some(fact) = step.facts.iter().find(known_already) {
        return Err(format!("{} is known already", statement.tell(&[*fact])));
    }
    for &fact in &step.facts {
        let opposite = fact.opposite();
        let mut possible = |premises: &[Fact]| {
            let assumed = premises.iter().chain([&opposite]).map(|&fact| statement.comparison(fact));
            let found = model.search().assuming(assumed).node_limit(NODES).first();
            let found = found.map_err(told)?;
            report.not_checked += usize::from(matches!(found, Outcome::Stopped { .. }));
            Ok::<Option<bool>, String>(match found {
                Outcome::Complete(_) => Some(true),
                Outcome::Unsat => Some(false),
                Outcome::Stopped { .. } => None,
            })
        };
        if possible(&step.premises)? == Some(true) {
            return Err(format!("{} does not follow", statement.tell(&[fact])));
        }
        for left_out in 0..if step.minimal { step.premises.len() } else { 0 } {
            let mut fewer = step.premises.clone();
            let premise = fewer.remove(left_out);
            if possible(&fewer)? == Some(false) {
                return Err(format!("the premise {} is not needed", statement.tell(&[premise])));
            }
        }
    }
    Ok(())
}

/// Some rules of a statement, without what is given.
fn only(statement: &Statement, rules: &[usize]) -> Model {
    let mut model = statement.model.clone();
    for (number, rule) in statement.rules.iter().enumerate() {
        if !rules.contains(&number) {
            // Leaving out fails for constraints of other models only.
            let _ = model.leave_out(rule.constraint);
        }
    }
    model
}
