//! `ferz queens pieces N K`: any number of queens on the board.

use super::args::PiecesArgs;
use super::changes::RulesSummary;
use super::drive::{Ran, drive, report};
use super::object::QuestionFields;
use super::output::Report;
use super::request::Request;
use crate::exit::WRONG;
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::interrupt;
use anyhow::Context;
use queens::{Changes, Givens, PiecesModel};
use solver_core::prelude::*;
use std::time::Instant;

pub(crate) fn run(args: &PiecesArgs, started: Instant) -> anyhow::Result<Ended> {
    let request = Request::from(args);
    request.check()?;
    let cancel = interrupt::token()?;
    let level = args.consistency.unwrap_or_default();
    let queens = PiecesModel::new(args.n, args.pieces, level).map_err(|e| BadInput(e.to_string()))?;
    let limits =
        Limits { solutions: request.wanted, ..args.limits.after(&Statistics::default(), cancel.clone(), started) };
    // Unless a selector is chosen, queens are placed row by row.
    let phase = args.written.sort.unwrap_or_default().phase(queens.cells());
    let search = args.search.refine(queens.model.search().seq([phase])).limits(limits);
    let asked = QuestionFields { sort: args.written.sort.map(queens::Sorted::name), ..QuestionFields::new(&request) };
    let asked = asked.stated(queens::Formulation::default(), args.consistency).searched(&args.search);
    let mut report = report(&request, asked, RulesSummary::default()).marking(&Changes::none(usize::try_from(args.n)?));
    let show = |run: &Run, report: &mut Report<'_, _>| report.placement(&placed(run, &queens)?).context(UNWRITABLE);
    let Ran { ended, run, .. } = drive(search, &request, &mut report, &cancel, started, show)?;
    report.close().context(UNWRITABLE)?;
    std::mem::forget((run, queens));
    Ok(ended)
}

/// The placement just found, checked.
fn placed(run: &Run, queens: &PiecesModel) -> anyhow::Result<Givens> {
    let values = |variables: &[IntVar]| -> anyhow::Result<Vec<u32>> {
        let values = variables.iter().map(|&x| run.value(x)).collect::<Result<Vec<i32>, _>>()?;
        Ok(values.into_iter().map(u32::try_from).collect::<Result<_, _>>()?)
    };
    queens.placed(&values(&queens.rows)?, &values(&queens.columns)?).context(WRONG)
}
