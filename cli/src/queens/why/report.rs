//! Reports what an explainer finds, both for readers who are new to solvers and for programs.

use super::session::Session;
use crate::run::envelope::Fields;
use crate::wording::{cause, listed, plural};
use queens::{Board, BoardWords, Format, Square, render};
use solver_core::prelude::*;
use solver_core::why::{Answer, Cause, Decided, Explainer, Explanation, Follows, Minimality, Step, WhyError};
use solver_core::{Solution, StopReason};

/// The answer to a question, as text and as data.
pub(super) struct Report {
    /// The question, adjusted to its answer.
    pub(super) title: String,
    pub(super) text: String,
    /// The answer as JSON: its `state` and further fields.
    pub(super) data: Fields,
    /// The limit that stopped the search, if the answer is incomplete.
    pub(super) stopped_by: Option<StopReason>,
    /// The board, unless it is too large.
    pub(super) picture: Option<String>,
}

/// Answers questions with an explainer.
pub(super) struct Reporter<'a> {
    pub(super) session: &'a Session<'a>,
    pub(super) words: BoardWords<'a>,
    pub(super) explainer: &'a Explainer,
}

impl Reporter<'_> {
    fn given(&self) -> usize {
        self.session.givens.squares().len()
    }

    /// Explains why the given queens contradict each other.
    pub(super) fn contradiction(&self) -> Result<Report, WhyError> {
        let why = self.explainer.why_failed(self.session.depth)?;
        // Assumes that all given queens take part in the contradiction, unless it is known that none does.
        let guilty = if why.depth != Depth::Step && self.needs(&why).is_empty() { 0 } else { self.given() };
        let (title, none) = match guilty {
            0 => ("Why is there no solution?", "There is no solution at all"),
            1 => ("Why can this queen not stand there?", "No solution has the given queen"),
            _ => ("Why can these queens not stand together?", "No solution has all the given queens"),
        };
        let answer = self.explained("contradiction", title.to_owned(), &why, "a solution");
        let text = format!("{none}, so there is nothing to ask about. This is why:\n{}", answer.text);
        Ok(Report { text, ..answer })
    }

    /// Answers a question about one square.
    pub(super) fn about(&self, square: Square) -> Result<Report, WhyError> {
        let asked = self.session.name();
        Ok(match self.explainer.why(self.session.queen_on(square), self.session.depth)? {
            Answer::True(why) => {
                let title = format!("Why must a queen stand on {asked}?");
                self.explained("required", title, &why, &format!("a solution with no queen on {asked}"))
            }
            Answer::False(why) => {
                let title = format!("Why can no queen stand on {asked}?");
                self.explained("ruled_out", title, &why, &format!("a solution with a queen on {asked}"))
            }
            Answer::Open => self.searched(self.explainer.decide(self.session.queen_on(square))?)?,
        })
    }

    /// Explains each square of a column with a sentence on its own line.
    pub(super) fn column(&self, column: u32) -> Result<Report, WhyError> {
        let squares: Vec<_> = (0..self.session.givens.size() as u32).rev().map(|row| Square { column, row }).collect();
        let width = squares.iter().map(|&square| self.session.written(square).len()).max().unwrap_or(0);
        let (mut text, mut lines) = (String::new(), Vec::new());
        for square in squares {
            let (state, word, why) = match self.explainer.why(self.session.queen_on(square), Depth::Step)? {
                Answer::True(why) => ("required", "queen", Some(why)),
                Answer::False(why) => ("ruled_out", "x", Some(why)),
                Answer::Open => ("free", "free", None),
            };
            let step = why.as_ref().and_then(|why| why.steps.last());
            let sentence = step.map(|step| step.sentence(&self.words));
            let square = self.session.written(square);
            let line = format!("{square:width$}  {word:5}  {}", sentence.as_deref().unwrap_or_default());
            text += &(line.trim_end().to_owned() + "\n");
            let line = Fields::new().with("square", square).with("state", state).with("sentence", sentence);
            let line = line.with("rule", step.map(|step| step.cause.rule().name));
            lines.push(line.with("constraint", step.and_then(|step| self.source(step).1)));
        }
        let title = format!("Where can the queen of column {} stand?", self.session.name());
        let data = Fields::new().with("state", "column").with("squares", lines);
        Ok(Report { title, text, data, stopped_by: None, picture: None })
    }

    /// Writes the steps, the given queens that they depend on, and how this was verified. `instead` describes what
    /// would exist if one of these queens were missing.
    fn explained(&self, state: &str, title: String, why: &Explanation, instead: &str) -> Report {
        let needs = self.needs(why);
        let by_search = matches!(why.follows, Follows::BySearch { .. });
        let minimal = match why.minimality {
            Minimality::NotAsked => None,
            Minimality::Proven { nodes, .. } => Some((nodes, None)),
            Minimality::NotProven { by, nodes } => Some((nodes, Some(by))),
        };
        let stopped_by = minimal.and_then(|(_, by)| by);
        let (mut text, mut steps) = (String::new(), Vec::new());
        for (step, number) in why.steps.iter().zip(1..) {
            let sentence = step.sentence(&self.words);
            let from: Vec<usize> = step.from.iter().map(|i| i + 1).collect();
            text += &format!("{number:>3}. {}{}\n", capital(&sentence), references(&from));
            let (kind, constraint) = self.source(step);
            let fields =
                Fields::new().with("number", number).with("sentence", sentence).with("from", from).with("kind", kind);
            steps.push(fields.with("rule", step.cause.rule().name).with("constraint", constraint));
        }
        text.push('\n');
        if minimal.is_some() {
            text += &self.needed(&needs, stopped_by, instead);
        }
        text += &checked(why, by_search);
        let because = Fields::new().with("depth", why.depth.name());
        let because = because.with("follows_by", if by_search { "search" } else { "propagation" }).with("needs", needs);
        let minimal = minimal.map(|(nodes, by)| {
            let minimal = Fields::new().with("proven", by.is_none()).with("nodes", nodes);
            minimal.with("stopped_by", by.map(|by| by.to_string()))
        });
        let because = because.with("minimal", minimal).with("steps", steps).with("verified", why.verified);
        let data = Fields::new().with("state", state).with("because", because);
        Report { title, text, data, stopped_by, picture: None }
    }

    /// Returns the squares of the given queens at the leaves of the derivation; none with depth `step`.
    fn needs(&self, why: &Explanation) -> Vec<String> {
        let name = |&number: &usize| self.explainer.assumptions()[number].name.clone();
        why.assumptions.iter().filter_map(name).collect()
    }

    /// Returns the kind of a step, and the name of its constraint in the model, if it has one.
    fn source(&self, step: &Step) -> (&'static str, Option<String>) {
        match &step.cause {
            Cause::Assumption { .. } => ("given", None),
            Cause::Declared => ("declared", None),
            Cause::Stated { names, .. } => ("stated", Some(names.join(", "))),
            Cause::Constraint { constraint, .. } => {
                ("constraint", Some(self.explainer.symbols().constraint(*constraint).to_owned()))
            }
            Cause::Domain { .. } => ("column", None),
            Cause::Search { .. } => ("search", None),
        }
    }

    /// Writes which of the given queens are needed, and how this is known.
    fn needed(&self, needs: &[String], stopped_by: Option<StopReason>, instead: &str) -> String {
        let enough = match (self.given(), needs.len()) {
            (0, _) => return String::new(),
            (1, 0) => return "The given queen is not needed.\n".to_owned(),
            (_, 0) => return "None of the given queens is needed.\n".to_owned(),
            (all, few) if few < all => {
                let enough = if few == 1 { "is enough" } else { "are enough" };
                format!("Of the {all} given queens, {} {enough}. ", listed(needs))
            }
            _ => String::new(),
        };
        let each = match (self.given(), needs.len()) {
            (1, _) => "The given queen",
            (_, 1) => "It",
            _ => "Each of them",
        };
        let without = if needs.len() == 1 { "without it" } else { "without it, and with the others," };
        match stopped_by {
            None => format!("{enough}{each} is needed: {without} there is {instead}.\n"),
            Some(by) => {
                let search = format!("a search for {instead} with fewer of them was stopped by {}", cause(by));
                format!("{enough}Not proven minimal: {search}.\n")
            }
        }
    }

    /// Answers by search, because propagation does not decide the question.
    fn searched(&self, decided: Decided) -> Result<Report, WhyError> {
        let asked = self.session.name();
        let search = |nodes: u64| format!("But trying all possibilities (a search of {}) finds", plural(nodes, "node"));
        let (found, nodes, stopped_by, with, without, says) = match decided {
            Decided::Either { with, without } => {
                let says = format!("Both are possible: here is a solution with a queen on {asked}, and one without.");
                ("either", None, None, Some(with), Some(without), says)
            }
            Decided::Always { witness, nodes } => {
                let says = format!("{} no solution without: a queen must stand on {asked}.", search(nodes));
                ("always", Some(nodes), None, Some(witness), None, says)
            }
            Decided::Never { witness, nodes } => {
                let says = format!("{} no solution with a queen on {asked}: none can stand there.", search(nodes));
                ("never", Some(nodes), None, None, Some(witness), says)
            }
            Decided::NoSolution { nodes } => {
                let says =
                    format!("{} no solution at all: neither with a queen on {asked} nor without.", search(nodes));
                ("no_solution", Some(nodes), None, None, None, says)
            }
            Decided::Unknown { by, with, without } => {
                let known = |one, other| {
                    format!("There is a solution {one} a queen on {asked}. Whether there is one {other} is not known")
                };
                let known = match (&with, &without) {
                    (Some(_), _) => known("with", "without"),
                    (_, Some(_)) => known("without", "with"),
                    (None, None) => "No solution was found, with or without".to_owned(),
                };
                ("unknown", None, Some(by), with, without, format!("{known}: stopped by {}.", cause(by)))
            }
        };
        let mut text = format!("Following the rules step by step does not decide it. {says}\n");
        let data = Fields::new().with("found", found).with("nodes", nodes);
        let mut data = data.with("stopped_by", stopped_by.map(|by| by.to_string()));
        for (key, name, solution) in [("with", "With", with), ("without", "Without", without)] {
            let rows = solution.map(|solution| self.rows(&solution)).transpose()?;
            if let Some(board) = rows.clone().and_then(|rows| Board::new(rows).ok()) {
                text += &format!("\n{name} a queen on {asked}:\n{}", render(&board, Format::Board));
            }
            // Programs expect rows counted from 1.
            data = data.with(key, rows.map(|rows| rows.iter().map(|row| row + 1).collect::<Vec<_>>()));
        }
        let title = format!("Can a queen stand on {asked}?");
        Ok(Report {
            title,
            text,
            data: Fields::new().with("state", "open").with("search", data),
            stopped_by,
            picture: None,
        })
    }

    fn rows(&self, solution: &Solution) -> Result<Vec<u32>, WhyError> {
        Ok(solution.values(&self.session.queens.columns)?.into_iter().map(|row| row as u32).collect())
    }
}

/// Writes ` (from 1, 2)`.
fn references(from: &[usize]) -> String {
    let from: Vec<String> = from.iter().map(usize::to_string).collect();
    if from.is_empty() { String::new() } else { format!(" (from {})", from.join(", ")) }
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Writes `12 steps, each checked again against its constraint.`
fn checked(why: &Explanation, by_search: bool) -> String {
    if by_search {
        return "This follows by search. With --depth decisions it is explained step by step, from more of the given queens.\n"
            .to_owned();
    }
    let given = why.steps.iter().filter(|step| matches!(step.cause, Cause::Assumption { .. })).count();
    let others = why.steps.len() - given;
    let queens = if given > 0 { plural(given, "given queen") + " and " } else { String::new() };
    let each = if others > 1 { "each " } else { "" };
    match others {
        0 => "It was given.\n".to_owned(),
        _ => format!("{queens}{}, {each}checked again against its constraint.\n", plural(others, "step")),
    }
}
