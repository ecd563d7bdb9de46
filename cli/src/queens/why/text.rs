//! The answer to `--why` as text, for readers new to solvers.

use super::report::{Answer, Found, Justified, Line, Minimal, Report, Searched, State, Step};
use crate::wording::{cause, listed, plural};
use queens::{Format, render};
use solver_core::prelude::Depth;

/// The whole text.
pub(super) fn told(report: &Report<'_>) -> String {
    let mut out = format!("{}\n\n", title(report));
    if let Some(picture) = &report.picture {
        out.push_str(picture);
        out.push('\n');
    }
    match &report.answer {
        Answer::RuledOut { because } => out.push_str(&explained(report, because, "a queen")),
        Answer::Required { because } => out.push_str(&explained(report, because, "no queen")),
        Answer::Contradiction { because } => {
            let none = match guilty(report, because) {
                0 => "There is no solution at all",
                1 => "No solution has the given queen",
                _ => "No solution has all the given queens",
            };
            out.push_str(&format!("{none}, so there is nothing to ask about. This is why:\n"));
            out.push_str(&explained(report, because, ""));
        }
        Answer::Open { search } => out.push_str(&searched(report, search)),
        Answer::Column { squares } => out.push_str(&column(squares)),
        Answer::Stopped { by } => {
            out.push_str(&format!("Stopped by {} before there was an answer.\n", cause(*by)));
        }
    }
    out
}

fn title(report: &Report<'_>) -> String {
    let asked = &report.why;
    let question = match &report.answer {
        Answer::RuledOut { .. } => format!("Why can no queen stand on {asked}?"),
        Answer::Required { .. } => format!("Why must a queen stand on {asked}?"),
        Answer::Contradiction { because } => match guilty(report, because) {
            0 => "Why is there no solution?".to_owned(),
            1 => "Why can this queen not stand there?".to_owned(),
            _ => "Why can these queens not stand together?".to_owned(),
        },
        Answer::Open { .. } => format!("Can a queen stand on {asked}?"),
        Answer::Column { .. } => format!("Where can the queen of column {asked} stand?"),
        Answer::Stopped { .. } => format!("Why {asked}?"),
    };
    let queens = report.rules().of(report.question.n());
    match &report.given()[..] {
        [] => format!("{question} ({queens}, none given)"),
        given => format!("{question} ({queens}, given {})", given.join(", ")),
    }
}

/// How many given queens take part in a contradiction, as far as it is known: all, or none.
fn guilty(report: &Report<'_>, because: &Justified) -> usize {
    let looked = because.depth != Depth::Step.name();
    if looked && because.needs.is_empty() { 0 } else { report.given().len() }
}

/// The steps, what they need, and how far they were checked. `other` is what a solution would
/// have on the asked square otherwise.
fn explained(report: &Report<'_>, because: &Justified, other: &str) -> String {
    let mut out = String::new();
    for step in &because.steps {
        out.push_str(&numbered(step));
    }
    out.push('\n');
    if let Some(minimal) = &because.minimal {
        out.push_str(&needed(report, because, minimal, other));
    }
    out.push_str(&checked(because));
    out
}

/// `3. No queen on e1, … (from 1, 2)`
fn numbered(step: &Step) -> String {
    let from: Vec<String> = step.from.iter().map(usize::to_string).collect();
    let from = if from.is_empty() { String::new() } else { format!(" (from {})", from.join(", ")) };
    format!("{:>3}. {}{from}\n", step.number, capital(&step.sentence))
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Which of the given queens are needed, and how that is known.
fn needed(report: &Report<'_>, because: &Justified, minimal: &Minimal, other: &str) -> String {
    let (all, needs) = (report.given().len(), &because.needs);
    let enough = match (all, needs.len()) {
        (0, _) => return String::new(),
        (1, 0) => return "The given queen is not needed.\n".to_owned(),
        (_, 0) => return "None of the given queens is needed.\n".to_owned(),
        (all, few) if few < all => format!("Of the {all} given queens, {} {}. ", listed(needs), enough(few)),
        _ => String::new(),
    };
    let instead = match other {
        "" => "a solution".to_owned(),
        other => format!("a solution with {other} on {}", report.why),
    };
    let each = match (all, needs.len()) {
        (1, _) => "The given queen",
        (_, 1) => "It",
        _ => "Each of them",
    };
    let without = if needs.len() == 1 { "without it" } else { "without it, and with the others," };
    match minimal.stopped_by {
        None => format!("{enough}{each} is needed: {without} there is {instead}.\n"),
        Some(by) => {
            let search = format!("a search for {instead} with fewer of them was stopped by {}", cause(by));
            format!("{enough}Not proven minimal: {search}.\n")
        }
    }
}

fn enough(few: usize) -> &'static str {
    if few == 1 { "is enough" } else { "are enough" }
}

/// `12 steps, each checked again against its constraint.`
fn checked(because: &Justified) -> String {
    if because.follows_by == "search" {
        return "This follows by search. With --depth decisions it is told step by step, from more of the given queens.\n"
            .to_owned();
    }
    let given = because.steps.iter().filter(|step| step.kind == "given").count();
    let others = because.steps.len() - given;
    let queens = if given > 0 { plural(given, "given queen") + " and " } else { String::new() };
    let each = if others > 1 { "each " } else { "" };
    match others {
        0 => "It was given.\n".to_owned(),
        _ => format!("{queens}{}, {each}checked again against its constraint.\n", plural(others, "step")),
    }
}

fn searched(report: &Report<'_>, search: &Searched) -> String {
    let asked = &report.why;
    let nodes = search.nodes.unwrap_or_default();
    let count = format!("trying all possibilities (a search of {})", plural(nodes, "node"));
    let mut out = "Following the rules step by step does not tell. ".to_owned();
    out.push_str(&match search.found {
        Found::Either => format!("Both can be: here is a solution with a queen on {asked}, and one without.\n"),
        Found::Always => format!("But {count} finds no solution without: a queen must stand on {asked}.\n"),
        Found::Never => format!("But {count} finds no solution with a queen on {asked}: none can stand there.\n"),
        Found::NoSolution => {
            format!("But {count} finds no solution at all: neither with a queen on {asked} nor without.\n")
        }
        Found::Unknown => {
            let by = search.stopped_by.map_or("a limit", cause);
            let known = |one, other| {
                format!("There is a solution {one} a queen on {asked}. Whether there is one {other} is not known")
            };
            let known = match (&search.with, &search.without) {
                (Some(_), _) => known("with", "without"),
                (_, Some(_)) => known("without", "with"),
                (None, None) => "No solution was found, with or without".to_owned(),
            };
            format!("{known}: stopped by {by}.\n")
        }
    });
    for (name, rows) in [("With", &search.with), ("Without", &search.without)] {
        if let Some(board) = rows.as_deref().and_then(super::board) {
            out.push_str(&format!("\n{name} a queen on {asked}:\n{}", render(&board, Format::Board)));
        }
    }
    out
}

/// One line for each square, aligned.
fn column(squares: &[Line]) -> String {
    let width = squares.iter().map(|line| line.square.len()).max().unwrap_or(0);
    let line = |line: &Line| {
        let state = match line.state {
            State::Free => "free",
            State::RuledOut => "x",
            State::Required => "queen",
        };
        let sentence = line.sentence.as_deref().unwrap_or_default();
        format!("{:width$}  {state:5}  {sentence}", line.square).trim_end().to_owned() + "\n"
    };
    squares.iter().map(line).collect()
}
