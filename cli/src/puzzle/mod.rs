//! `ferz puzzle NAME FILE`: solves, explains, checks or generates a puzzle.

mod args;
mod input;
mod show;

pub(crate) use args::PuzzleArgs;
use args::Shape;

use crate::interrupt;
use crate::run::prelude::*;
use puzzles::{Answer, Ask, AskError, CONSISTENCIES, Kind, Question, ask, each_solution};
use solver_core::prelude::{Limits, StopReason};
use std::time::Instant;

pub(crate) fn run(args: &PuzzleArgs, started: Instant) -> anyhow::Result<Ended> {
    let Some(name) = &args.name else {
        show::kinds()?;
        return Ok(Ended::Complete);
    };
    let Some(kind) = puzzles::kind(name) else { reject!("no puzzle `{name}`") };
    // The puzzle is read before signals are handled, so that a signal ends a command that waits for a pipe.
    let text = args.file.as_deref().map(|file| input::text(kind, file)).transpose()?;
    let stop = Stop::after(args.time_limit, started)?;
    stop.cancel_in_time();
    let limits = Limits { nodes: args.node_limit, cancel: Some(stop.token()), ..Limits::default() };
    if let Some(size) = args.generate {
        return generate(args, kind, size, &limits);
    }
    let (Some(file), Some(text)) = (&args.file, text) else {
        show::about(args, kind)?;
        return Ok(Ended::Complete);
    };
    let boards = puzzles::boards(kind, &text).map_err(|error| BadInput(format!("{}: {error}", named(file))))?;
    let [(_, text)] = boards[..] else { return collection(args, kind, file, &boards, &limits) };
    one(args, kind, file, text, &limits).map(|(ended, _)| ended)
}

/// Reads a file that contains a single puzzle to play.
pub(crate) fn read(name: &str, file: &str) -> Result<String, BadInput> {
    let Some(kind) = puzzles::kind(name) else { reject!("no puzzle `{name}`") };
    let text = input::text(kind, file)?;
    (kind.read)(&text).map_err(|error| BadInput(format!("{}: {error}", named(file))))?;
    Ok(text)
}

/// How the command ended for a puzzle, and the weakest consistency level that solves the puzzle.
type End = (Ended, Option<&'static str>);

/// Answers the question for each puzzle in a file with several puzzles.
fn collection(
    args: &PuzzleArgs,
    kind: &'static Kind,
    file: &str,
    boards: &[(usize, &str)],
    limits: &Limits,
) -> anyhow::Result<Ended> {
    let about_one = [
        ("--given", args.given.is_some()),
        ("--crossed", args.crossed.is_some()),
        ("--why", args.why.is_some()),
        ("--format svg", args.format == Shape::Svg),
    ];
    if let Some((option, _)) = about_one.iter().find(|(_, is_set)| *is_set) {
        reject!("{option} applies to one puzzle, but {} has {}", named(file), boards.len());
    }
    let one_line = args.write.as_ref().is_some_and(|format| ["sbn", "json", "puzzlink"].contains(&format.as_str()));
    let (mut levels, mut ended) = (Vec::new(), Ended::Complete);
    for (number, (line, text)) in boards.iter().enumerate() {
        // Multi-line answers are separated by an empty line, and numbered unless the output is meant to be read back.
        if args.format != Shape::Json && !one_line {
            let apart = if number > 0 && !args.weakest { "\n" } else { "" };
            let end = if args.weakest { " " } else { "\n" };
            let head =
                if args.write.is_none() { format!("puzzle {}, line {line}:{end}", number + 1) } else { String::new() };
            print(format_args!("{apart}{head}"))?;
        }
        let (end, level) = one(args, kind, file, text, limits)?;
        levels.push(level.unwrap_or("no level"));
        ended = end;
        if ended != Ended::Complete {
            break;
        }
    }
    if args.weakest && args.format != Shape::Json {
        print("\n")?;
        for level in CONSISTENCIES.into_iter().chain(["search", "no level"]).filter(|level| levels.contains(level)) {
            print(format_args!("{:>7}  {level}\n", levels.iter().filter(|own| **own == level).count()))?;
        }
    }
    Ok(ended)
}

/// Answers the question for one puzzle, and returns the weakest level if that is the question.
fn one(args: &PuzzleArgs, kind: &'static Kind, file: &str, text: &str, limits: &Limits) -> anyhow::Result<End> {
    let question = |ask: Ask, state| Question { puzzle: kind.name.to_owned(), text: text.to_owned(), state, ask };
    let shown = answered(file, &question(Ask::Show, puzzles::State::default()), limits)?;
    if let Some(format) = &args.write {
        show::written(kind, text, format)?;
        return Ok((Ended::Complete, None));
    }
    let state = input::state(args, &shown)?;
    let asked = question(input::asked(args, &shown)?, state);
    if args.all && matches!(args.format, Shape::Text | Shape::Lines) {
        let mut printer = show::Printer::new(args, &shown);
        let found = each_solution(&asked, limits, &mut |values| printer.print(&values));
        return Ok((printer.end(&in_context(file, &asked, found)?)?, None));
    }
    let answer = answered(file, &asked, limits)?;
    Ok((show::answer(args, &asked, &shown, &answer)?, answer.weakest))
}

/// Returns the name of the input for messages.
fn named(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}

/// Answers a question; errors name the file or the option.
fn answered(file: &str, question: &Question, limits: &Limits) -> anyhow::Result<Answer> {
    in_context(file, question, ask(question, limits))
}

/// If a limit stopped the search, adds the limit to the answer text. Adds the file or the option to an error.
fn in_context(file: &str, question: &Question, answered: Result<Answer, AskError>) -> anyhow::Result<Answer> {
    match answered {
        Ok(mut answer) => {
            if let Some(by) = answer.stopped {
                answer.text.iter_mut().for_each(|text| *text += &format!("; stopped by {}", cause(by)));
            }
            Ok(answer)
        }
        Err(AskError::Read(error)) => reject!("{}: {error}", named(file)),
        Err(error @ (AskError::State(_) | AskError::Kind { .. } | AskError::Generate(_))) => Err(bad(error).into()),
        Err(AskError::Stopped { by }) => {
            let (puzzle, text) = (question.puzzle.clone(), vec![format!("no answer: stopped by {}", cause(by))]);
            Ok(Answer { puzzle, outcome: "stopped", text, stopped: Some(by), ..Answer::default() })
        }
        Err(error) => Err(anyhow::Error::from(error).context("this is a bug in ferz")),
    }
}

/// The reason why the search stopped, in words.
fn cause(by: StopReason) -> &'static str {
    crate::wording::cause(interrupt::cause(by))
}

fn generate(args: &PuzzleArgs, kind: &'static Kind, size: Option<u64>, limits: &Limits) -> anyhow::Result<Ended> {
    if args.format == Shape::Svg && args.boards > 1 {
        reject!("--boards {}: an SVG file holds one picture", args.boards);
    }
    let size = size.map(|size| usize::try_from(size).unwrap_or(usize::MAX));
    for number in 0..args.boards {
        let ask = Ask::Generate { seed: args.seed.wrapping_add(number), difficulty: args.difficulty, size };
        let (puzzle, text) = (kind.name.to_owned(), String::new());
        let question = Question { puzzle, text, state: puzzles::State::default(), ask };
        let answer = answered("", &question, limits)?;
        if let Some(by) = answer.stopped {
            crate::exit::complain(&format!("{number} of {} puzzles generated; stopped by {}", args.boards, cause(by)));
            return Ok(Ended::Stopped);
        }
        show::made(args, &question, &answer, number)?;
    }
    Ok(Ended::Complete)
}
