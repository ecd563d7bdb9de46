//! Hints, full solution paths, explanations of a single cell, and difficulty ratings.

use super::solve::{Found, nodes_of};
use super::{AskError, Game};
use crate::fact::Fact;
use crate::hint::{CONSISTENCIES, Known, Next, Reached, Step, Walk};
use crate::puzzle::Kind;
use crate::question::{Answer, Difficulty, StepReport};
use crate::read::count;
use crate::state::{self, State};
use crate::words::named;
use solver_core::prelude::{CancelToken, StopReason};
use std::collections::BTreeMap;

/// The text when no step applies.
const GUESS: &str = "no step applies: a guess is needed";

impl Game {
    pub(super) fn hint(&self, state: &State) -> Result<Answer, AskError> {
        if let Some(mistake) = self.mistake(state)? {
            return Ok(mistake);
        }
        let known = state.known(&self.board)?;
        Ok(match self.board.next(&known)? {
            Next::Step(step) => {
                let report = self.report(&known, &step);
                let left = (0..self.board.statement.cells.len()).map(|cell| known.left(&self.board, cell)).collect();
                Answer { outcome: "step", text: report.text.clone(), steps: vec![report], left, ..Answer::default() }
            }
            Next::Solved => Answer::says("solved", "it is solved"),
            Next::Guess => Answer::says("guess", GUESS),
            Next::Contradiction(clash) => Answer::says("clash", clash.sentence(&self.board)),
        })
    }

    pub(super) fn steps(&self, state: &State) -> Result<Answer, AskError> {
        if let Some(mistake) = self.mistake(state)? {
            return Ok(mistake);
        }
        let from = state.known(&self.board)?;
        let walk = self.walk(&from, |_| false)?;
        let steps = count(walk.steps.len(), "step");
        let (outcome, end) = match &walk.end {
            Reached::Solved | Reached::Found => ("solved", format!("solved, after {steps}")),
            Reached::Guess => ("guess", format!("{GUESS}, after {steps}")),
            Reached::Contradiction(clash) => ("clash", clash.sentence(&self.board)),
        };
        let mut text = walk.lines(&self.board);
        text.push(end);
        let known = self.values_of(&walk.known);
        let solution: Option<Vec<i32>> = known.iter().copied().collect();
        let steps = self.reports(&from, &walk.steps);
        Ok(Answer { outcome, text, steps, known, solutions: solution.into_iter().collect(), ..Answer::default() })
    }

    /// Takes steps until a condition holds or there is no further step.
    fn walk(&self, from: &Known, enough: impl Fn(&Known) -> bool) -> Result<Walk, AskError> {
        let walk = self.board.walk_until(from, u8::MAX, |known| self.is_cancelled() || enough(known))?;
        match walk.end {
            Reached::Found if self.is_cancelled() => Err(AskError::Stopped { by: StopReason::Cancelled }),
            _ => Ok(walk),
        }
    }

    fn is_cancelled(&self) -> bool {
        self.limits.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
    }

    /// Converts steps to reports, given the knowledge before the first step.
    fn reports(&self, from: &Known, steps: &[Step]) -> Vec<StepReport> {
        let mut known = from.clone();
        let mut reports = Vec::new();
        for step in steps {
            reports.push(self.report(&known, step));
            known.take(&self.board, step);
        }
        reports
    }

    pub(super) fn rate(&self, kind: &Kind) -> Result<Answer, AskError> {
        let walk = self.walk(&Known::given(&self.board), |_| false)?;
        let hardest_step = walk.steps.iter().max_by_key(|step| step.technique.level());
        let (outcome, difficulty) = match walk.end {
            Reached::Contradiction(clash) => {
                return Ok(Answer::says("none", clash.sentence(&self.board)));
            }
            Reached::Guess => ("guess", Difficulty::Guess),
            Reached::Solved | Reached::Found => ("solved", kind.difficulty(hardest(&walk))),
        };
        let mut techniques = BTreeMap::new();
        for step in &walk.steps {
            *techniques.entry(step.technique.name()).or_default() += 1;
        }
        let steps = count(walk.steps.len(), "step");
        let text = match (hardest_step, difficulty) {
            (_, Difficulty::Guess) => format!("beyond steps: {GUESS}, after {steps}"),
            (Some(step), _) => {
                let name = step.technique.name();
                let article = if name.starts_with('X') { "an" } else { "a" };
                format!("{}: {steps}, the hardest {article} {name}", difficulty.name())
            }
            (None, _) => format!("{}: nothing remains to be done", difficulty.name()),
        };
        Ok(Answer { difficulty: Some(difficulty), techniques, ..Answer::says(outcome, text) })
    }

