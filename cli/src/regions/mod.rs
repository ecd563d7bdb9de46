//! `ferz regions FILE`: stars in rows, columns and regions.

mod generate;
mod hints;
mod input;
mod show;
mod solve;

use crate::exit::{BadInput, Ended};
use crate::limit_args::LimitArgs;
use crate::parse::{named, whole_number};
use crate::search_args::SearchArgs;
use crate::thread_args::ThreadArgs;
use clap::{ArgGroup, Args};
use puzzles::regions::Format;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  ferz regions puzzle.txt                    a solution, drawn
  ferz regions puzzle.txt --unique           is there exactly one?
  ferz regions puzzle.txt --hint             the next step, in words
  ferz regions puzzle.txt --hint --given d4  the same, with a star on d4
  ferz regions puzzle.txt --solve-by-hints   every step up to the solution
  ferz regions puzzle.txt --why e5           the steps that lead to e5
  ferz regions puzzle.txt --write sbn        the puzzle in another format
  ferz regions --generate 8 --seed 1         a new puzzle with exactly one solution
  ferz regions --generate 8 --seed 1 | ferz regions - --solve-by-hints

FILE holds rows of letters (AABB, A A B B), a line such as 4x1.AABBAABCDDCCDDCC, or JSON
such as {\"stars\":1,\"regions\":[[\"A\",\"A\",…],…]}. Row 1 is the first row, column a the first column.

Exit codes: 0 finished as claimed, 2 bad input, 3 stopped by a limit or Ctrl-C,
70 internal error or unwritable output, 130 interrupted twice.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(group = ArgGroup::new("source").required(true).args(["file", "generate"]))]
#[command(mut_arg("threads", |arg| arg.conflicts_with_all(["generate", "hint", "solve_by_hints", "why", "write"])))]
#[command(group = ArgGroup::new("task").args(["all", "count", "limit", "unique", "hint", "solve_by_hints", "why", "write"]))]
pub(crate) struct Regions {
    /// The puzzle; `-` reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<String>,

    /// Stars in every row, column and region (default: what FILE says, or 1)
    #[arg(long, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(crate) stars: Option<u64>,

    /// Stars that stand already: d4,f2 or, in numbers, 4:4,6:2
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true, conflicts_with_all = ["generate", "write"])]
    pub(crate) given: Option<String>,

    /// Print every solution
    #[arg(long)]
    pub(crate) all: bool,

    /// Print only the number of solutions
    #[arg(long)]
    pub(crate) count: bool,

    /// Print at most K solutions (default: 1)
    #[arg(long, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(crate) limit: Option<u64>,

    /// Prove that there is exactly one solution, or print two
    #[arg(long)]
    pub(crate) unique: bool,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    /// Print the simplest next step, in words
    #[arg(long)]
    pub(crate) hint: bool,

    /// Print all steps up to the solution, or to where a guess is needed
    #[arg(long)]
    pub(crate) solve_by_hints: bool,

    /// Print the steps that decide a square
    #[arg(long, value_name = "SQUARE")]
    pub(crate) why: Option<String>,

    /// Print the puzzle itself: grid, sbn or json
    #[arg(long, value_name = "FORMAT", value_parser = named(&Format::ALL, Format::name))]
    pub(crate) write: Option<Format>,

    /// Make puzzles with N rows, each proved to have exactly one solution
    #[arg(
        long,
        value_name = "N",
        value_parser = whole_number(1),
        allow_hyphen_values = true,
        conflicts_with_all = ["all", "count", "limit", "unique", "hint", "solve_by_hints", "why"]
    )]
    pub(crate) generate: Option<u64>,

    /// With --generate: how many puzzles
    #[arg(
        long,
        value_name = "M",
        default_value_t = 1,
        value_parser = whole_number(1),
        allow_hyphen_values = true,
        conflicts_with = "file"
    )]
    pub(crate) boards: u64,

    /// With --generate: only puzzles that hints alone solve
    #[arg(long, conflicts_with = "file")]
    pub(crate) by_hints: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// How answers are written
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "board",
        value_parser = named(&Shape::ALL, Shape::name),
        conflicts_with_all = ["generate", "write"]
    )]
    pub(crate) format: Shape,

    /// Draw boards with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Board,
    Squares,
    Json,
}

impl Shape {
    const ALL: [Shape; 3] = [Shape::Board, Shape::Squares, Shape::Json];

    fn name(self) -> &'static str {
        match self {
            Shape::Board => "board",
            Shape::Squares => "squares",
            Shape::Json => "json",
        }
    }
}

impl Regions {
    /// Whether solutions are looked for.
    fn searches(&self) -> bool {
        self.write.is_none() && !self.hint && !self.solve_by_hints && self.why.is_none()
    }
}

pub(crate) fn run(args: &Regions, started: Instant) -> anyhow::Result<Ended> {
    if let Some(size) = args.generate {
        if args.search.is_chosen() {
            return Err(BadInput("--generate has a search of its own: leave out how to search".to_owned()).into());
        }
        return generate::run(args, size, started);
    }
    let puzzle = input::puzzle(args)?;
    if !args.searches() && (args.search.is_chosen() || args.search.seed != 0) {
        return Err(BadInput("hints and formats need no search: leave out how to search".to_owned()).into());
    }
    let givens = input::givens(args, &puzzle)?;
    if let Some(format) = args.write {
        return show::print(&format.write(&puzzle));
    }
    if !args.searches() {
        return hints::run(args, &puzzle, &givens, started);
    }
    solve::run(args, &puzzle, &givens, started)
}
