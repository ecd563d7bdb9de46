//! `ferz queens list N`: solutions in order.

use super::args::ListArgs;
use super::drive::boards;
use super::question::Question;
use crate::exit::Ended;
use crate::input::bound;
use queens::Formulation;
use std::time::Instant;

pub(crate) fn run(mut args: ListArgs, started: Instant) -> anyhow::Result<Ended> {
    let n = args.changed.load(args.n, bound(args.limits.memory_limit))?;
    let changes = args.changed.changes(n, Formulation::default())?;
    let sort = args.written.sort.unwrap_or_default();
    let question = Question {
        distinct: args.distinct,
        sort: Some(sort),
        wanted: args.limit,
        transpose: args.written.transpose,
        stats: args.stats,
        step: args.written.step,
        ..Question::new(changes, args.written.format, &args.limits)
    };
    question.check()?;
    boards(&question, started, |queens| {
        queens.model.search().seq([sort.phase(queens.columns.iter().map(|&column| [column]))])
    })
}