    /// Finds the weakest level of consistency that solves the puzzle. If no level does, a search determines whether
    /// there is exactly one solution.
    pub(super) fn weakest(&self) -> Result<Answer, AskError> {
        let (left, stopped) = self.board.statement.consistencies(&self.limits)?;
        let sizes = left.iter().map(|values| values.iter().map(Vec::len).sum());
        let levels: Vec<(&'static str, usize)> = CONSISTENCIES.into_iter().zip(sizes).collect();
        let last = levels.last().map_or("", |(level, _)| level);
        let is_solved = left.last().is_some_and(|left| left.iter().all(|values| values.len() == 1));
        let mut answer = match stopped {
            Some(_) => Answer { stopped, ..Answer::says("stopped", format!("beyond {last}")) },
            None if is_solved => Answer { weakest: Some(last), ..Answer::says("solved", last) },
            None => self.unique(&State::default())?,
        };
        if answer.outcome == "one" {
            answer = Answer { weakest: Some("search"), ..Answer::says("guess", "search") };
        }
        let weaker = levels.iter().filter(|(level, _)| answer.weakest != Some(level));
        let weaker: String = weaker.map(|(level, left)| format!("; {level} leaves {left}")).collect();
        Ok(Answer { text: vec![answer.text.concat() + &weaker], levels, ..answer })
    }

    pub(super) fn why(&self, state: &State, name: &str, value: Option<i32>) -> Result<Answer, AskError> {
        let statement = &self.board.statement;
        let cell = state::cell(statement, name)?;
        if let Some(value) = value {
            state::fact(statement, name, value, true)?;
        }
        if let Some(&(_, given)) = statement.givens.iter().find(|(given, _)| *given == cell) {
            let text = format!("{} is given", statement.sentence(&[Fact { cell, value: given, holds: true }]));
            return Ok(Answer::says("given", text));
        }
        // The player's entries are used if they are correct, except those in the queried cell.
        let mut state = state.clone();
        state.entries.remove(name);
        state.crossed.remove(name);
        let from = match self.mistake(&state)? {
            None => state.known(&self.board)?,
            Some(_) => Known::given(&self.board),
        };
        let decided = |known: &Known| match value {
            Some(value) => known.fact(&self.board, cell, value).map(|holds| Fact { cell, value, holds }),
            None => known.value(&self.board, cell).map(|value| Fact { cell, value, holds: true }),
        };
        let walk = self.walk(&from, |known| decided(known).is_some())?;
        let Some(fact) = decided(&walk.known) else {
            return match walk.end {
                Reached::Contradiction(clash) => Ok(Answer::says("clash", clash.sentence(&self.board))),
                _ => self.searched(cell, name, value),
            };
        };
        // Show the shortest of the three explanations.
        let narrow = (walk.leading_to(&self.board, fact), walk.known);
        let walk = self.board.walk_wide(&from, |known| self.is_cancelled() || decided(known) == Some(fact))?;
        let wide = (walk.leading_to(&self.board, fact), walk.known);
        let is_shorter = decided(&wide.1) == Some(fact) && wide.0.len() < narrow.0.len();
        let (steps, known) = if is_shorter { wide } else { narrow };
        let lines = steps.iter().map(|step| step.lines(&self.board).len()).sum::<usize>();
        match self.board.refuted(&from, fact)? {
            Some(step) if step.lines(&self.board).len() < lines => Ok(self.decided(&from, &[step], &from, fact)),
            _ => Ok(self.decided(&from, &steps, &known, fact)),
        }
    }

    /// Builds the answer about a fact that a sequence of steps decides.
    fn decided(&self, from: &Known, steps: &[Step], known: &Known, fact: Fact) -> Answer {
        let sentence = |facts: &[Fact]| self.board.statement.sentence(facts);
        let so = sentence(&[fact]);
        let mut text = vec![match steps.len() {
            0 => so.clone(),
            _ => format!("{so}: {}", count(steps.len(), "step")),
        }];
        text.extend(crate::hint::numbered(steps, &self.board));
        // The fact need not result from a step: entries may have crossed out its candidate.
        let behind = known.entries_behind(&self.board, fact);
        let is_mark = self.board.statement.is_marks();
        if !behind.is_empty() {
            text.push(format!("{} leaves {so}", sentence(&behind)));
        } else if let (false, false, Some(value)) = (is_mark, fact.holds, known.value(&self.board, fact.cell)) {
            text.push(format!("{}, so {so}", sentence(&[Fact { cell: fact.cell, value, holds: true }])));
        }
        let (steps, differ) = (self.reports(from, steps), behind.iter().map(|fact| fact.cell).collect());
        Answer { outcome: "decided", text, steps, differ, ..Answer::default() }
    }

    /// Builds the answer for a cell that the steps leave open. A search finds the possible values of the cell.
    fn searched(&self, cell: usize, name: &str, value: Option<i32>) -> Result<Answer, AskError> {
        let statement = &self.board.statement;
        let possible = |value: i32, holds: bool| {
            let (found, nodes) = statement.found(&[Fact { cell, value, holds }], &self.limits)?;
            Ok::<(bool, u64), AskError>((found != Found::None, nodes))
        };
        let (mut with, mut nodes) = (Vec::new(), 0);
        for value in value.map_or_else(|| statement.cells[cell].values.clone(), |value| vec![value]) {
            let (is_possible, more) = possible(value, true)?;
            nodes += more;
            with.extend(is_possible.then_some(value));
        }
        let by = format!("no sequence of steps leads there; found by a search of {}", nodes_of(nodes));
        let sentence = |value, holds| statement.sentence(&[Fact { cell, value, holds }]);
        let (outcome, text) = match (value, &with[..]) {
            (Some(value), []) => ("decided", sentence(value, false)),
            (Some(value), _) => {
                let (is_open, more) = possible(value, false)?;
                nodes += more;
                if is_open {
                    ("open", format!("both are possible for {name}"))
                } else {
                    ("decided", sentence(value, true))
                }
            }
            (None, []) => ("none", "there is no solution".to_owned()),
            (None, [value]) => ("decided", sentence(*value, true)),
            (None, several) => {
                let names = named(several.iter().map(|&value| statement.value_name(value)), "or");
                ("open", format!("{name} can hold {names}"))
            }
        };
        Ok(Answer { nodes: Some(nodes), ..Answer::says(outcome, format!("{by}: {text}")) })
    }
}

/// Returns the level of the hardest step.
pub(super) fn hardest(walk: &Walk) -> u8 {
    walk.steps.iter().map(|step| step.technique.level()).max().unwrap_or(0)
}
