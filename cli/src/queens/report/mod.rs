//! `ferz queens report KIND N`: facts about the search for boards, without running the solver.

mod candidates;
mod costs;
mod extensions;
mod levels;
mod spaces;

use super::args::common::board_size;
use crate::run::envelope;
use crate::run::prelude::*;
use clap::Subcommand;
use queens::{Givens, Square};
use std::io::Write;

/// The size of the largest board that has reports.
const LARGEST: u64 = 1_000;

/// A report about a board, without a search by the solver.
#[derive(Subcommand)]
pub(crate) enum Report {
    /// How many partial boards have one queen, two, and so on
    Levels(levels::LevelsArgs),
    /// The cost of three recursive programs, on every board up to this size
    Costs(costs::CostsArgs),
    /// How many placements there are before any rule applies, on every board up to this size
    Spaces(spaces::SpacesArgs),
    /// The squares of the board
    Cells(candidates::CellsArgs),
    /// The squares to try in the next column, before any rule applies; with --pieces, every choice of squares
    Candidates(candidates::CandidatesArgs),
    /// Which squares of the next column are safe, and which queens attack the others
    Extensions(extensions::ExtensionsArgs),
    /// Whether the last given queen is safe from the others
    Safe(extensions::SafeArgs),
}

/// The arguments of every report.
#[derive(ClapArgs)]
struct BoardArgs {
    /// Number of columns and rows
    #[arg(value_name = "N", value_parser = board_size, allow_negative_numbers = true)]
    n: u64,
}

/// The time limit of a long-running report.
#[derive(ClapArgs)]
struct TimeArgs {
    /// Stop after this time: 10s, 500ms, 2m, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Option<Duration>,
}

/// The board, the output and the limits of a report.
struct ReportContext {
    n: u32,
    stop: Stop,
    out: Out,
}

pub(crate) fn run(report: &Report, started: Instant) -> anyhow::Result<Ended> {
    type Print<'a> = Box<dyn FnOnce(&mut ReportContext) -> anyhow::Result<Ended> + 'a>;
    let (n, time_limit, print): (u64, _, Print<'_>) = match report {
        Report::Levels(args) => (args.board.n, args.time.time_limit, Box::new(|asked| levels::print(asked, args))),
        Report::Costs(args) => (args.board.n, args.time.time_limit, Box::new(|asked| costs::print(asked, args))),
        Report::Candidates(args) => {
            (args.board.n, args.time.time_limit, Box::new(|asked| candidates::print(asked, args)))
        }
        Report::Spaces(args) => (args.board.n, None, Box::new(|asked| spaces::print(asked, args))),
        Report::Cells(args) => (args.board.n, None, Box::new(|asked| candidates::cells(asked, args))),
        Report::Extensions(args) => (args.board.n, None, Box::new(|asked| extensions::print(asked, args))),
        Report::Safe(args) => (args.board.n, None, Box::new(|asked| extensions::safe(asked, args))),
    };
    let Some(size) = u32::try_from(n).ok().filter(|_| n <= LARGEST) else {
        reject!("reports cover boards up to {LARGEST}x{LARGEST}, not {n}x{n}");
    };
    let mut asked = ReportContext { n: size, stop: Stop::after(time_limit, started)?, out: Out::new() };
    let ended = print(&mut asked)?;
    asked.out.flush()?;
    Ok(ended)
}

impl ReportContext {
    /// Prints a complete report.
    fn write(&mut self, text: &str) -> anyhow::Result<Ended> {
        self.out.write_all(text.as_bytes())?;
        Ok(Ended::Complete)
    }

    /// The question as JSON: the kind of report, and the board.
    fn question(&self, report: &str) -> Fields {
        Fields::new().with("report", report).with("n", self.n)
    }

    /// Prints a JSON answer.
    fn json(&self, question: Fields, answer: Fields) -> anyhow::Result<Ended> {
        envelope::print("queens", question, answer)?;
        Ok(Ended::Complete)
    }

    /// Returns the given queens in column order. Rejects queens that attack each other.
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
