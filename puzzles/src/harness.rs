//! A test harness for kinds of puzzles. It checks the format, the solution, and every step from the givens to the end.
//!
//! Each step is verified independently of the code that found it. Under the step's rules alone, the premises and a
//! fact's negation must have no solution. If the step claims that its premises are minimal, there must be a solution
//! once any premise is dropped.

use crate::fact::Fact;
use crate::hint::{Board, Known, Next, Step};
use crate::puzzle::Kind;
use crate::statement::Statement;
use solver_core::prelude::*;

/// Counts from the check of one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The number of steps.
    pub steps: usize,
    /// The number of steps whose premises are all necessary.
    pub minimal: usize,
    /// The number of claims that were too expensive to verify.
    pub not_checked: usize,
}

/// The node limit of each search that verifies a claim.
const NODES: u64 = 20_000;

/// Checks a puzzle and all steps of its solution.
///
/// ```
/// let sudoku = puzzles::kind("sudoku").unwrap();
/// let report = puzzles::harness::check(sudoku, sudoku.example).unwrap();
/// assert_eq!((report.minimal, report.not_checked), (report.steps, 0));
/// ```
///
/// # Errors
/// Returns a description of the first failed check.
pub fn check(kind: &Kind, text: &str) -> Result<Report, String> {
    let puzzle = (kind.read)(text).map_err(message)?;
    let again = (kind.read)(&puzzle.write()).map_err(|error| format!("its written form cannot be read: {error}"))?;
    if again.write() != puzzle.write() {
        return Err(format!("its written form is read as a different puzzle: {}", again.write()));
    }
    let statement = puzzle.statement().map_err(message)?;
    let model = statement.with(&[]);
    let first = statement.search(&model).node_limit(NODES).first().map_err(message)?;
    let board = Board::new(statement);
    let (mut report, mut known) = (Report::default(), Known::given(&board));
    loop {
        match board.next(&known).map_err(message)? {
            Next::Step(step) => {
                judge(&board, &known, &step, &mut report)
                    .map_err(|fault| format!("{fault}: {:?}", step.lines(&board)))?;
                known.take(&board, &step);
            }
            Next::Contradiction(clash) if matches!(first, Outcome::Complete(_)) => {
                return Err(format!(
                    "steps end at a contradiction, but there is a solution: {}",
                    clash.sentence(&board)
                ));
            }
            _ => return Ok(report),
        }
    }
}

fn message(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn judge(board: &Board, known: &Known, step: &Step, report: &mut Report) -> Result<(), String> {
    let statement = &board.statement;
    let model = only(statement, &step.rules(board));
    report.steps += 1;
    report.minimal += usize::from(step.minimal);
    let known_already = |fact: &&Fact| known.fact(board, fact.cell, fact.value).is_some();
    if let Some(fact) = step.facts.iter().find(known_already) {
        return Err(format!("{} is already known", statement.sentence(&[*fact])));
    }
    for &fact in &step.facts {
        let opposite = fact.opposite();
        let mut possible = |premises: &[Fact]| {
            let assumed = premises.iter().chain([&opposite]).map(|&fact| statement.comparison(fact));
            let found = model.search().assuming(assumed).node_limit(NODES).first();
            let found = found.map_err(message)?;
            report.not_checked += usize::from(matches!(found, Outcome::Stopped { .. }));
            Ok::<Option<bool>, String>(match found {
                Outcome::Complete(_) => Some(true),
                Outcome::Unsat => Some(false),
                Outcome::Stopped { .. } => None,
            })
        };
        if possible(&step.premises)? == Some(true) {
            return Err(format!("{} does not follow", statement.sentence(&[fact])));
        }
        for left_out in 0..if step.minimal { step.premises.len() } else { 0 } {
            let mut fewer = step.premises.clone();
            let premise = fewer.remove(left_out);
            if possible(&fewer)? == Some(false) {
                return Err(format!("the premise {} is not needed", statement.sentence(&[premise])));
            }
        }
    }
    Ok(())
}

/// Creates a model with only some of the statement's rules, without the givens.
fn only(statement: &Statement, rules: &[usize]) -> Model {
    let mut model = statement.model.clone();
    for (number, rule) in statement.rules.iter().enumerate() {
        if !rules.contains(&number) {
            // This can fail only for a constraint from another model.
            let _ = model.leave_out(rule.constraint);
        }
    }
    model
}
