//! `ferz queens backtracking N`: shows every placement of plain backtracking until the first board.

use crate::format::Format;
use crate::queens::args::common::board_size;
use crate::run::pause::Pause;
use crate::run::prelude::*;
use queens::{Boxed, Efforts, Placement, Placements, Square};
use std::io::{self, Write};

/// Place queens by trial and error, and show every step: no solver, no propagation
#[derive(ClapArgs)]
pub(crate) struct BacktrackingArgs {
    /// Number of queens, columns and rows
    #[arg(value_name = "N", value_parser = board_size, allow_negative_numbers = true)]
    n: u64,

    /// Wait for Enter at each backtrack; any other input ends the search
    #[arg(long)]
    step: bool,

    /// Stop after this time: 10s, 500ms, 2m, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Option<Duration>,

    /// Print statistics: placements, conflict tests, backtracks, time
    #[arg(long)]
    stats: bool,

    /// Output format of the steps
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

pub(crate) fn run(args: &BacktrackingArgs, started: Instant) -> anyhow::Result<Ended> {
    let stop = Stop::after(args.time_limit, started)?;
    let mut search = Placements::new(args.n).map_err(bad)?;
    let pause = args.step.then(|| Pause::new(&stop)).transpose()?;
    let mut report = Report { out: Out::new(), args, steps: 0 };
    let end = loop {
        if let Some(by) = stop.asked() {
            break End::Stopped(by);
        }
        match search.next() {
            Some(Placement::Placed(_)) => report.step(search.placed())?,
            Some(Placement::TakenBack(Square { column, row })) => {
                let Some(pause) = &pause else { continue };
                let prompt = format!("{row} {column} is taken back; Enter continues, any other input ends: ");
                if let Some(end) = pause.wait(&prompt, &mut report.out)? {
                    break end;
                }
            }
            Some(Placement::Completed(_)) => break End::Enough,
            None => break End::Exhausted,
        }
    };
    report.end(end, &search, started.elapsed().as_secs_f64())?;
    Ok(end.into())
}

/// Prints the steps, then the result: the board, or, after every queen has been taken back, the message that there is
/// no board.
struct Report<'a> {
    out: Out,
    args: &'a BacktrackingArgs,
    steps: u64,
}

impl Report<'_> {
    fn step(&mut self, placed: &[Square]) -> io::Result<()> {
        self.steps += 1;
        if self.args.format == Format::Json {
            let step = Fields::new().with("event", "step").with("step", self.steps).with("placed", pairs(placed));
            writeln!(self.out, "{}", step.line()?)
        } else {
            write!(self.out, "Step:{}\n{}", self.steps, Boxed(placed))
        }
    }

    fn end(&mut self, end: End, search: &Placements, seconds: f64) -> io::Result<()> {
        let Efforts { placements, conflict_tests, backtracks, .. } = search.efforts();
        let (n, placed) = (self.args.n, search.placed());
        if self.args.format == Format::Json {
            let (outcome, stopped_by) = match end {
                End::Enough => ("solution", None),
                End::Exhausted => ("no solution", None),
                End::Stopped(_) | End::Typed | End::OutOfInput => ("stopped", Some(end.to_string())),
            };
            let last = Fields::new()
                .with("event", "end")
                .with("n", n)
                .with("outcome", outcome)
                .with("stopped_by", stopped_by)
                .with("solution", (end == End::Enough).then(|| pairs(placed)))
                .with("steps", self.steps)
                .with("placements", placements)
                .with("conflict_tests", conflict_tests)
                .with("backtracks", backtracks)
                .with("seconds", seconds);
            writeln!(self.out, "{}", last.line()?)?;
            return self.out.flush();
        }
        let (of, steps) = (plural(n, "queen"), plural(self.steps, "step"));
        match (end, end.left(), end.cause()) {
            (_, Some(how), _) => writeln!(self.out, "{of}: {steps}, then ended {how}")?,
            (.., Some(by)) => writeln!(self.out, "{of}: {steps} so far; incomplete, stopped by {by}")?,
            (End::Exhausted, ..) => writeln!(self.out, "{of}: no solution")?,
            _ => write!(self.out, "======\nCongratulation!\n{}", Boxed(placed))?,
        }
        if self.args.stats {
            writeln!(self.out, "placements      {placements}\nconflict tests  {conflict_tests}")?;
            writeln!(self.out, "backtracks      {backtracks}\ntime            {seconds:.3} s")?;
        }
        self.out.flush()
    }
}

/// The row and column of each queen.
fn pairs(placed: &[Square]) -> Vec<[u32; 2]> {
    placed.iter().map(|queen| [queen.row, queen.column]).collect()
}
