//! Variants of the queens puzzle. Each is a separate command, which runs one search for each number of queens.

pub(crate) mod armies;
pub(crate) mod domination;
pub(crate) mod instance;
pub(crate) mod pawns;
mod session;

pub(crate) use armies::Armies;
pub(crate) use domination::Domination;
pub(crate) use instance::Generate;
pub(crate) use pawns::Pawns;

use crate::run::prelude::*;
use clap::ValueEnum;

/// How to search, when to stop, and how solutions are written.
#[derive(ClapArgs)]
struct RelativeArgs {
    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print statistics of each search: nodes, failures, time
    #[arg(long)]
    stats: bool,

    /// Output format of solutions
    #[arg(long, value_name = "FORMAT", default_value = "board")]
    format: Format,
}

/// How solutions are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Board,
    Squares,
    Json,
}

/// Checks the board size; the error for a board that is too large names the `pieces`.
fn size(n: u64, limit: usize, pieces: &str) -> Result<usize, BadInput> {
    let small = usize::try_from(n).ok().filter(|&n| n <= limit);
    small.ok_or_else(|| BadInput(format!("{pieces} boards up to {limit}x{limit}, not {n}x{n}")))
}
