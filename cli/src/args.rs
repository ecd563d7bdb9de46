//! The command line, declared with clap.

use crate::changes::Changed;
use crate::method::Method;
use crate::refuse::refuse;
use crate::relatives::{Armies, Domination, Generate, Pawns};
use crate::reports::Reported;
use crate::search_args::SearchArgs;
use crate::trace::Trace;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, CommandFactory, FromArgMatches, Parser, Subcommand};
use queens::{Drawing, Formulation, Notation, Page, Sorted};
use solver_core::prelude::*;
use std::num::IntErrorKind::{NegOverflow, PosOverflow};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Parser)]
#[command(name = "ferz", version, about, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 finished as claimed, 2 bad input, 3 stopped by a limit or Ctrl-C,
4 a check failed (study recipe, study quiz), 70 internal error or unwritable output,
130 interrupted twice.";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Place N queens on an NxN board so that none attacks another
    Queens(Box<Queens>),
    /// The fewest queens that attack or occupy every square
    Domination(Domination),
    /// The largest armies of white and black queens that do not attack each other
    Armies(Armies),
    /// N + K queens and K pawns between them
    Pawns(Pawns),
    /// A random instance of N queens with given queens, blocked squares or excluded diagonals
    Instance(Generate),
    /// Solve a classical model: rulers, schedules, tours, designs, squares, …
    Model(Box<crate::model::ModelArgs>),
    /// Solve a MiniZinc model, or a file of FlatZinc, and explain it
    Solve(Box<crate::flatzinc::solve::SolveArgs>),
    /// Make the solver known to MiniZinc
    #[command(name = "minizinc")]
    MiniZinc(crate::flatzinc::install::MiniZinc),
    /// Solve, explain or make a puzzle of coloured regions: the daily "Queens", Star Battle
    Regions(crate::regions::Regions),
    /// Look at a search: every event with its reason; compare, explain, replay
    Study(Box<crate::study::StudyArgs>),
}

const EXAMPLES: &str = "\
Examples:
  ferz queens 8                         one solution, drawn
  ferz queens 8 --count                 how many there are
  ferz queens 6 --all --format rows     all of them, one per line
  ferz queens 8 --all --format json     for programs
  ferz queens 200 --order dom --stats   a large board, and what it cost
  ferz queens 10 --count --model queens-rule --order dom --stats
  ferz queens 8 --all --given d1,f2     the solutions with these queens
  ferz queens 8 --count --distinct      how many, turned and mirrored ones counted once
  ferz queens 18 --count                the fastest way to count, with as many threads as help
  ferz queens 22 --count --checkpoint 22.ferz   a long count that may be killed and goes on
  ferz queens 1000000 --method local-search --format squares
  ferz queens 8 --given b4,d5 --unique  is there exactly one?
  ferz queens 8 --torus --blocked d4    the puzzle with other rules
  ferz queens --instance FILE --count   a file of CSPLib 079 or 080
  ferz queens 8 --all --sort colex --format python
  ferz queens 3 --pieces 2 --all        two queens on a 3x3 board
  ferz queens 8 --all --distinct --format svg > 12.svg   one picture of all boards
  ferz queens 8 --given d1,f2 --attacked   with the squares that these two attack
  ferz queens 8 --step                  one solution after the other
  ferz queens 8 --trace                 how a solver thinks: guesses, reasons, dead ends
  ferz queens 8 --trace placements      trial and error, step by step
  ferz queens 8 --given d1,f2 --why e3  why no queen can stand on e3
  ferz queens 12 --count --check-inferences

Exit codes: 0 finished as claimed, 2 bad input, 3 stopped by a limit or Ctrl-C,
70 internal error or unwritable output, 130 interrupted twice.";

// Headings of the help; that of the changed rules stands with them.
const FIND: &str = "What to find";
const SEARCH: &str = "How to search";
const LIMITS: &str = "Limits";
const UNDERSTAND: &str = "To understand";
const OUTPUT: &str = "Output";

