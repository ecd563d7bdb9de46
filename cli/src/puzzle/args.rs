//! The arguments of `ferz puzzle`.

use crate::parse::{duration, named, whole_number};
use clap::builder::PossibleValuesParser;
use clap::{ArgGroup, Args, ValueEnum};
use puzzles::{Difficulty, KINDS};
use std::time::Duration;

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Shape {
    Text,
    Lines,
    Svg,
    Json,
}

const EXAMPLES: &str = "\
Examples:
  ferz puzzle sudoku board.txt                        the solution, drawn; -o board.svg as a picture
  ferz puzzle sudoku board.txt --unique               is there exactly one?
  ferz puzzle sudoku board.txt --hint                 the next step, in words
  ferz puzzle sudoku board.txt --solve-by-hints       every step up to the solution
  ferz puzzle sudoku board.txt --why e5               the steps that lead to e5
  ferz puzzle sudoku board.txt --check --given b3=5   is that right?
  ferz puzzle sudoku board.txt --rate                 how hard it is
  ferz puzzle sudoku boards.txt --weakest             the weakest consistency that solves each
  ferz puzzle region-queens --generate --seed 1       a new puzzle with exactly one solution
  ferz puzzle nonogram --generate --seed 1 | ferz puzzle nonogram - --solve-by-hints
  ferz puzzle kenken                                  the rules and the input formats

Squares are named as in a spreadsheet: a1 is the upper left one.

Exit codes: 0 complete, 2 bad input, 3 stopped by a limit or Ctrl-C,
70 internal error or unwritable output, 130 interrupted twice.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(group = ArgGroup::new("task").args(["all", "count", "limit", "unique", "hint", "solve_by_hints", "why", "check", "rate", "weakest", "write", "generate"]))]
pub(crate) struct PuzzleArgs {
    /// The kind of puzzle; if omitted, all kinds are listed
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(KINDS.iter().map(|kind| kind.name)))]
    pub(super) name: Option<String>,

    /// A file with a puzzle, or several, one per line, or the puzzle itself as one word; `-` reads standard input.
    /// Without FILE and --generate, the rules and formats are printed
    #[arg(value_name = "FILE")]
    pub(super) file: Option<String>,

    /// Entries already made: b3=5,d4=1, or d4,f2 if squares are only marked
    #[arg(long, value_name = "ENTRIES", requires = "file", conflicts_with_all = ["write", "rate", "weakest"])]
    pub(super) given: Option<String>,

    /// Values ruled out: b3=1/2,c4=9, or d4,f2 if squares are only marked
    #[arg(long, value_name = "CROSSES", requires = "file", conflicts_with_all = ["write", "rate", "weakest"])]
    pub(super) crossed: Option<String>,

    /// Print every solution
    #[arg(long, requires = "file")]
    pub(super) all: bool,

    /// Print only the number of solutions
    #[arg(long, requires = "file")]
    pub(super) count: bool,

    /// Print at most K solutions (default: 1)
    #[arg(long, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true, requires = "file")]
    pub(super) limit: Option<u64>,

    /// Prove that there is exactly one solution, or print two and where they differ
    #[arg(long, requires = "file")]
    pub(super) unique: bool,

    /// Print a mistake, if any, or else the simplest next step, in words
    #[arg(long, requires = "file")]
    pub(super) hint: bool,

    /// Print all steps to the solution, or until a guess is needed
    #[arg(long, requires = "file")]
    pub(super) solve_by_hints: bool,

    /// Print the steps that decide a cell, or why it does or does not hold a value: e5, e5=7
    #[arg(long, value_name = "CELL", requires = "file")]
    pub(super) why: Option<String>,

    /// Print which of the given entries are wrong or clash
    #[arg(long, requires = "given")]
    pub(super) check: bool,

    /// Print how hard the puzzle is, by the hardest step that it needs
    #[arg(long, requires = "file")]
    pub(super) rate: bool,

    /// Print the weakest level of consistency that solves the puzzle without search
    #[arg(long, requires = "file")]
    pub(super) weakest: bool,

    /// Print the puzzle itself, in FORMAT if its kind has several formats
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, default_missing_value = "", requires = "file")]
    pub(super) write: Option<String>,

    /// Generate puzzles (of size N), each proved to have exactly one solution
    #[arg(long, value_name = "N", num_args = 0..=1, value_parser = whole_number(0), conflicts_with = "file")]
    pub(super) generate: Option<Option<u64>>,

    /// With --generate: the number of puzzles
    #[arg(long, value_name = "M", default_value_t = 1, value_parser = whole_number(1), allow_hyphen_values = true, requires = "generate")]
    pub(super) boards: u64,

    /// With --generate: the seed; the same seed gives the same puzzles
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole_number(0), allow_hyphen_values = true, requires = "generate")]
    pub(super) seed: u64,

    /// With --generate: how hard the puzzles are
    #[arg(long, value_name = "DIFFICULTY", value_parser = named(&Difficulty::WANTED, Difficulty::name), requires = "generate")]
    pub(super) difficulty: Option<Difficulty>,

    /// Stop after this time: 10s, 500ms, 2m, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    pub(super) time_limit: Option<Duration>,

    /// Stop each search after this many nodes
    #[arg(long, value_name = "NODES", value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(super) node_limit: Option<u64>,

    /// Output format: text with a picture, lines without one, svg, or json
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: Shape,

    /// Draw with ASCII characters only
    #[arg(long)]
    pub(super) ascii: bool,
}
