//! `ferz queens`.

pub(crate) mod args;
mod backtracking;
mod board;
mod certified;
mod changes;
mod clash;
mod colours;
mod counting;
mod distinct;
mod drive;
mod list;
mod one_board;
mod output;
mod pieces;
mod question;
pub(crate) mod refuse;
mod report;
mod summary;
mod trace;
mod why;

use crate::run::prelude::*;
use args::{Method, Program, Queens};
use question::Question;

pub(crate) fn run(mut args: Queens, started: Instant) -> anyhow::Result<Ended> {
    match args.program.take() {
        Some(Program::List(args)) => return list::run(&args, started),
        Some(Program::Pieces(args)) => return pieces::run(&args, started),
        Some(Program::Backtracking(args)) => return backtracking::run(&args, started),
        Some(Program::Report(args)) => return report::run(&args.report, started),
        None => {}
    }
    let args = &args;
    if let Some(folder) = &args.proof.proof {
        return certified::run(args, folder, started);
    }
    if args.trace {
        return trace::run(args, started);
    }
    if let Some(asked) = &args.why {
        return why::run(args, asked, started);
    }
    match args.method() {
        Method::Model => boards(args, started),
        Method::LocalSearch => one_board::by_local_search(args, started),
        Method::Formula => one_board::by_formula(args, started),
        Method::Count(kernel) => counting::run(args, kernel, started),
    }
}

/// Searches for boards with a model.
fn boards(args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    let question = Question::from_args(args)?;
    question.check()?;
    if args.attacked && question.changes.givens().squares().is_empty() {
        reject!("--attacked needs given queens (--given d1,f2): N queens attack every square that they leave free");
    }
    drive::boards(&question, started)
}
