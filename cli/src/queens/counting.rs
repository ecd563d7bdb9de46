//! `--method bits|quadrants`: counting boards by special-purpose kernels.

use crate::envelope;
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::interrupt;
use crate::queens::args::Queens;
use crate::wording::{cause, queens};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use queens::count::{Checkpoint, CheckpointError, CountError, Method, Outcome, Part, Plan, Progress, Total};
use serde::Serialize;
use solver_core::{CancelToken, StopReason};
use std::io::{self, Write};
use std::num::NonZero;
use std::time::{Duration, Instant};

/// How long nobody wonders what is going on.
const PATIENCE: Duration = Duration::from_millis(500);
/// Estimates below this are not worth a line.
const LONG: Duration = Duration::from_secs(10);
const STEPS: u64 = 10_000;

/// Counts the boards of `args.n` queens.
pub(crate) fn run(args: &Queens, method: Method, started: Instant) -> anyhow::Result<Ended> {
    let cancel = interrupt::token()?;
    let threads =
        args.threads.threads.unwrap_or_else(|| std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN));
    let n = u32::try_from(args.n).unwrap_or(u32::MAX);
    let plan = Plan::new(n, method, threads).map_err(refusal)?;
    let mut watch = Watch::new(&plan, &cancel, args.limits.time_limit, started);
    let outcome = match &args.checkpoint {
        Some(file) => plan.resume(&Checkpoint::at(file), &cancel, &mut |progress| watch.look(progress)),
        None => plan.run(&cancel, &mut |progress| watch.look(progress)),
    };
    watch.clear();
    let answer = Answer::new(args, &plan, outcome.map_err(refusal)?, watch.late, started);
    let mut out = io::stdout().lock();
    if args.is_json() { answer.json(&mut out) } else { answer.text(&mut out, args) }.context(UNWRITABLE)?;
    out.flush().context(UNWRITABLE)?;
    Ok(if answer.stopped_by.is_none() { Ended::Complete } else { Ended::Stopped })
}

/// What the user can mend is bad input; a disagreement of the counts is not.
fn refusal(error: CountError) -> anyhow::Error {
    match error {
        CountError::Size { .. } => BadInput(format!("{error}; --method model counts any board, slowly")).into(),
        CountError::Checkpoint(CheckpointError::Io { .. }) | CountError::Disagreement => error.into(),
        CountError::Checkpoint(_) => BadInput(error.to_string()).into(),
        other => other.into(),
    }
}

/// Looks at the clock and shows how far the count is, on standard error and only on a terminal.
struct Watch<'a> {
    cancel: &'a CancelToken,
    limit: Option<Duration>,
    started: Instant,
    bar: Option<ProgressBar>,
    wanted: bool,
    /// The time limit has ended the count.
    late: bool,
}

impl<'a> Watch<'a> {
    fn new(plan: &Plan, cancel: &'a CancelToken, limit: Option<Duration>, started: Instant) -> Watch<'a> {
        let wanted = !ProgressDrawTarget::stderr().is_hidden();
        let estimate = plan.estimate();
        if wanted && estimate.time >= LONG {
            let (time, memory) = (estimate.time.as_secs(), estimate.memory.div_ceil(1_000_000));
            // On a terminal that is gone nobody is left to tell.
            let _ = writeln!(io::stderr(), "about {time} s and {memory} MB, estimated");
        }
        Watch { cancel, limit, started, bar: None, wanted, late: false }
    }

    fn look(&mut self, progress: Progress) {
        if self.limit.is_some_and(|limit| self.started.elapsed() >= limit) && progress.done < progress.units {
            self.late = true;
            self.cancel.cancel();
        }
        if !self.wanted || self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:30} {percent_precise}% of the work, {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(STEPS).with_style(style)
        });
        bar.set_position((progress.fraction * STEPS as f64) as u64);
        let left = progress.remaining().map_or_else(String::new, |left| format!(", {} s left", left.as_secs()));
        bar.set_message(format!("{} of {} units{left}", progress.done, progress.units));
    }

    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// What came out.
struct Answer {
    n: u64,
    method: &'static str,
    instructions: &'static str,
    threads: usize,
    stopped_by: Option<StopReason>,
    /// When stopped: a lower bound of the number.
    count: u128,
    units: usize,
    units_done: usize,
    units_resumed: Option<usize>,
    seconds: f64,
}

#[derive(Serialize)]
struct Question {
    n: u64,
    method: &'static str,
    instructions: &'static str,
    threads: usize,
}

#[derive(Serialize)]
struct Details {
    units: usize,
    units_done: usize,
    units_resumed: Option<usize>,
}

impl Answer {
    fn new(args: &Queens, plan: &Plan, outcome: Outcome, late: bool, started: Instant) -> Answer {
        let (count, units, units_done, units_resumed) = match outcome {
            Outcome::Complete(Total { boards, units, resumed, .. }) => (boards, units, units, Some(resumed)),
            Outcome::Stopped(Part { at_least, done, units, .. }) => (at_least, units, done, None),
        };
        let complete = units_resumed.is_some();
        let by = (!complete).then_some(if late { StopReason::Time } else { StopReason::Cancelled });
        Answer {
            n: args.n,
            method: plan.method().name(),
            instructions: plan.instructions(),
            threads: plan.threads().get(),
            stopped_by: by,
            count,
            units,
            units_done,
            units_resumed,
            seconds: started.elapsed().as_secs_f64(),
        }
    }

    fn json(&self, out: &mut impl Write) -> io::Result<()> {
        let &Answer { n, method, instructions, threads, units, units_done, units_resumed, .. } = self;
        let outcome = if self.count == 0 { envelope::Outcome::Unsatisfiable } else { envelope::Outcome::Complete };
        let answer = envelope::Answer::unless_stopped(self.stopped_by, outcome).count(self.count).seconds(self.seconds);
        let answer = answer.with(Details { units, units_done, units_resumed });
        envelope::write(out, "queens", &Question { n, method, instructions, threads }, &answer)
    }

    fn text(&self, out: &mut impl Write, args: &Queens) -> io::Result<()> {
        let Answer { count, method, units, units_done, .. } = self;
        let of = queens(self.n);
        let solutions = if *count == 1 { "solution" } else { "solutions" };
        match self.stopped_by.map(cause) {
            None => writeln!(out, "{of}: {count} {solutions}, counted by {method}")?,
            Some(by) => {
                writeln!(out, "{of}: at least {count} {solutions}; incomplete, stopped by {by}")?;
                if let Some(file) = &args.checkpoint {
                    writeln!(
                        out,
                        "{units_done} of {units} units of work are done; the same command goes on from {}",
                        file.display()
                    )?;
                }
            }
        }
        if args.stats {
            writeln!(out, "method        {method} ({})", self.instructions)?;
            writeln!(out, "threads       {}", self.threads)?;
            writeln!(out, "units         {units_done} of {units}")?;
            writeln!(out, "time          {:.3} s", self.seconds)?;
        }
        Ok(())
    }
}
