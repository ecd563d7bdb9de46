//! Runs a search on a model of queens, and reports it.

use super::args::Queens;
use super::changes::RulesSummary;
use super::output::Report;
use super::step::{Left, Steps};
use crate::exit::{BadInput, Ended, UNWRITABLE, WRONG};
use crate::progress::Progress;
use crate::search_args::Order;
use anyhow::Context;
use queens::{Board, Changes, QueensError, QueensModel};
use solver_core::prelude::*;
use std::time::Instant;
use study::Check;

/// Standard output, buffered.
pub(crate) type Out = std::io::BufWriter<std::io::StdoutLock<'static>>;

/// The report of a search, on standard output.
pub(crate) fn report(args: &Queens, changed: RulesSummary) -> Report<'_, Out> {
    Report::new(std::io::BufWriter::new(std::io::stdout().lock()), args, changed)
}

/// A search that has been reported.
pub(crate) struct Ran {
    pub(crate) end: Step,
    pub(crate) ended: Ended,
    pub(crate) run: Run,
}

/// Runs a search to its end, or as far as somebody wants it, and reports it. `show` writes a solution.
pub(crate) fn drive<'a>(
    search: Search<'_>,
    args: &'a Queens,
    report: &mut Report<'a, Out>,
    cancel: &CancelToken,
    started: Instant,
    show: impl Fn(&Run, &mut Report<'a, Out>) -> anyhow::Result<()>,
) -> anyhow::Result<Ran> {
    let mut check = args.check_inferences.then(Check::new);
    let search = if check.is_some() { search.explaining() } else { search };
    let mut run = search.start().map_err(|e| BadInput(e.to_string()))?;
    report.begin().context(UNWRITABLE)?;
    let steps = Steps::new(args, cancel.clone(), started)?;
    let advice = "no solution yet: `--order auto` finds one solution of most boards at once, `--method local-search` of huge ones";
    let is_static = args.order() != Order::Auto && !args.count;
    let mut progress = Progress::new().advising(is_static.then_some(advice));
    let mut left = None;
    let end = loop {
        progress.look(&run);
        let step = match &mut check {
            Some(check) => run.step_observed(progress.stride(), check),
            None if args.count && !args.distinct => run.count_for(progress.stride()),
            None => run.step_for(progress.stride()),
        };
        match step {
            Some(Step::Solution) if args.count && !args.distinct => {}
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

/// The search that the options describe.
pub(crate) fn search<'m>(args: &Queens, queens: &'m QueensModel, cancel: CancelToken, started: Instant) -> Search<'m> {
    without_limits(args, queens).limits(limits(args, &Statistics::default(), cancel, started))
}

pub(super) fn without_limits<'m>(args: &Queens, queens: &'m QueensModel) -> Search<'m> {
    let phase = match (args.sort, args.order()) {
        (Some(sort), _) => sort.phase(queens.columns.iter().map(|&column| [column])),
        // On large boards, boards that grow from the middle rarely lead to a failure.
        (None, Order::Auto) => Phase::on(&queens.columns).values(ValueSelect::MiddleOut),
        (None, Order::By(_)) => Phase::on(&queens.columns),
    };
    let search = args.search.search(queens.model.search(), [phase]);
    args.threads.of(if args.order() == Order::Auto { search.auto() } else { search })
}

/// What the limits leave after what was spent.
pub(crate) fn limits(args: &Queens, spent: &Statistics, cancel: CancelToken, started: Instant) -> Limits {
    let less = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
    Limits {
        time: args.time_limit.map(|limit| limit.saturating_sub(started.elapsed())),
        nodes: less(args.node_limit, spent.nodes),
        failures: less(args.failure_limit, spent.failures),
        solutions: args.wanted(),
        memory: args.memory_limit.map(|mb| usize::try_from(mb.saturating_mul(1_000_000)).unwrap_or(usize::MAX)),
        cancel: Some(cancel),
        ..Limits::default()
    }
}

/// The solution just found, checked.
pub(crate) fn board(run: &Run, queens: &QueensModel, changes: &Changes) -> anyhow::Result<Board> {
    let rows = queens.columns.iter().map(|&c| run.value(c)).collect::<Result<Vec<i32>, _>>()?;
    let rows = rows.into_iter().map(u32::try_from).collect::<Result<_, _>>()?;
    let board = Board::new(rows).context(WRONG)?;
    changes.check(&board).context(WRONG)?;
    let is_least = queens.symmetries.as_ref().is_none_or(|symmetries| symmetries.is_least(&board));
    anyhow::ensure!(is_least, "{WRONG}: an image of it comes first");
    Ok(board)
}

/// The puzzle that the options describe, and its changed rules.
pub(crate) fn model(args: &Queens) -> Result<(QueensModel, Changes), BadInput> {
    let bad = |e: QueensError| BadInput(e.to_string());
    let changes = args.changes()?;
    let mut queens = QueensModel::new(changes.size(), args.model, args.consistency).map_err(bad)?;
    queens.change(&changes).map_err(bad)?;
    Ok((queens, changes))
}

/// The puzzle in which, if distinct solutions are asked for, one stands for all its images.
pub(crate) fn broken(args: &Queens) -> Result<(QueensModel, Changes), BadInput> {
    let (mut queens, changes) = model(args)?;
    if args.distinct {
        queens.break_symmetries(&changes.symmetries());
    }
    Ok((queens, changes))
}
