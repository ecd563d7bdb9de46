//! What `ferz puzzle` prints.

use super::args::{PuzzleArgs, Shape};
use crate::exit::{BadInput, Ended, UNWRITABLE, complain};
use crate::run::envelope::{self, Fields, Outcome};
use anyhow::Context;
use puzzles::{Answer, Ask, KINDS, Kind, Picture, Question, Sheet};
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;

/// Prints a text to the end.
pub(super) fn print(text: &str) -> anyhow::Result<Ended> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context(UNWRITABLE)?;
    Ok(Ended::Complete)
}

/// A picture in the wanted shape; in colours on a terminal, unless `NO_COLOR` is set.
fn drawn(args: &PuzzleArgs, sheet: &Sheet, values: &[Option<i32>]) -> String {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match args.format {
        Shape::Svg => puzzles::svg(sheet, values),
        Shape::Text => {
            let colours = sheet.tinted && std::io::stdout().is_terminal() && !no_colour;
            Picture { ascii: args.ascii, colours }.draw(sheet, values)
        }
        Shape::Lines | Shape::Json => String::new(),
    }
}

/// An answer: pictures, then sentences.
pub(super) fn answer(args: &PuzzleArgs, asked: &Question, shown: &Answer, answer: &Answer) -> anyhow::Result<Ended> {
    let ended = if answer.stopped.is_some() { Ended::Stopped } else { Ended::Complete };
    if args.format == Shape::Json {
        object(asked, answer)?;
        return Ok(ended);
    }
    let sheet = shown.sheet.clone().unwrap_or_default();
    let boards: Vec<Vec<Option<i32>>> = match answer.solutions.is_empty() || args.solve_by_hints {
        true => vec![answer.known.clone()],
        false => answer.solutions.iter().map(|values| values.iter().copied().map(Some).collect()).collect(),
    };
    // A file has one picture.
    let most = if args.format == Shape::Svg { 1 } else { usize::MAX };
    let pictures: Vec<String> = boards.iter().take(most).map(|values| drawn(args, &sheet, values)).collect();
    let mut text = match args {
        PuzzleArgs { count: true, .. } | PuzzleArgs { rate: true, .. } | PuzzleArgs { why: Some(_), .. }
            if args.format == Shape::Text =>
        {
            String::new()
        }
        _ if args.format == Shape::Lines && !answer.solutions.is_empty() && !args.solve_by_hints => told(shown, answer),
        _ => pictures.join("\n"),
    };
    if args.format == Shape::Svg {
        answer.text.iter().for_each(|line| complain(line));
        if boards.len() > most {
            complain(&format!("the picture is of the first of {} solutions", boards.len()));
        }
    } else {
        if !text.is_empty() {
            text.push('\n');
        }
        answer.text.iter().for_each(|line| text += &format!("{line}\n"));
    }
    print(&text)?;
    Ok(ended)
}

/// All solutions, each printed as it is found.
pub(super) struct Printer<'a> {
    args: &'a PuzzleArgs,
    shown: &'a Answer,
    sheet: Sheet,
    /// Whether none has come yet, and what went wrong.
    is_empty: bool,
    failed: Option<anyhow::Error>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(args: &'a PuzzleArgs, shown: &'a Answer) -> Printer<'a> {
        Printer { args, shown, sheet: shown.sheet.clone().unwrap_or_default(), is_empty: true, failed: None }
    }

    pub(super) fn print(&mut self, values: &[i32]) -> ControlFlow<()> {
        self.is_empty = false;
        let text = match self.args.format {
            Shape::Lines => line(self.shown, values),
            _ => drawn(self.args, &self.sheet, &values.iter().copied().map(Some).collect::<Vec<_>>()) + "\n",
        };
        match print(&text) {
            Ok(_) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// The sentences after them; if there are none, after the puzzle.
    pub(super) fn end(self, answer: &Answer) -> anyhow::Result<Ended> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let mut text = match (self.is_empty, self.args.format) {
            (true, _) => drawn(self.args, &self.sheet, &answer.known),
            (false, Shape::Lines) => "\n".to_owned(),
            (false, _) => String::new(),
        };
        if self.is_empty && !text.is_empty() {
            text.push('\n');
        }
        answer.text.iter().for_each(|line| text += &format!("{line}\n"));
        print(&text)?;
        Ok(if answer.stopped.is_some() { Ended::Stopped } else { Ended::Complete })
    }
}

