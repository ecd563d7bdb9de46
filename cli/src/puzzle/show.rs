//! The output of `ferz puzzle`.

use super::args::{PuzzleArgs, Shape};
use crate::run::envelope::{self, Outcome};
use crate::run::output::has_colours;
use crate::run::prelude::*;
use puzzles::{Answer, Ask, KINDS, Kind, Picture, Question, Sheet};
use std::ops::ControlFlow;

/// Draws a picture in the requested format, coloured on a terminal unless `NO_COLOR` is set.
fn drawn(args: &PuzzleArgs, sheet: &Sheet, values: &[Option<i32>]) -> String {
    match args.format {
        Shape::Svg => puzzles::svg(sheet, values),
        Shape::Text => {
            let colours = sheet.tinted && has_colours();
            Picture { ascii: args.ascii, colours }.draw(sheet, values)
        }
        Shape::Lines | Shape::Json => String::new(),
    }
}

/// Prints an answer: first pictures, then sentences.
pub(super) fn answer(args: &PuzzleArgs, asked: &Question, shown: &Answer, answer: &Answer) -> anyhow::Result<Ended> {
    // With `--solve-by-hints`, the picture shows only what the steps found.
    let solutions = if args.solve_by_hints { &[][..] } else { &answer.solutions[..] };
    match args.format {
        Shape::Json => object(asked, answer)?,
        Shape::Svg => {
            let values = solutions.first().map(|values| some(values));
            print(drawn(args, &shown.sheet.clone().unwrap_or_default(), values.as_ref().unwrap_or(&answer.known)))?;
            answer.text.iter().for_each(|line| complain(line));
            // An SVG file contains only one picture.
            if solutions.len() > 1 {
                complain(&format!("the picture shows the first of {} solutions", solutions.len()));
            }
        }
        Shape::Text | Shape::Lines => {
            let mut printer = Printer::new(args, shown);
            let _ = solutions.iter().try_for_each(|values| printer.print(values));
            return printer.end(answer);
        }
    }
    Ok(answer.stopped.into())
}

fn some(values: &[i32]) -> Vec<Option<i32>> {
    values.iter().copied().map(Some).collect()
}

/// Prints each solution as it is found.
pub(super) struct Printer<'a> {
    args: &'a PuzzleArgs,
    shown: &'a Answer,
    sheet: Sheet,
    /// Whether the answer is a sentence instead of a picture.
    is_sentence: bool,
    /// Whether no solution has been found yet.
    is_empty: bool,
    failed: Option<std::io::Error>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(args: &'a PuzzleArgs, shown: &'a Answer) -> Printer<'a> {
        let is_sentence = args.format == Shape::Text && (args.count || args.rate || args.weakest || args.why.is_some());
        let sheet = shown.sheet.clone().unwrap_or_default();
        Printer { args, shown, sheet, is_sentence, is_empty: true, failed: None }
    }

    pub(super) fn print(&mut self, values: &[i32]) -> ControlFlow<()> {
        self.is_empty = false;
        let printed = match self.args.format {
            _ if self.is_sentence => Ok(()),
            Shape::Lines => print(line(self.shown, values)),
            _ => print(drawn(self.args, &self.sheet, &some(values)) + "\n"),
        };
        self.failed = printed.err();
        if self.failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Prints the sentences after the solutions, or after the puzzle if there are none.
    pub(super) fn end(self, answer: &Answer) -> anyhow::Result<Ended> {
        if let Some(error) = self.failed {
            return Err(error.into());
        }
        let mut text = match (self.is_empty, self.args.format) {
            _ if self.is_sentence => String::new(),
            (true, _) => drawn(self.args, &self.sheet, &answer.known),
            (false, Shape::Lines) => "\n".to_owned(),
            (false, _) => String::new(),
        };
        if self.is_empty && !text.is_empty() {
            text.push('\n');
        }
        answer.text.iter().for_each(|line| text += &format!("{line}\n"));
        print(text)?;
        Ok(answer.stopped.into())
    }
}

/// Prints the question and the answer as JSON, in the same form as the web page receives them.
fn object(asked: &Question, reply: &Answer) -> std::io::Result<()> {
    let outcome = match (&asked.ask, reply.outcome) {
        (_, "none") => Outcome::Unsatisfiable,
        (Ask::Solve { .. }, "solved") => Outcome::Satisfied,
        _ => Outcome::Complete,
    };
    let count = reply.count.as_ref().and_then(|count| count.parse::<u128>().ok());
    let answer = envelope::answer(reply.stopped.map(crate::interrupt::cause), outcome).some("count", count);
    envelope::print("puzzle", Fields::new().all_of(asked), answer.with("reply", reply))
}

/// Writes a solution on one line: the marked cells, or the value of each cell.
fn line(shown: &Answer, solution: &[i32]) -> String {
    let cells = shown.cells.iter().zip(solution).filter(|(cell, value)| !cell.mark || **value == 1);
    let words = cells.map(|(cell, value)| {
        let name = cell.values.iter().position(|own| own == value).map_or("", |place| cell.names[place].as_str());
        if cell.mark { cell.name.clone() } else { format!("{}={name}", cell.name) }
    });
    words.collect::<Vec<_>>().join(" ") + "\n"
}

/// Prints a generated puzzle.
pub(super) fn made(args: &PuzzleArgs, asked: &Question, answer: &Answer, number: u64) -> std::io::Result<()> {
    // Multi-line puzzles are separated by an empty line.
    let apart = if number > 0 { "\n" } else { "" };
    match args.format {
        Shape::Json => object(asked, answer),
        Shape::Svg => print(drawn(args, &answer.sheet.clone().unwrap_or_default(), &[])),
        Shape::Text | Shape::Lines => print(format_args!("{apart}{}", answer.write)),
    }
}

/// Prints the puzzle in another format.
pub(super) fn written(kind: &Kind, text: &str, format: &str) -> anyhow::Result<()> {
    let puzzle = (kind.read)(text)?;
    let format = if format.is_empty() { kind.writes[0] } else { format };
    match puzzle.write_as(format) {
        Some(text) => Ok(print(text)?),
        None if kind.writes.contains(&format) => {
            reject!("--write {format}: the format cannot express everything in this puzzle")
        }
        None => reject!("--write {format}: {} can be written as {}", kind.name, kind.writes.join(", ")),
    }
}

/// Prints all kinds, one per line, and explains how to select one.
pub(super) fn kinds() -> std::io::Result<()> {
    let width = KINDS.iter().map(|kind| kind.name.len()).max().unwrap_or(0);
    let first = |rules: &'static str| rules.split_inclusive(". ").next().unwrap_or(rules).trim_end();
    let line = |kind: &&Kind| format!("{:width$}  {}\n", kind.name, first(kind.rules));
    let list: String = KINDS.iter().map(line).collect();
    print(format_args!(
        "{list}\nFor example `ferz puzzle sudoku`: the rules and the input formats; `ferz puzzle --help` describes the options.\n"
    ))
}

/// Prints the rules, the formats and an example of a kind.
pub(super) fn about(args: &PuzzleArgs, kind: &Kind) -> anyhow::Result<()> {
    let example = (kind.read)(kind.example)?;
    let mut text = format!("{}\n\n{}\n\nInput formats\n", kind.title, kind.rules);
    kind.formats.iter().for_each(|format| text += &format!("  - {format}\n"));
    text += &format!("\nFor example\n\n{}\nwhich is\n\n", kind.example);
    let sheet = example.sheet();
    text += &Picture { ascii: args.ascii, colours: false }.draw(&sheet, &[]);
    Ok(print(text)?)
}
