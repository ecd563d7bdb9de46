//! `ferz queens pieces N K`: places any number of queens on the board.

use super::args::PiecesArgs;
use super::drive::drive;
use super::output::Report;
use super::question::Question;
use crate::run::prelude::*;
use queens::{Changes, Givens, PiecesModel};
use solver_core::prelude::*;

pub(crate) fn run(args: &PiecesArgs, started: Instant) -> anyhow::Result<Ended> {
    let question = Question {
        pieces: Some(args.pieces),
        consistency: args.consistency,
        search: Some(&args.search),
        sort: args.written.sort,
        wanted: args.which.wanted(args.written.step),
        count: args.which.count,
        unique: args.which.unique,
        transpose: args.written.transpose,
        attacked: args.attacked,
        stats: args.stats,
        step: args.written.step,
        check_inferences: args.check_inferences,
        ..Question::new(Changes::none(usize::try_from(args.n)?), args.written.format, &args.limits)
    };
    question.check()?;
    let stop = Stop::after(args.limits.time_limit, started)?;
    let queens = PiecesModel::new(args.n, args.pieces, args.consistency.unwrap_or_default()).map_err(bad)?;
    // By default, the search places queens row by row.
    let phase = args.written.sort.unwrap_or_default().phase(queens.cells());
    let search = args.search.refine(queens.model.search().seq([phase]));
    let mut report = Report::new(Out::new(), &question, question.fields());
    let (end, run) =
        drive(search, &mut report, &stop, started, |run, report| Ok(report.placement(&placed(run, &queens)?)?))?;
    report.close(None)?;
    std::mem::forget((run, queens));
    Ok(end.into())
}

/// Returns the placement just found, after a check.
fn placed(run: &Run, queens: &PiecesModel) -> anyhow::Result<Givens> {
    let values = |variables: &[IntVar]| -> anyhow::Result<Vec<u32>> {
        let values = variables.iter().map(|&x| run.value(x)).collect::<Result<Vec<i32>, _>>()?;
        Ok(values.into_iter().map(u32::try_from).collect::<Result<_, _>>()?)
    };
    queens.placed(&values(&queens.rows)?, &values(&queens.columns)?).context(WRONG)
}