/// For programs: the question, and the reply as a page gets it.
fn object(asked: &Question, reply: &Answer) -> anyhow::Result<Ended> {
    let outcome = match (&asked.ask, reply.outcome) {
        (_, "none") => Outcome::Unsatisfiable,
        (Ask::Solve { .. }, "solved") => Outcome::Satisfied,
        _ => Outcome::Complete,
    };
    let count = reply.count.as_ref().and_then(|count| count.parse::<u128>().ok());
    let answer = envelope::answer(reply.stopped.map(super::stopped_by), outcome).some("count", count);
    envelope::print("puzzle", Fields::new().all_of(asked), answer.with("reply", reply))?;
    Ok(Ended::Complete)
}

/// Solutions, one a line: the cells that are marked, or what each cell holds.
fn told(shown: &Answer, answer: &Answer) -> String {
    answer.solutions.iter().map(|solution| line(shown, solution)).collect()
}

fn line(shown: &Answer, solution: &[i32]) -> String {
    let cells = shown.cells.iter().zip(solution);
    let told = cells.filter(|(cell, value)| !cell.mark || **value == 1).map(|(cell, value)| {
        let name = cell.values.iter().position(|own| own == value).map_or("", |place| cell.names[place].as_str());
        if cell.mark { cell.name.clone() } else { format!("{}={name}", cell.name) }
    });
    told.collect::<Vec<_>>().join(" ") + "\n"
}

/// A puzzle that was made.
pub(super) fn made(args: &PuzzleArgs, asked: &Question, answer: &Answer, number: u64) -> anyhow::Result<Ended> {
    // Puzzles of several lines are set apart.
    let apart = if number > 0 { "\n" } else { "" };
    match args.format {
        Shape::Json => object(asked, answer),
        Shape::Svg => print(&drawn(args, &answer.sheet.clone().unwrap_or_default(), &[])),
        Shape::Text | Shape::Lines => print(&format!("{apart}{}", answer.write)),
    }
}

/// The puzzle in another format.
pub(super) fn written(kind: &Kind, text: &str, format: &str) -> anyhow::Result<Ended> {
    let puzzle = (kind.read)(text)?;
    let format = if format.is_empty() { kind.writes[0] } else { format };
    match puzzle.write_as(format) {
        Some(text) => print(&text),
        None => {
            let known = kind.writes.join(", ");
            if kind.writes.contains(&format) {
                let what = "this one has something that the format has no place for";
                return Err(BadInput(format!("--write {format}: {what}")).into());
            }
            Err(BadInput(format!("--write {format}: {} is written as {known}", kind.name)).into())
        }
    }
}

/// All kinds, one per line, and how to ask for one.
pub(super) fn kinds() -> anyhow::Result<Ended> {
    let width = KINDS.iter().map(|kind| kind.name.len()).max().unwrap_or(0);
    let first = |rules: &'static str| rules.split_inclusive(". ").next().unwrap_or(rules).trim_end();
    let line = |kind: &&Kind| format!("{:width$}  {}\n", kind.name, first(kind.rules));
    let list: String = KINDS.iter().map(line).collect();
    print(&format!(
        "{list}\nFor example `ferz puzzle sudoku`: the rules, and what is read; `ferz puzzle --help` tells more.\n"
    ))
}

/// The rules and formats of a kind, with an example.
pub(super) fn about(args: &PuzzleArgs, kind: &Kind) -> anyhow::Result<Ended> {
    let example = (kind.read)(kind.example)?;
    let mut text = format!("{}\n\n{}\n\nIt is read as\n", kind.title, kind.rules);
    kind.formats.iter().for_each(|format| text += &format!("  - {format}\n"));
    text += &format!("\nFor example\n\n{}\nwhich is\n\n", kind.example);
    let sheet = example.sheet();
    text += &Picture { ascii: args.ascii, colours: false }.draw(&sheet, &[]);
    print(&text)
}
