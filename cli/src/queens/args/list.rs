//! `ferz queens list` and `ferz queens pieces`.

use super::common::{OUTPUT, SEARCH, UNDERSTAND, board_size};
use super::{Changed, Format, WhichArgs};
use crate::run::prelude::*;
use queens::Sorted;
use solver_core::prelude::*;

const LIST_EXAMPLES: &str = "\
Solutions are listed as a search in fixed order finds them, smallest row first. In the formats of
other programs, standard output has only the list; if it is incomplete, standard error says why.

Examples:
  ferz queens list 8                           92 boards, one per line
  ferz queens list 8 --format python           as a Python program prints them
  ferz queens list 8 --sort colex --limit 3    sorted by the last column first
  ferz queens list 8 --distinct --format fen   for chess programs
  ferz queens list 6 --format j-box --step     one after the other";

/// List solutions in order, also in the formats of other programs
#[derive(ClapArgs)]
#[command(after_help = LIST_EXAMPLES)]
pub(crate) struct ListArgs {
    /// Number of queens, columns and rows
    #[arg(value_name = "N", value_parser = board_size, allow_negative_numbers = true, required_unless_present = "instance")]
    pub(crate) n: Option<u64>,

    /// List at most K solutions
    #[arg(long, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(crate) limit: Option<u64>,

    /// List only the lexicographically smallest of solutions that are rotations or reflections of each other
    #[arg(long, alias = "fundamental")]
    pub(crate) distinct: bool,

    #[command(flatten)]
    pub(crate) changed: Changed,

    #[command(flatten)]
    pub(crate) written: WrittenArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Print statistics: nodes, failures, propagations, peak depth, time
    #[arg(long)]
    pub(crate) stats: bool,
}

/// How a list is written.
#[derive(ClapArgs)]
pub(crate) struct WrittenArgs {
    /// Sort by the queen's row in the first column, then in the second (lex), or starting from the last column (colex);
    /// pieces by the square of their first or last queen (default: lex)
    #[arg(long, help_heading = OUTPUT, value_name = "SORT", value_parser = named(&Sorted::ALL, Sorted::name))]
    pub(crate) sort: Option<Sorted>,

    /// Swap rows and columns in the printed solutions
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) transpose: bool,

    /// Output format of solutions
    #[arg(long, help_heading = OUTPUT, value_name = "FORMAT", default_value = "rows", value_parser = Format::parser(|_| true))]
    pub(crate) format: Format,

    /// Wait for Enter after each solution; any other input ends the list
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) step: bool,
}

const PIECES_EXAMPLES: &str = "\
Examples:
  ferz queens pieces 3 2 --all         two queens on a 3x3 board
  ferz queens pieces 8 5 --count       how many ways there are to place five
  ferz queens pieces 8 5 --attacked    with the squares that they attack
  ferz queens pieces 3 2 --all --sort colex --format ruby";

/// Place K queens on the board instead of N
#[derive(ClapArgs)]
#[command(after_help = PIECES_EXAMPLES)]
#[command(mut_arg("format", |arg| arg.default_value("board").value_parser(Format::parser(|format| !format.needs_every_column()))))]
#[command(mut_arg("sort", |arg| arg.conflicts_with_all(SearchArgs::names())))]
#[command(mut_arg("step", |arg| arg.conflicts_with_all(["count", "unique"])))]
#[command(mut_arg("transpose", |arg| arg.conflicts_with("count")))]
pub(crate) struct PiecesArgs {
    /// Number of columns and rows
    #[arg(value_name = "N", value_parser = board_size, allow_negative_numbers = true)]
    pub(crate) n: u64,

    /// Number of queens
    #[arg(value_name = "K", value_parser = whole_number(0), allow_hyphen_values = true)]
    pub(crate) pieces: u64,

    #[command(flatten)]
    pub(crate) which: WhichArgs,

    /// How strongly `alldifferent` propagates (default: value)
    #[arg(long, help_heading = SEARCH, value_name = "LEVEL", value_parser = named(Consistency::ALL, Consistency::name))]
    pub(crate) consistency: Option<Consistency>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Record and verify the reason for every inference; print the number of reasons by rule
    #[arg(long, help_heading = UNDERSTAND)]
    pub(crate) check_inferences: bool,

    /// Print statistics: nodes, failures, propagations, peak depth, time
    #[arg(long, help_heading = UNDERSTAND)]
    pub(crate) stats: bool,

    #[command(flatten)]
    pub(crate) written: WrittenArgs,

    /// Mark the squares that the queens attack on drawn boards: x in text, shaded in svg, html and latex
    #[arg(long, help_heading = OUTPUT, conflicts_with = "count")]
    pub(crate) attacked: bool,
}
