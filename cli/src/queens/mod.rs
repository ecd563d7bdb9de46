//! `ferz queens N`.

pub(crate) mod args;
mod changes;
mod clash;
mod colours;
mod counting;
mod distinct;
mod drive;
mod listing;
mod object;
mod one_board;
mod output;
mod pause;
mod pieces;
pub(crate) mod refuse;
mod reports;
mod step;
mod trace;
mod why;

use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::interrupt;
use anyhow::Context;
use args::{Method, Queens};
use changes::RulesSummary;
use drive::{Ran, board, broken, drive, limits, model, report, search, without_limits};
use queens::count;
use solver_core::prelude::*;
use std::time::Instant;

pub(crate) fn run(mut args: Queens, started: Instant) -> anyhow::Result<Ended> {
    args.load()?;
    let args = &args;
    args.check_size()?;
    if let Some(kind) = args.trace {
        return trace::run(kind, args, started);
    }
    if let Some(asked) = &args.why {
        return why::run(args, asked, started);
    }
    if let Some(report) = args.report {
        return reports::run(report, args, started);
    }
    if let Some(pieces) = args.pieces {
        return pieces::run(args, pieces, started);
    }
    match args.method() {
        Method::Model => {}
        Method::LocalSearch => return one_board::by_local_search(args, started),
        Method::Formula => return one_board::by_formula(args, started),
        Method::Bits => return counting::run(args, count::Method::Bits, started),
        Method::Quadrants => return counting::run(args, count::Method::Quadrants, started),
    }
    let cancel = interrupt::token()?;
    let (queens, changes) = broken(args)?;
    if args.attacked && changes.givens().squares().is_empty() {
        return Err(BadInput("--attacked: no queen is given, neither in the instance nor by --given".to_owned()).into());
    }
    let search = search(args, &queens, cancel.clone(), started);
    let mut report = report(args, RulesSummary::new(&changes)).of_orbits(&queens).marking(&changes);
    let ran = drive(search, args, &mut report, &cancel, started, |run, report| {
        report.solution(&board(run, &queens, &changes)?).context(UNWRITABLE)
    })?;
    let Ran { end, mut ended, run } = ran;
    if end == Step::Exhausted && run.statistics().solutions == 0 && !queens.given.is_empty() {
        let left = limits(args, &run.statistics(), cancel, started);
        // With fewer queens given there are more symmetries: the question is about the puzzle itself.
        let (puzzle, _) = model(args)?;
        let dead = clash::ask(&without_limits(args, &puzzle).limits(left), &puzzle, changes.givens())?;
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
