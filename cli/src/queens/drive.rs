//! Runs a search for boards, and reports it.

use super::changes::RulesSummary;
use super::clash;
use super::object::QuestionFields;
use super::output::Report;
use super::puzzle::{Puzzle, board};
use super::request::Request;
use super::step::{Left, Steps};
use crate::exit::{BadInput, Ended, UNWRITABLE, WRONG};
use crate::interrupt;
use crate::limit_args::LimitArgs;
use crate::progress::Progress;
use anyhow::Context;
use queens::QueensModel;
use solver_core::prelude::*;
use std::time::Instant;
use study::Check;

/// Standard output, buffered.
pub(crate) type Out = std::io::BufWriter<std::io::StdoutLock<'static>>;

/// The report of a search, on standard output.
pub(crate) fn report<'a>(request: &'a Request, asked: QuestionFields, changed: RulesSummary) -> Report<'a, Out> {
    Report::new(std::io::BufWriter::new(std::io::stdout().lock()), request, asked, changed)
}

/// A search that has been reported.
pub(crate) struct Ran {
    pub(crate) end: Step,
    pub(crate) ended: Ended,
    pub(crate) run: Run,
}

/// Searches for boards with a queen in every column, and says why there is none if given queens are to blame.
pub(crate) fn boards(
    puzzle: &Puzzle,
    request: &Request,
    asked: QuestionFields,
    limits: &LimitArgs,
    started: Instant,
    search: impl for<'m> Fn(&'m QueensModel) -> Search<'m>,
) -> anyhow::Result<Ended> {
    let cancel = interrupt::token()?;
    let queens = puzzle.broken()?;
    let left =
        |spent: &Statistics| Limits { solutions: request.wanted, ..limits.after(spent, cancel.clone(), started) };
    let mut report = report(request, asked, RulesSummary::new(&puzzle.changes)).of_orbits(&queens);
    report = report.marking(&puzzle.changes);
    let limited = search(&queens).limits(left(&Statistics::default()));
    let ran = drive(limited, request, &mut report, &cancel, started, |run, report| {
        report.solution(&board(run, &queens, &puzzle.changes)?).context(UNWRITABLE)
    })?;
    let Ran { end, mut ended, run } = ran;
    if end == Step::Exhausted && run.statistics().solutions == 0 && !queens.given.is_empty() {
        // With fewer queens given there are more symmetries: the question is about the puzzle itself.
        let plain = puzzle.model()?;
        let search = search(&plain).limits(left(&run.statistics()));
        let dead = clash::ask(&search, &plain, puzzle.changes.givens())?;
        report.clash(&dead).context(UNWRITABLE)?;
        if dead.is_stopped() {
            ended = Ended::Stopped;
        }
    }
    report.close().context(UNWRITABLE)?;
    // Large models take long to take apart, and the process is about to end.
    std::mem::forget((run, queens));
    Ok(ended)
}

/// Runs a search to its end, or as far as somebody wants it, and reports it. `show` writes a solution.
pub(crate) fn drive<'a>(
    search: Search<'_>,
    request: &'a Request,
    report: &mut Report<'a, Out>,
    cancel: &CancelToken,
    started: Instant,
    show: impl Fn(&Run, &mut Report<'a, Out>) -> anyhow::Result<()>,
) -> anyhow::Result<Ran> {
    let mut check = request.check_inferences.then(Check::new);
    let search = if check.is_some() { search.explaining() } else { search };
    let mut run = search.start().map_err(|e| BadInput(e.to_string()))?;
    report.begin().context(UNWRITABLE)?;
    let steps = Steps::new(request, cancel.clone(), started)?;
    let is_count = request.count && report.orbits.is_none();
    let mut progress = Progress::new().advising(request.advice);
    let mut left = None;
    let end = loop {
        progress.look(&run);
        let step = match &mut check {
            Some(check) => run.step_observed(progress.stride(), check),
            None if is_count => run.count_for(progress.stride()),
            None => run.step_for(progress.stride()),
        };
        match step {
            Some(Step::Solution) if is_count => {}
            Some(Step::Solution) => {
                progress.clear();
                run.recheck().context(WRONG)?;
                show(&run, report)?;
                left = steps.wait(report)?;
                match left {
                    None => {}
                    Some(Left::Stopped(by)) => break Step::Stopped(by),
                    Some(Left::Wished | Left::OutOfInput) => break Step::Solution,
                }
            }
            Some(end) => break end,
            None => {}
        }
    };
    progress.clear();
    if let Some(check) = check {
        report.verified(check.finish().context("a reason failed its check: this is a bug in ferz")?);
    }
    let statistics = run.statistics();
    let ended = match left {
        Some(left @ (Left::Wished | Left::OutOfInput)) => {
            report.leave(left, &statistics).context(UNWRITABLE)?;
            Ended::Complete
        }
        _ => report.end(end, &statistics, started.elapsed()).context(UNWRITABLE)?,
    };
    Ok(Ran { end, ended, run })
}
