//! `ferz queens backtracking N`: every queen placed by plain backtracking, up to the first board.

use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::format::Format;
use crate::interrupt;
use crate::parse::{duration, named};
use crate::queens::args::common::board_size;
use crate::queens::pause::{Answer, Pause, Waited, unreadable};
use crate::wording::{cause, queens};
use anyhow::Context;
use clap::Args as ClapArgs;
use queens::{Boxed, Placement, Placements, Square};
use serde::Serialize;
use solver_core::StopReason;
use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

/// Place queens by trial and error, and show each one: no solver, no propagation
#[derive(ClapArgs)]
pub(crate) struct BacktrackingArgs {
    /// Number of queens, columns and rows
    #[arg(value_name = "N", value_parser = board_size, allow_negative_numbers = true)]
    n: u64,

    /// Wait for Enter when the search goes back; any text ends it
    #[arg(long)]
    step: bool,

    /// Stop after this time: 10s, 500ms, 2m, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Option<Duration>,

    /// Print the costs: placements, conflict tests, backtracks, time
    #[arg(long)]
    stats: bool,

    /// How steps are written
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = named(&Format::ALL, Format::name))]
    format: Format,
}

/// Why the trace is over.
#[derive(Clone, Copy)]
enum End {
    /// The board is complete.
    Board,
    /// The last queen was taken back: there is no board.
    NoBoard,
    /// A limit or Ctrl-C came first.
    Stopped(StopReason),
    /// Text was typed, and so the end wished for.
    Wished,
    /// The lines to step by are used up.
    OutOfInput,
}

/// A line of the JSON form for each step.
#[derive(Serialize)]
struct Step {
    event: &'static str,
    step: u64,
    placed: Vec<[u32; 2]>,
}

/// And its last line.
#[derive(Serialize)]
struct Last {
    event: &'static str,
    n: u64,
    outcome: &'static str,
    stopped_by: Option<String>,
    solution: Option<Vec<[u32; 2]>>,
    steps: u64,
    placements: u64,
    conflict_tests: u64,
    backtracks: u64,
    seconds: f64,
}

pub(crate) fn run(args: &BacktrackingArgs, started: Instant) -> anyhow::Result<Ended> {
    let cancel = interrupt::token()?;
    let mut search = Placements::new(args.n).map_err(|e| BadInput(e.to_string()))?;
    let stopped = || crate::queens::pause::stopped(args.time_limit, &cancel, started);
    let pause = if args.step { Some(Pause::new().context("cannot wait for input")?) } else { None };
    let mut report = Report { out: BufWriter::new(io::stdout().lock()), args, steps: 0 };
    let end = loop {
        if let Some(by) = stopped() {
            break End::Stopped(by);
        }
        match search.next() {
            Some(Placement::Placed(_)) => report.step(search.placed()).context(UNWRITABLE)?,
            Some(Placement::TakenBack(queen)) => {
                let Some(pause) = &pause else { continue };
                report.out.flush().context(UNWRITABLE)?;
                let Square { column, row } = queen;
                let prompt = format!("{row} {column} is taken back; Enter goes on, any text ends: ");
                match pause.wait(&prompt, stopped).map_err(unreadable)? {
                    Waited::Answered(Answer::GoOn) => {}
                    Waited::Answered(Answer::Text) => break End::Wished,
                    Waited::Answered(Answer::EndOfInput) => break End::OutOfInput,
                    Waited::Stopped(by) => break End::Stopped(by),
                }
            }
            Some(Placement::Completed(_)) => break End::Board,
            None => break End::NoBoard,
        }
    };
    report.end(end, &search, started.elapsed()).context(UNWRITABLE)?;
    Ok(if matches!(end, End::Stopped(_)) { Ended::Stopped } else { Ended::Complete })
}

/// Writes steps as they come, and how they ended.
struct Report<'a, W> {
    out: W,
    args: &'a BacktrackingArgs,
    steps: u64,
}

impl<W: Write> Report<'_, W> {
    fn step(&mut self, placed: &[Square]) -> io::Result<()> {
        self.steps += 1;
        if self.args.format == Format::Json {
            self.line(&Step { event: "step", step: self.steps, placed: pairs(placed) })
        } else {
            write!(self.out, "Step:{}\n{}", self.steps, Boxed(placed))
        }
    }

    fn end(&mut self, end: End, search: &Placements, time: Duration) -> io::Result<()> {
        if self.args.format == Format::Json {
            self.last(end, search, time)?;
        } else {
            self.closing(end, search.placed())?;
            if self.args.stats {
                self.costs(search, time)?;
            }
        }
        self.out.flush()
    }

    fn last(&mut self, end: End, search: &Placements, time: Duration) -> io::Result<()> {
        let efforts = search.efforts();
        let (outcome, stopped_by) = match end {
            End::Board => ("solution", None),
            End::NoBoard => ("no solution", None),
            End::Stopped(by) => ("stopped", Some(by.to_string())),
            End::Wished => ("stopped", Some("text typed".to_owned())),
            End::OutOfInput => ("stopped", Some("end of input".to_owned())),
        };
        self.line(&Last {
            event: "end",
            n: self.args.n,
            outcome,
            stopped_by,
            solution: matches!(end, End::Board).then(|| pairs(search.placed())),
            steps: self.steps,
            placements: efforts.placements,
            conflict_tests: efforts.conflict_tests,
            backtracks: efforts.backtracks,
            seconds: time.as_secs_f64(),
        })
    }

    fn closing(&mut self, end: End, placed: &[Square]) -> io::Result<()> {
        let of = queens(self.args.n);
        let steps = format!("{} {}", self.steps, if self.steps == 1 { "step" } else { "steps" });
        match end {
            End::Board => write!(self.out, "======\nCongratulation!\n{}", Boxed(placed)),
            End::NoBoard => writeln!(self.out, "{of}: no solution"),
            End::Stopped(by) => writeln!(self.out, "{of}: {steps} so far; incomplete, stopped by {}", cause(by)),
            End::Wished => writeln!(self.out, "{of}: {steps}, then ended as you wished"),
            End::OutOfInput => writeln!(self.out, "{of}: {steps}, then ended with the input"),
        }
    }

    fn costs(&mut self, search: &Placements, time: Duration) -> io::Result<()> {
        let efforts = search.efforts();
        writeln!(self.out, "placements      {}", efforts.placements)?;
        writeln!(self.out, "conflict tests  {}", efforts.conflict_tests)?;
        writeln!(self.out, "backtracks      {}", efforts.backtracks)?;
        writeln!(self.out, "time            {:.3} s", time.as_secs_f64())
    }

    fn line(&mut self, event: &impl Serialize) -> io::Result<()> {
        writeln!(self.out, "{}", serde_json::to_string(event)?)
    }
}

/// Row and column of each queen.
fn pairs(placed: &[Square]) -> Vec<[u32; 2]> {
    placed.iter().map(|queen| [queen.row, queen.column]).collect()
}
