//! `ferz queens N`: search on a model.

use super::args::Queens;
use super::drive::boards;
use super::question::Question;
use crate::exit::{BadInput, Ended, reject};
use crate::search_args::Order;
use queens::QueensModel;
use solver_core::prelude::*;
use std::time::Instant;

const ADVICE: &str =
    "no solution yet: `--order auto` finds one solution of most boards at once, `--method local-search` of huge ones";

pub(super) fn run(args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    let question = question(args)?;
    question.check()?;
    if args.attacked && question.changes.givens().squares().is_empty() {
        reject!("--attacked needs given queens (--given d1,f2): N queens attack every square that they leave free");
    }
    boards(&question, started, |queens| search(args, queens))
}

/// The question that the options describe.
pub(super) fn question(args: &Queens) -> Result<Question<'_>, BadInput> {
    let is_static = args.order() != Order::Auto && !args.which.count;
    Ok(Question {
        formulation: args.model,
        consistency: args.consistency,
        distinct: args.distinct,
        search: Some(&args.search),
        order: Some(args.order()),
        wanted: args.wanted(),
        count: args.which.count,
        unique: args.which.unique,
        attacked: args.attacked,
        stats: args.stats,
        step: args.step,
        check_inferences: args.check_inferences,
        advice: is_static.then_some(ADVICE),
        ..Question::new(args.changed.changes(args.n, args.model)?, args.format, &args.limits)
    })
}

/// The search that they describe, without limits.
pub(super) fn search<'m>(args: &Queens, queens: &'m QueensModel) -> Search<'m> {
    let phase = match args.order() {
        // On large boards, boards that grow from the middle rarely lead to a failure.
        Order::Auto => Phase::on(&queens.columns).values(ValueSelect::MiddleOut),
        Order::By(_) => Phase::on(&queens.columns),
    };
    let search = args.search.refine(queens.model.search().seq([phase]));
    args.threads.of(if args.order() == Order::Auto { search.auto() } else { search })
}