#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Queens {
    /// Number of queens, columns and rows
    #[arg(
        id = "n",
        value_name = "N",
        value_parser = board_size,
        allow_negative_numbers = true,
        required_unless_present = "instance"
    )]
    pub(crate) asked: Option<u64>,

    /// The number asked for, or that of the instance.
    #[arg(skip)]
    pub(crate) n: u64,

    /// Print every solution
    #[arg(long, help_heading = FIND, conflicts_with_all = ["count", "limit"])]
    pub(crate) all: bool,

    /// Print only the number of solutions
    #[arg(long, help_heading = FIND, conflicts_with = "limit")]
    pub(crate) count: bool,

    /// Print at most K solutions (default: 1)
    #[arg(long, help_heading = FIND, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(crate) limit: Option<u64>,

    /// Whether there is no solution, exactly one, or more: prints it, or two that differ
    #[arg(long, help_heading = FIND, conflicts_with_all = ["all", "count", "limit", "step"])]
    pub(crate) unique: bool,

    /// Of the solutions that turn and mirror into each other only one, the least row by row;
    /// only turns and mirrors that keep what is given, blocked and excluded
    #[arg(long, help_heading = FIND)]
    pub(crate) distinct: bool,

    /// Place K queens on the board, rather than N
    #[arg(
        long, help_heading = FIND,
        value_name = "K",
        value_parser = whole_number(0),
        allow_hyphen_values = true,
        conflicts_with_all = ["given", "distinct", "model", "trace", "why", "blocked", "excluded", "torus", "superqueens", "instance"]
    )]
    pub(crate) pieces: Option<u64>,

    #[command(flatten)]
    pub(crate) changed: Changed,

    /// By what means: search on a model; bits or quadrants, which only count, and fast; local-search, which
    /// finds one solution of up to 100,000,000 queens and proves nothing; formula, which does not search
    /// (default: for a plain --count the faster of bits and quadrants, otherwise model)
    #[arg(long, help_heading = SEARCH, value_name = "METHOD", value_parser = named(&Method::ALL, Method::name))]
    pub(crate) method: Option<Method>,

    /// How many threads count, with bits and quadrants (default: one for each processor)
    #[arg(long, help_heading = SEARCH, value_name = "T", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Keep what is counted so far in this file, and go on from it: bits and quadrants
    #[arg(long, help_heading = SEARCH, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// How the rules become constraints
    #[arg(long, help_heading = SEARCH, value_name = "MODEL", default_value = "alldifferent", value_parser = formulation())]
    pub(crate) model: Formulation,

    /// How strongly `alldifferent` propagates (default: value)
    #[arg(long, help_heading = SEARCH, value_name = "LEVEL", value_parser = named(Consistency::ALL, Consistency::name))]
    pub(crate) consistency: Option<Consistency>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Stop after this time: 10s, 500ms, 2m, or a number of seconds
    #[arg(long, help_heading = LIMITS, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time_limit: Option<Duration>,

    /// Stop after this many nodes of the search tree; with --why, of each search (default there: 100000);
    /// with --report costs, give a program up after so many calls (default there: 100000000)
    #[arg(long, help_heading = LIMITS, value_name = "NODES", value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(crate) node_limit: Option<u64>,

    /// Stop after this many failures
    #[arg(long, help_heading = LIMITS, value_name = "FAILURES", value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(crate) failure_limit: Option<u64>,

    /// Stop when the engine holds more than this many megabytes
    #[arg(long, help_heading = LIMITS, value_name = "MB", value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(crate) memory_limit: Option<u64>,

    /// Why no queen can stand on this square, or must; for a column, such as d: on each of its squares
    #[arg(
        long, help_heading = UNDERSTAND,
        value_name = "SQUARE",
        allow_hyphen_values = true,
        conflicts_with_all = ["all", "count", "limit", "unique", "distinct", "trace", "check_inferences", "stats"]
    )]
    pub(crate) why: Option<String>,

    /// With --why: one step, the chain down to the given queens, or that from as few of them as suffice
    /// (default: decisions)
    #[arg(long, help_heading = UNDERSTAND, value_name = "DEPTH", requires = "why", value_parser = named(Depth::ALL, Depth::name))]
    pub(crate) depth: Option<Depth>,

    /// Do not search, but tell: levels of the search tree, costs of recursive programs, sizes of
    /// search spaces, cells of the board; with --given, the candidates for the next column, who is
    /// safe of these (extensions), or whether the last queen is (safe); with --pieces, all candidates
    #[arg(long, help_heading = UNDERSTAND, value_name = "REPORT", value_parser = named(&Reported::ALL, Reported::name))]
    pub(crate) report: Option<Reported>,

    /// Show the search at work: every decision and inference with its reason, or every queen
    /// that generate and check places
    #[arg(
        long, help_heading = UNDERSTAND,
        value_name = "KIND",
        num_args = 0..=1,
        default_missing_value = "inferences",
        value_parser = named(&Trace::ALL, Trace::name)
    )]
    pub(crate) trace: Option<Trace>,

    /// Wait for Enter after each solution; with --trace, when the search goes back. Any text ends it
    #[arg(long, help_heading = UNDERSTAND, conflicts_with_all = ["count", "why"])]
    pub(crate) step: bool,

    /// Record the reason of every inference and verify it; print how many there were, by rule
    #[arg(long, help_heading = UNDERSTAND, conflicts_with = "trace")]
    pub(crate) check_inferences: bool,

    /// Print the costs: nodes, failures, propagations, peak depth, time
    #[arg(long, help_heading = UNDERSTAND)]
    pub(crate) stats: bool,

    /// How solutions are written
    #[arg(long, help_heading = OUTPUT, value_name = "FORMAT", default_value = "board", value_parser = named(&Format::ALL, Format::name))]
    pub(crate) format: Format,

    /// Mark the squares that the given queens attack, or with --pieces all queens, on boards that are
    /// drawn: x in text, shaded in svg, html and latex
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["count", "trace", "why"])]
    pub(crate) attacked: bool,

    /// List solutions by the row of the first column, then the second (lex), or from the last
    /// column on (colex); with --pieces, by the square of the first or the last queen
    #[arg(long, help_heading = OUTPUT, value_name = "SORT", conflicts_with = "why", value_parser = named(&Sorted::ALL, Sorted::name))]
    pub(crate) sort: Option<Sorted>,

    /// Exchange rows and columns in the solutions that are printed
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["count", "trace", "why"])]
    pub(crate) transpose: bool,
}

