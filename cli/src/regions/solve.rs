//! Solutions: one, some, all, their number, or the proof that there is only one.

use super::{Regions, Shape, show};
use crate::envelope::{Answer, Envelope};
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::interrupt;
use crate::wording::cause;
use anyhow::Context;
use puzzles::regions::{Puzzle, RegionsModel, Square, Stars};
use serde::Serialize;
use solver_core::prelude::*;
use std::io::{self, BufWriter, Write};
use std::time::Instant;

#[derive(Serialize)]
struct Details {
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<bool>,
}

/// Writes solutions as they come.
struct Report<'a, W> {
    out: W,
    args: &'a Regions,
    puzzle: &'a Puzzle,
    givens: &'a [Square],
    envelope: Option<Envelope>,
    found: u64,
}

pub(super) fn run(args: &Regions, puzzle: &Puzzle, givens: &[Square], started: Instant) -> anyhow::Result<Ended> {
    let mut model = RegionsModel::new(puzzle)?;
    model.give(givens);
    let limits = Limits {
        solutions: if args.all || args.count { None } else { Some(wanted(args)) },
        ..args.limits.after(&Statistics::default(), interrupt::token()?, started)
    };
    let search = args.threads.of(args.search.refine(model.search())).limits(limits);
    let mut run = search.start().map_err(|e| BadInput(e.to_string()))?;
    let out = BufWriter::new(io::stdout().lock());
    let mut report = Report { out, args, puzzle, givens, envelope: None, found: 0 };
    if args.format == Shape::Json {
        report.open().context(UNWRITABLE)?;
    }
    let end = loop {
        match run.step() {
            Step::Solution => {
                run.recheck().context("this is a bug in ferz")?;
                let stars = model.stars(|x| run.value(x)).context("this is a bug in ferz")?;
                report.solution(&stars).context(UNWRITABLE)?;
            }
            end => break end,
        }
    };
    report.end(end, &run.statistics(), started).context(UNWRITABLE)
}

/// How many solutions are looked for.
fn wanted(args: &Regions) -> u64 {
    if args.unique { 2 } else { args.limit.unwrap_or(1) }
}

impl<W: Write> Report<'_, W> {
    fn open(&mut self) -> io::Result<()> {
        let envelope = Envelope::open(&mut self.out, "regions", &show::question(self.puzzle, self.givens))?;
        self.envelope = Some(if self.args.count { envelope } else { envelope.list(&mut self.out)? });
        Ok(())
    }

    fn solution(&mut self, stars: &Stars) -> io::Result<()> {
        self.found += 1;
        match self.args.format {
            _ if self.args.count => {}
            Shape::Json => {
                if let Some(envelope) = &mut self.envelope {
                    envelope.solution(&mut self.out, &show::names(self.puzzle, stars.squares()))?;
                }
            }
            Shape::Squares => writeln!(self.out, "{stars}")?,
            Shape::Board => {
                if self.found > 1 {
                    writeln!(self.out)?;
                }
                self.out.write_all(show::solution(self.args, self.puzzle, stars).as_bytes())?;
            }
        }
        // The first solution is shown at once; of many, a buffer at a time.
        if self.found == 1 { self.out.flush() } else { Ok(()) }
    }

    fn end(mut self, end: Step, statistics: &Statistics, started: Instant) -> io::Result<Ended> {
        let satisfied = !self.args.all && !self.args.count && self.found >= wanted(self.args);
        let stopped_by = match end {
            Step::Stopped(by) if !satisfied => Some(by),
            _ => None,
        };
        if let Some(envelope) = self.envelope.take() {
            let unique = Some(self.found == 1).filter(|_| self.args.unique && stopped_by.is_none());
            let end = if satisfied && end != Step::Exhausted { Step::Solution } else { end };
            let answer = Answer::of_search(end, statistics).seconds(started.elapsed().as_secs_f64());
            envelope.close(&mut self.out, &answer.with(Details { unique }))?;
        } else {
            if self.args.format == Shape::Board && self.found > 0 && !self.args.count {
                writeln!(self.out)?;
            }
            let summary = self.summary(end, stopped_by, statistics);
            writeln!(self.out, "{}: {summary}", show::of(self.puzzle, self.givens))?;
        }
        self.out.flush()?;
        Ok(if stopped_by.is_some() { Ended::Stopped } else { Ended::Complete })
    }

    fn summary(&self, end: Step, stopped_by: Option<StopReason>, statistics: &Statistics) -> String {
        let found = self.found;
        let plural = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let solutions = plural(found, "solution");
        let effort = format!("{} and {}", plural(statistics.nodes, "node"), plural(statistics.failures, "failure"));
        match (end, stopped_by) {
            (_, Some(by)) if self.args.count => {
                format!("at least {solutions}; incomplete, stopped by {}", cause(by))
            }
            (_, Some(by)) => format!("{solutions} so far; incomplete, stopped by {}", cause(by)),
            (Step::Exhausted, None) if found == 0 => "no solution".to_owned(),
            (Step::Exhausted, None) if self.args.unique => format!("exactly one solution, proved with {effort}"),
            (_, None) if self.args.unique => "more than one solution: these two differ".to_owned(),
            (Step::Exhausted, None) => solutions,
            (_, None) if found == 1 => format!("one solution, after {effort}"),
            (_, None) => format!("the first {solutions}, after {effort}"),
        }
    }
}
