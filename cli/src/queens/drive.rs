//! Runs a search for boards and reports the results.

use super::clash;
use super::distinct::Orbits;
use super::output::Report;
use super::question::Question;
use super::summary::Summary;
use crate::run::drive::Drive;
use crate::run::pause::Pause;
use crate::run::prelude::*;
use crate::run::progress::Progress;
use queens::{Board, QueensModel};
use solver_core::observe::Observer;
use solver_core::prelude::*;
use study::Check;

/// Searches for boards with a queen in every column. If the given queens exclude all boards, prints an unsatisfiable
/// core.
pub(crate) fn boards(question: &Question<'_>, started: Instant) -> anyhow::Result<Ended> {
    let stop = Stop::after(question.limits.time_limit, started)?;
    let queens = question.broken()?;
    let mut report = Report::new(Out::new(), question, question.fields());
    report.orbits = Orbits::new(&queens, &question.changes);
    let (end, run) = drive(question.search(&queens), &mut report, &stop, started, |run, report| {
        Ok(report.board(&board(question, run, &queens)?)?)
    })?;
    let (mut ended, mut dead) = (end.into(), None);
    if end == End::Exhausted && run.statistics().solutions == 0 && !queens.given.is_empty() {
        // The model has no symmetry breaking, because a subset of the given queens may have more symmetries than the
        // full set.
        let plain = question.model()?;
        let limits = Limits { solutions: question.wanted, ..question.limits.after(&run.statistics(), &stop) };
        let reason = clash::ask(&question.search(&plain).limits(limits), &plain, question.changes.givens())?;
        if reason.is_stopped() {
            ended = Ended::Stopped;
        }
        dead = Some(reason);
    }
    report.close(dead.as_ref())?;
    // Dropping a large model would take a long time, and the process is about to end.
    std::mem::forget((run, queens));
    Ok(ended)
}

/// Returns the solution just found, after a check.
pub(crate) fn board(question: &Question<'_>, run: &Run, queens: &QueensModel) -> anyhow::Result<Board> {
    let rows = queens.columns.iter().map(|&c| run.value(c)).collect::<Result<Vec<i32>, _>>()?;
    let rows = rows.into_iter().map(u32::try_from).collect::<Result<_, _>>()?;
    let board = Board::new(rows).context(WRONG)?;
    question.changes.check(&board).context(WRONG)?;
    let is_least = queens.symmetries.as_ref().is_none_or(|symmetries| symmetries.is_least(&board));
    anyhow::ensure!(is_least, "{WRONG}: an image of it comes first");
    Ok(board)
}

/// Runs a search until it ends or is stopped, and reports the results. `show` prints a solution.
pub(crate) fn drive<'q>(
    search: Search<'_>,
    report: &mut Report<'q>,
    stop: &Stop,
    started: Instant,
    mut show: impl FnMut(&Run, &mut Report<'q>) -> anyhow::Result<()>,
) -> anyhow::Result<(End, Run)> {
    let question = report.question;
    let limits = Limits { solutions: question.wanted, ..question.limits.all(stop) };
    let search = search.limits(limits);
    let mut check = question.check_inferences.then(Check::new);
    let search = if check.is_some() { search.explaining() } else { search };
    let mut run = search.start().map_err(bad)?;
    let pause = question.step.then(|| Pause::new(stop)).transpose()?;
    let how = Drive {
        is_count: question.count && report.orbits.is_none(),
        progress: Progress::new().advising(question.advice),
        observer: check.as_mut().map(|check| check as &mut dyn Observer),
        ..Drive::to(question.wanted)
    };
    let end = how.run(&mut run, |run| {
        show(run, report)?;
        match &pause {
            Some(pause) => pause.wait("Enter continues, any other input ends: ", &mut report.flush()?),
            None => Ok(None),
        }
    })?;
    let rules = check.map(|check| check.finish().context("a reason failed its check: this is a bug in ferz"));
    let closing = Summary::new(report, end, run.statistics()).closing(started.elapsed(), rules.transpose()?.as_ref());
    report.end(closing)?;
    Ok((end, run))
}
