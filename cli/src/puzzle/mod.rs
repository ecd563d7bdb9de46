//! `ferz puzzle NAME FILE`: solve, explain, check or make a puzzle.

mod input;
mod show;

use crate::exit::{BadInput, Ended};
use crate::interrupt;
use crate::parse::{duration, named, whole_number};
use clap::builder::PossibleValuesParser;
use clap::{ArgGroup, Args};
use puzzles::{Answer, Ask, AskError, Difficulty, KINDS, Kind, Question, ask};
use show::Shape;
use solver_core::prelude::{Limits, StopReason};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  ferz puzzle sudoku board.txt                        the solution, drawn
  ferz puzzle sudoku board.txt --unique               is there exactly one?
  ferz puzzle sudoku board.txt --hint                 the next step, in words
  ferz puzzle sudoku board.txt --hint --given b3=5    the same, with a 5 in b3
  ferz puzzle sudoku board.txt --solve-by-hints       every step up to the solution
  ferz puzzle sudoku board.txt --why e5               the steps that lead to e5
  ferz puzzle sudoku board.txt --check --given b3=5   is that right?
  ferz puzzle sudoku board.txt --rate                 how hard it is
  ferz puzzle region-queens --generate --seed 1       a new puzzle with exactly one solution
  ferz puzzle nonogram --generate --seed 1 | ferz puzzle nonogram - --solve-by-hints
  ferz puzzle kenken                                  the rules, and what is read

Squares are named as in a spreadsheet: a1 is the upper left one.

Exit codes: 0 finished as claimed, 2 bad input, 3 stopped by a limit or Ctrl-C,
70 internal error or unwritable output, 130 interrupted twice.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(group = ArgGroup::new("task").args(["all", "count", "limit", "unique", "hint", "solve_by_hints", "why", "check", "rate", "write", "generate"]))]
pub(crate) struct PuzzleArgs {
    /// The kind of puzzle
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(KINDS.iter().map(|kind| kind.name)))]
    name: String,

    /// The puzzle; `-` reads standard input. Without it and --generate, the rules and formats are printed
    #[arg(value_name = "FILE")]
    file: Option<String>,

    /// What stands already: b3=5,d4=1, or d4,f2 where squares are marked or not
    #[arg(long, value_name = "ENTRIES", requires = "file", conflicts_with_all = ["write", "rate"])]
    given: Option<String>,

    /// What is ruled out: b3=1/2,c4=9, or d4,f2
    #[arg(long, value_name = "CROSSES", requires = "file", conflicts_with_all = ["write", "rate"])]
    crossed: Option<String>,

    /// Print every solution
    #[arg(long, requires = "file")]
    all: bool,

    /// Print only the number of solutions
    #[arg(long, requires = "file")]
    count: bool,

    /// Print at most K solutions (default: 1)
    #[arg(long, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true, requires = "file")]
    limit: Option<u64>,

    /// Prove that there is exactly one solution, or print two and where they differ
    #[arg(long, requires = "file")]
    unique: bool,

    /// Print what is wrong, or else the simplest next step, in words
    #[arg(long, requires = "file")]
    hint: bool,

    /// Print all steps up to the solution, or to where a guess is needed
    #[arg(long, requires = "file")]
    solve_by_hints: bool,

    /// Print the steps that decide a cell, or why it does or does not hold a value: e5, e5=7
    #[arg(long, value_name = "CELL", requires = "file")]
    why: Option<String>,

    /// Print which of the given entries are wrong, or clash
    #[arg(long, requires = "given")]
    check: bool,

    /// Print how hard the puzzle is, by the hardest step that it needs
    #[arg(long, requires = "file")]
    rate: bool,

    /// Print the puzzle itself; as FORMAT, where the kind has several
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, default_missing_value = "", requires = "file")]
    write: Option<String>,

    /// Make puzzles, each proved to have exactly one solution; of size N
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "0",
        value_parser = whole_number(0),
        conflicts_with = "file"
    )]
    generate: Option<u64>,

    /// With --generate: how many puzzles
    #[arg(long, value_name = "M", default_value_t = 1, value_parser = whole_number(1), allow_hyphen_values = true)]
    boards: u64,

    /// With --generate: the seed; the same seed makes the same puzzles
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole_number(0), allow_hyphen_values = true)]
    seed: u64,

    /// With --generate: how hard the puzzles are
    #[arg(long, value_name = "DIFFICULTY", value_parser = named(&Difficulty::WANTED, Difficulty::name), conflicts_with = "file")]
    difficulty: Option<Difficulty>,

    /// Stop after this time: 10s, 500ms, 2m, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Option<Duration>,

    /// Stop each search after this many nodes
    #[arg(long, value_name = "NODES", value_parser = whole_number(1), allow_hyphen_values = true)]
    node_limit: Option<u64>,

    /// How answers are written: text with a picture, lines without one, svg, or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = named(&Shape::ALL, Shape::name))]
    format: Shape,

    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