/// How solutions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Text(queens::Format),
    /// As another program lists or reads them: nothing else is on standard output.
    Listing(Notation),
    /// All on one page, which is all that is on standard output.
    Page(Page),
    Json,
}

impl Format {
    pub(crate) const BOARD: Format = Format::Text(queens::Format::Board);

    pub(crate) const ALL: [Format; 19] = [
        Format::Text(queens::Format::Board),
        Format::Text(queens::Format::Rows),
        Format::Text(queens::Format::Pairs),
        Format::Text(queens::Format::Squares),
        Format::Text(queens::Format::Unicode),
        Format::Text(queens::Format::Boxed),
        Format::Page(Page::Svg),
        Format::Page(Page::Html),
        Format::Page(Page::Latex),
        Format::Listing(Notation::Fen),
        Format::Listing(Notation::LeetCode),
        Format::Listing(Notation::Oeis),
        Format::Listing(Notation::SchemePairs),
        Format::Listing(Notation::Scheme),
        Format::Listing(Notation::Python),
        Format::Listing(Notation::Ruby),
        Format::Listing(Notation::JBox),
        Format::Listing(Notation::Ox),
        Format::Json,
    ];

    /// Whether a queen's column is told by her place in a list alone.
    pub(crate) fn needs_every_column(self) -> bool {
        match self {
            Format::Text(format) => format == queens::Format::Rows,
            Format::Listing(notation) => notation.needs_every_column(),
            Format::Page(_) | Format::Json => false,
        }
    }

