//! `ferz queens list N`: lists solutions in order.

use super::args::ListArgs;
use super::drive::boards;
use super::question::Question;
use crate::input::bound;
use crate::run::prelude::*;
use queens::Formulation;

pub(crate) fn run(args: &ListArgs, started: Instant) -> anyhow::Result<Ended> {
    let changes = args.changed.changes(args.n, Formulation::default(), bound(args.limits.memory_limit))?;
    let question = Question {
        distinct: args.distinct,
        sort: Some(args.written.sort.unwrap_or_default()),
        wanted: args.limit,
        transpose: args.written.transpose,
        stats: args.stats,
        step: args.written.step,
        ..Question::new(changes, args.written.format, &args.limits)
    };
    question.check()?;
    boards(&question, started)
}
