//! The options of `ferz queens N`.

mod changed;
pub(super) mod common;
pub(super) mod format;
mod list;
mod method;
mod which;

use crate::run::prelude::*;
pub(crate) use changed::Changed;
use common::board_size;
pub(crate) use format::Format;
pub(crate) use list::{ListArgs, PiecesArgs};
pub(crate) use method::Method;
pub(crate) use which::WhichArgs;

use super::backtracking::BacktrackingArgs;
use super::report::Report;
use crate::proof::ProofArgs;
use crate::thread_args::ThreadArgs;
use clap::Subcommand;
use clap::builder::TypedValueParser;
use common::{FIND, OUTPUT, SEARCH, UNDERSTAND};
use queens::Formulation;
use solver_core::prelude::*;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  ferz queens 8                         one solution, drawn
  ferz queens 8 --count                 how many there are
  ferz queens 8 --all --distinct        the 12 fundamental ones, no rotations or reflections
  ferz queens 8 --all -o boards.svg     a picture of all of them
  ferz queens 1000 --format rows        a large board, as the row of each queen
  ferz queens 8 --given d1,f2 --why e3  why no queen can stand on e3
  ferz queens 8 --all --format json     for programs
  ferz queens 8 --all --given d1,f2     the solutions with these queens
  ferz queens 22 --count --checkpoint 22.ferz   a long count that can be killed and resumed
  ferz queens 1000000 --method local-search --format squares
  ferz queens 8 --given b4,d5 --unique  is there exactly one?
  ferz queens 8 --torus --blocked d4    the puzzle with other rules
  ferz queens 8 --given d1,f2 --attacked   with the squares that these two attack
  ferz queens 8 --trace                 how a solver thinks: guesses, reasons, dead ends
  ferz queens 8 --all --proof DIR       all 92, with a proof that there are no others

Exit codes: 0 complete, 2 bad input, 3 stopped by a limit or Ctrl-C,
70 internal error or unwritable output, 130 interrupted twice.";

#[derive(ClapArgs)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
// Boards have no objective.
#[command(mut_arg("lns", |arg| arg.hide(true)), mut_arg("order", |arg| arg.hide_short_help(true)))]
pub(crate) struct Queens {
    /// Number of queens, columns and rows
    #[arg(value_name = "N", value_parser = board_size, allow_negative_numbers = true, required_unless_present = "instance")]
    pub(crate) n: Option<u64>,

    #[command(flatten)]
    pub(crate) which: WhichArgs,

    /// Only fundamental solutions: one of each set of rotations and reflections
    ///
    /// Prints the lexicographically smallest of a set. Only symmetries that preserve what is given, blocked and
    /// excluded count.
    #[arg(long, alias = "fundamental", help_heading = FIND)]
    pub(crate) distinct: bool,

    #[command(flatten)]
    pub(crate) changed: Changed,

    /// Solution method: model, which searches on a constraint model; bits or quadrants, which only count, but fast;
    /// local-search, which finds one solution for up to 100,000,000 queens and proves nothing; formula, which does not
    /// search (default: for a plain --count the faster of bits and quadrants, otherwise model)
    #[arg(long, help_heading = SEARCH, value_name = "METHOD", value_parser = named(&Method::ALL, Method::name))]
    pub(crate) method: Option<Method>,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    /// Save the progress of a count to this file, and resume from it; for bits and quadrants
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

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Explain why no queen can stand on this square, or why one must
    ///
    /// A column, such as d, means each of its squares. Each search for an answer visits at most --node-limit nodes
    /// (default: 100000).
    #[arg(
        long, help_heading = UNDERSTAND,
        value_name = "SQUARE",
        allow_hyphen_values = true,
        conflicts_with_all = ["all", "count", "limit", "unique", "distinct", "trace", "check_inferences", "stats", "step", "attacked"]
    )]
    pub(crate) why: Option<String>,

    /// With --why: explain by one step, by all steps from the given queens, or by the steps from as few given queens as
    /// suffice (default: decisions)
    #[arg(long, help_heading = UNDERSTAND, value_name = "DEPTH", requires = "why", value_parser = named(Depth::ALL, Depth::name))]
    pub(crate) depth: Option<Depth>,

    /// Show the search at work: every decision and inference with its reason
    #[arg(long, help_heading = UNDERSTAND)]
    pub(crate) trace: bool,

    /// Wait for Enter after each solution, or with --trace at each backtrack; any other input ends the search
    #[arg(long, help_heading = UNDERSTAND, conflicts_with_all = ["unique", "count"])]
    pub(crate) step: bool,

    /// Record and verify the reason for every inference; print the number of reasons by rule
    #[arg(long, help_heading = UNDERSTAND, conflicts_with = "trace")]
    pub(crate) check_inferences: bool,

    #[command(flatten)]
    pub(crate) proof: ProofArgs,

    /// Print statistics: nodes, failures, propagations, peak depth, time
    #[arg(long, help_heading = UNDERSTAND)]
    pub(crate) stats: bool,

    /// Output format of solutions
    #[arg(long, help_heading = OUTPUT, value_name = "FORMAT", default_value = "board", value_parser = Format::parser(Format::is_common))]
    pub(crate) format: Format,

    /// Mark the squares that the given queens attack on drawn boards: x in text, shaded in svg, html and latex
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["count", "trace"])]
    pub(crate) attacked: bool,

    #[command(subcommand)]
    pub(crate) program: Option<Program>,
}

/// The subcommands of `ferz queens`.
#[derive(Subcommand)]
pub(crate) enum Program {
    List(Box<ListArgs>),
    Pieces(Box<PiecesArgs>),
    Backtracking(BacktrackingArgs),
    /// Report on boards and the search for them, without running the solver
    Report(ReportArgs),
}

#[derive(ClapArgs)]
pub(crate) struct ReportArgs {
    #[command(subcommand)]
    pub(crate) report: Report,
}

impl Queens {
    /// The solution method.
    pub(crate) fn method(&self) -> Method {
        self.method.unwrap_or(Method::Model)
    }

    /// The number of queens on the command line.
    pub(crate) fn queens(&self) -> u64 {
        self.n.unwrap_or_default()
    }
}

fn formulation() -> impl TypedValueParser<Value = Formulation> {
    named(&Formulation::ALL, Formulation::name)
}