/// Whether the time limit was reached.
static TIMED_OUT: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(args: &PuzzleArgs, started: Instant) -> anyhow::Result<Ended> {
    let Some(kind) = puzzles::kind(&args.name) else {
        return Err(BadInput(format!("no puzzle `{}`", args.name)).into());
    };
    let token = interrupt::token()?;
    if let Some(limit) = args.time_limit {
        // Puzzles know no clock: whoever has one cancels.
        let (token, rest) = (token.clone(), limit.saturating_sub(started.elapsed()));
        std::thread::spawn(move || {
            std::thread::sleep(rest);
            TIMED_OUT.store(true, Ordering::Relaxed);
            token.cancel();
        });
    }
    let limits = Limits { nodes: args.node_limit, cancel: Some(token), ..Limits::default() };
    if let Some(size) = args.generate {
        return generate(args, kind, size, &limits);
    }
    let Some(file) = &args.file else { return show::about(args, kind) };
    let text = input::text(file)?;
    let question = |ask: Ask, state| Question { puzzle: args.name.clone(), text: text.clone(), state, ask };
    let shown = answered(file, &question(Ask::Show, puzzles::State::default()), &limits)?;
    if let Some(format) = &args.write {
        return show::written(kind, &text, format);
    }
    let state = input::state(args, &shown)?;
    let asked = question(input::asked(args, &shown)?, state);
    show::answer(args, &asked, &shown, &answered(file, &asked, &limits)?)
}

/// The answer, or what is wrong with the file or the command line.
fn answered(file: &str, question: &Question, limits: &Limits) -> anyhow::Result<Answer> {
    let name = if file == "-" { "standard input" } else { file };
    match ask(question, limits) {
        Ok(answer) => Ok(answer),
        Err(AskError::Read(error)) => Err(BadInput(format!("{name}: {error}")).into()),
        Err(error @ (AskError::State(_) | AskError::Kind { .. } | AskError::Generate(_))) => {
            Err(BadInput(error.to_string()).into())
        }
        Err(AskError::Stopped { by }) => {
            let text = vec![format!("no answer: stopped by {}", cause(by))];
            Ok(Answer { puzzle: question.puzzle.clone(), outcome: "stopped", text, ..Answer::default() })
        }
        Err(error) => Err(anyhow::Error::from(error).context("this is a bug in ferz")),
    }
}

/// Who stopped it: the clock cancels, and so does Ctrl-C.
fn cause(by: StopReason) -> &'static str {
    let by = if by == StopReason::Cancelled && TIMED_OUT.load(Ordering::Relaxed) { StopReason::Time } else { by };
    crate::wording::cause(by)
}

fn generate(args: &PuzzleArgs, kind: &'static Kind, size: u64, limits: &Limits) -> anyhow::Result<Ended> {
    let size = usize::try_from(size).ok().filter(|&size| size > 0);
    for number in 0..args.boards {
        let ask = Ask::Generate { seed: args.seed.wrapping_add(number), difficulty: args.difficulty, size };
        let (puzzle, text) = (kind.name.to_owned(), String::new());
        let question = Question { puzzle, text, state: puzzles::State::default(), ask };
        let answer = answered("", &question, limits)?;
        if answer.outcome == "stopped" {
            crate::exit::complain(&format!("{number} of {} made; {}", args.boards, answer.text.join(" ")));
            return Ok(Ended::Stopped);
        }
        show::made(args, &question, &answer, number)?;
    }
    Ok(Ended::Complete)
}
