//! `ferz queens N`: search on a model.

use super::args::Queens;
use super::drive::boards;
use super::object::QuestionFields;
use super::puzzle::Puzzle;
use super::request::Request;
use crate::exit::{BadInput, Ended};
use queens::QueensModel;
use solver_core::SearchOrder;
use solver_core::prelude::*;
use std::time::Instant;

pub(super) fn run(args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    let request = Request::from(args);
    request.check()?;
    let puzzle = puzzle(args)?;
    if args.attacked && puzzle.changes.givens().squares().is_empty() {
        let why = "--attacked needs given queens (--given d1,f2): N queens attack every square that they leave free";
        return Err(BadInput(why.to_owned()).into());
    }
    boards(&puzzle, &request, asked(args, &request), &args.limits, started, |queens| search(args, queens))
}

/// The puzzle that the options describe.
pub(super) fn puzzle(args: &Queens) -> Result<Puzzle, BadInput> {
    Ok(Puzzle {
        changes: args.changed.changes(args.n, args.model)?,
        formulation: args.model,
        consistency: args.consistency,
        distinct: args.distinct,
    })
}

/// The search that they describe, without limits.
pub(super) fn search<'m>(args: &Queens, queens: &'m QueensModel) -> Search<'m> {
    let phase = match args.order() {
        // On large boards, boards that grow from the middle rarely lead to a failure.
        SearchOrder::Auto => Phase::on(&queens.columns).values(ValueSelect::MiddleOut),
        SearchOrder::By(_) => Phase::on(&queens.columns),
    };
    let search = args.search.refine(queens.model.search().seq([phase]));
    args.threads.of(if args.order() == SearchOrder::Auto { search.auto() } else { search })
}

/// The question, for programs.
pub(super) fn asked(args: &Queens, request: &Request) -> QuestionFields {
    QuestionFields {
        order: Some(args.order().name()),
        ..QuestionFields::new(request).stated(args.model, args.consistency).searched(&args.search)
    }
}