    /// How it draws the board as text, if it does.
    pub(crate) fn drawing(self) -> Option<Drawing> {
        match self {
            Format::Text(format) => format.drawing(),
            Format::Listing(_) | Format::Page(_) | Format::Json => None,
        }
    }

    /// Whether it shows squares without a queen.
    pub(crate) fn draws(self) -> bool {
        match self {
            Format::Text(_) => self.drawing().is_some(),
            Format::Listing(notation) => notation.draws(),
            Format::Page(_) => true,
            Format::Json => false,
        }
    }

    /// Whether attacked squares can be marked in it.
    pub(crate) fn marks(self) -> bool {
        self.drawing().is_some() || matches!(self, Format::Page(_))
    }

    /// The name that the command line knows.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Text(format) => format.name(),
            Format::Listing(notation) => notation.name(),
            Format::Page(page) => page.name(),
            Format::Json => "json",
        }
    }
}

/// Reads the command line.
pub(crate) fn read() -> Result<Args, clap::Error> {
    let mut command = Args::command();
    let given = command.try_get_matches_from_mut(std::env::args_os())?;
    let mut args = Args::from_arg_matches(&given).map_err(|error| error.format(&mut command))?;
    if let Command::Queens(queens) = &mut args.command
        && let Some((name, given)) = given.subcommand()
        && let Some(command) = command.find_subcommand_mut(name)
    {
        // An instance tells it later, if there is no number.
        queens.n = queens.asked.unwrap_or_default();
        refuse(queens, given, command)?;
    }
    Ok(args)
}

/// Accepts the names of a list of choices, and lists them in help and errors.
pub(crate) fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let names: Vec<&'static str> = all.iter().map(|&x| name(x)).collect();
    PossibleValuesParser::new(names).try_map(move |given| {
        all.iter().copied().find(|&x| name(x) == given).ok_or_else(|| format!("`{given}` is not known"))
    })
}

pub(crate) fn threads(given: &str) -> Result<NonZero<usize>, String> {
    given.parse().map_err(|_| "a number of threads, 1 or more, is wanted".to_owned())
}

fn formulation() -> impl TypedValueParser<Value = Formulation> {
    named(&Formulation::ALL, Formulation::name)
}

fn board_size(given: &str) -> Result<u64, String> {
    let message = match given.parse::<i128>() {
        Ok(n @ 1..) => return u64::try_from(n).map_err(|_| "no board is that large".to_owned()),
        Err(e) if *e.kind() == PosOverflow => "no board is that large",
        Err(e) if *e.kind() != NegOverflow => "expected the number of columns, such as 8",
        _ => "a board needs at least 1 column",
    };
    Err(message.to_owned())
}

/// Whole numbers from `least` on. Signs are let through to here, so that the message can say what is wrong with them.
pub(crate) fn whole_number(least: u64) -> impl TypedValueParser<Value = u64> {
    clap::builder::StringValueParser::new().try_map(move |given| match given.parse::<u64>() {
        Ok(number) if number >= least => Ok(number),
        Err(e) if *e.kind() == PosOverflow => Err(format!("the largest number is {}", u64::MAX)),
        _ => Err(format!("expected a whole number, {least} or more")),
    })
}

pub(crate) fn duration(given: &str) -> Result<Duration, String> {
    let split = given.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(given.len());
    let (number, unit) = given.split_at(split);
    let factor = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit `{unit}`; one of ms, s, m, h")),
    };
    let expected = || "expected a time, such as 10s, 500ms or 2m".to_owned();
    let seconds = number.parse::<f64>().map_err(|_| expected())? * factor;
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}
