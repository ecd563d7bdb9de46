//! `ferz queens report KIND N`: facts about the search for boards, without running the solver.

mod candidates;
mod costs;
mod extensions;
mod levels;
mod spaces;

use super::args::common::board_size;
use super::pause::stopped;
use crate::envelope::{self, Answer};
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::interrupt;
use crate::parse::duration;
use anyhow::Context;
use clap::{Args as ClapArgs, Subcommand};
use queens::{Givens, Square};
use serde::Serialize;
use solver_core::{CancelToken, StopReason};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::time::{Duration, Instant};

/// Larger boards are not told of.
const LARGEST: u64 = 1_000;

/// What to tell about a board, without a search by the solver.
#[derive(Subcommand)]
pub(crate) enum Report {
    /// How many partial boards have one queen, two, and so on
    Levels(levels::LevelsArgs),
    /// What three recursive programs cost, on every board up to this size
    Costs(costs::CostsArgs),
    /// How many placements there are before any rule, on every board up to this size
    Spaces(spaces::SpacesArgs),
    /// The squares of the board
    Cells(candidates::CellsArgs),
    /// What is to be tried in the next column, before any rule; with --pieces, every choice of squares
    Candidates(candidates::CandidatesArgs),
    /// Which squares of the next column are safe, and who attacks the others
    Extensions(extensions::ExtensionsArgs),
    /// Whether the last given queen is safe from the others
    Safe(extensions::SafeArgs),
}

/// What every report takes.
#[derive(ClapArgs)]
struct BoardArgs {
    /// Number of columns and rows
    #[arg(value_name = "N", value_parser = board_size, allow_negative_numbers = true)]
    n: u64,
}

/// A limit on what takes long.
#[derive(ClapArgs)]
struct TimeArgs {
    /// Stop after this time: 10s, 500ms, 2m, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Option<Duration>,
}

/// A question that is being answered.
struct ReportContext {
    n: u32,
    time_limit: Option<Duration>,
    cancel: CancelToken,
    started: Instant,
    out: BufWriter<StdoutLock<'static>>,
}

pub(crate) fn run(report: &Report, started: Instant) -> anyhow::Result<Ended> {
    let (board, time_limit) = match report {
        Report::Levels(args) => (&args.board, args.time.time_limit),
        Report::Costs(args) => (&args.board, args.time.time_limit),
        Report::Candidates(args) => (&args.board, args.time.time_limit),
        Report::Spaces(args) => (&args.board, None),
        Report::Cells(args) => (&args.board, None),
        Report::Extensions(args) => (&args.board, None),
        Report::Safe(args) => (&args.board, None),
    };
    let n = size(board.n).map_err(BadInput)?;
    let out = BufWriter::new(io::stdout().lock());
    let mut asked = ReportContext { n, time_limit, cancel: interrupt::token()?, started, out };
    let ended = match report {
        Report::Levels(args) => levels::tell(&mut asked, args)?,
        Report::Costs(args) => costs::tell(&mut asked, args)?,
        Report::Spaces(args) => spaces::tell(&mut asked, args)?,
        Report::Cells(args) => candidates::cells(&mut asked, args)?,
        Report::Candidates(args) => candidates::tell(&mut asked, args)?,
        Report::Extensions(args) => extensions::tell(&mut asked, args)?,
        Report::Safe(args) => extensions::safe(&mut asked, args)?,
    };
    asked.out.flush().context(UNWRITABLE)?;
    Ok(ended)
}

fn size(n: u64) -> Result<u32, String> {
    match u32::try_from(n) {
        Ok(size) if n <= LARGEST => Ok(size),
        _ => Err(format!("reports tell of boards up to {LARGEST}x{LARGEST}, not {n}x{n}")),
    }
}

impl ReportContext {
    /// Who wants it to stop.
    fn stopped(&self) -> Option<StopReason> {
        stopped(self.time_limit, &self.cancel, self.started)
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.out.write_all(text.as_bytes()).context(UNWRITABLE)
    }

    fn json(&mut self, question: &impl Serialize, answer: &Answer<impl Serialize>) -> anyhow::Result<()> {
        envelope::write(&mut self.out, "queens", question, answer).context(UNWRITABLE)
    }

    /// The given queens, at peace, in the order of their columns.
    fn placed(&self, given: Option<&str>) -> Result<Vec<Square>, BadInput> {
        let Some(text) = given else { return Ok(Vec::new()) };
        let givens = Givens::parse(self.n as usize, text);
        let mut squares = givens.map_err(|e| BadInput(format!("--given '{text}': {e}")))?.squares().to_vec();
        squares.sort();
        Ok(squares)
    }

    fn name(&self, square: Square) -> String {
        square.on(self.n as usize).to_string()
    }

    fn names(&self, squares: &[Square]) -> Vec<String> {
        squares.iter().map(|&square| self.name(square)).collect()
    }
}
