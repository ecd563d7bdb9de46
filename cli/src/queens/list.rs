//! `ferz queens list N`: solutions in order.

use super::args::ListArgs;
use super::drive::boards;
use super::object::QuestionFields;
use super::puzzle::Puzzle;
use super::request::Request;
use crate::exit::Ended;
use crate::input::bound;
use queens::Formulation;
use std::time::Instant;

pub(crate) fn run(mut args: ListArgs, started: Instant) -> anyhow::Result<Ended> {
    let n = args.changed.load(args.n, bound(args.limits.memory_limit))?;
    let request = Request::list(&args, n);
    request.check()?;
    let sort = args.written.sort.unwrap_or_default();
    let puzzle = Puzzle {
        changes: args.changed.changes(n, Formulation::default())?,
        formulation: Formulation::default(),
        consistency: None,
        distinct: args.distinct,
    };
    let asked = QuestionFields { sort: Some(sort.name()), ..QuestionFields::new(&request) };
    boards(&puzzle, &request, asked, &args.limits, started, |queens| {
        queens.model.search().seq([sort.phase(queens.columns.iter().map(|&column| [column]))])
    })
}
