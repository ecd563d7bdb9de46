//! `--method bits|quadrants`: counts boards with special-purpose kernels.

use super::args::Queens;
use super::output::{Closing, Report};
use super::question::Question;
use crate::run::prelude::*;
use crate::run::progress::Bar;
use queens::Changes;
use queens::count::{Checkpoint, CheckpointError, CountError, Method, Outcome, Part, Plan, Progress, Total};
use solver_core::StopReason;
use std::num::NonZero;

/// The shortest time estimate that is printed.
const LONG: Duration = Duration::from_secs(10);
const STEPS: u64 = 10_000;

/// Counts the boards with a bit-parallel or quadrant kernel.
pub(crate) fn run(args: &Queens, method: Method, started: Instant) -> anyhow::Result<Ended> {
    let stop = Stop::after(args.limits.time_limit, started)?;
    let cancel = stop.token();
    let threads =
        args.threads.threads.unwrap_or_else(|| std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN));
    let n = u32::try_from(args.queens()).unwrap_or(u32::MAX);
    let plan = Plan::new(n, method, threads).map_err(refusal)?;
    let bar = Bar::new("{bar:30} {percent_precise}% of the work, {msg}");
    let estimate = plan.estimate();
    if bar.is_wanted() && estimate.time >= LONG {
        let (time, memory) = (estimate.time.as_secs(), estimate.memory.div_ceil(1_000_000));
        complain(&format!("about {time} s and {memory} MB, estimated"));
    }
    let mut is_late = false;
    let mut look = |progress: Progress| {
        if stop.left().is_some_and(|left| left.is_zero()) && progress.done < progress.units {
            is_late = true;
            cancel.cancel();
        }
        let left = progress.remaining().map_or_else(String::new, |left| format!(", {} s left", left.as_secs()));
        let message = format!("{} of {} units{left}", progress.done, progress.units);
        bar.show((progress.fraction * STEPS as f64) as u64, STEPS, message);
    };
    let outcome = match &args.checkpoint {
        Some(file) => plan.resume(&Checkpoint::at(file), &cancel, &mut look),
        None => plan.run(&cancel, &mut look),
    };
    bar.clear();
    // If the count was stopped, it is a lower bound on the number of boards.
    let (count, units, done, resumed) = match outcome.map_err(refusal)? {
        Outcome::Complete(Total { boards, units, resumed, .. }) => (boards, units, units, Some(resumed)),
        Outcome::Stopped(Part { at_least, done, units, .. }) => (at_least, units, done, None),
    };
    let end = match (resumed, is_late) {
        (Some(_), _) => End::Exhausted,
        (None, true) => End::Stopped(StopReason::Time),
        (None, false) => End::Stopped(StopReason::Cancelled),
    };
    let (of, name, seconds) = (plural(args.queens(), "queen"), plan.method().name(), started.elapsed().as_secs_f64());
    let (instructions, threads) = (plan.instructions(), plan.threads().get());
    let solutions = plural(count, "solution");
    let mut lines = String::new();
    let sentence = match end.cause() {
        None => format!("{of}: {solutions}, counted by {name}"),
        Some(by) => {
            if let Some(file) = &args.checkpoint {
                let from = file.display();
                lines = format!("{done} of {units} units of work are done; repeat the command to resume from {from}\n");
            }
            format!("{of}: at least {solutions}; incomplete, stopped by {by}")
        }
    };
    if args.stats {
        lines += &format!("method        {name} ({instructions})\nthreads       {threads}\n");
        lines += &format!("units         {done} of {units}\ntime          {seconds:.3} s\n");
    }
    let changes = Changes::none(usize::try_from(args.queens())?);
    let question = Question { count: true, ..Question::new(changes, args.format, &args.limits) };
    let asked = Fields::new().with("n", args.queens()).with("method", name);
    let asked = asked.with("instructions", instructions).with("threads", threads);
    let answer = end.answer(count).with("units", units).with("units_done", done).with("units_resumed", resumed);
    let report = Report::new(Out::new(), &question, asked);
    report.finish(Closing { end, sentence, lines, answer: [answer, Fields::new().with("seconds", seconds)] })
}

/// Classifies an error. An error that the user can correct is bad input, but a disagreement between counts is not.
fn refusal(error: CountError) -> anyhow::Error {
    match error {
        CountError::Size { .. } => BadInput(format!("{error}; --method model counts any board, slowly")).into(),
        CountError::Checkpoint(CheckpointError::Io { .. }) | CountError::Disagreement => error.into(),
        CountError::Checkpoint(_) => bad(error).into(),
        other => other.into(),
    }
}
