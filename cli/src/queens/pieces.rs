//! `--pieces K`: any number of queens on the board.

use crate::exit::WRONG;
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::interrupt;
use crate::queens::args::Queens;
use crate::queens::changes::RulesSummary;
use crate::queens::drive::{Ran, drive, limits, report};
use anyhow::Context;
use queens::{Changes, Givens, PiecesModel, Sorted};
use solver_core::prelude::*;
use std::time::Instant;

pub(crate) fn run(args: &Queens, pieces: u64, started: Instant) -> anyhow::Result<Ended> {
    let cancel = interrupt::token()?;
    let level = args.consistency.unwrap_or_default();
    let queens = PiecesModel::new(args.n, pieces, level).map_err(|e| BadInput(e.to_string()))?;
    let limits = limits(args, &Statistics::default(), cancel.clone(), started);
    // Unless a selector is chosen, queens are placed row by row.
    let phase = args.sort.unwrap_or(Sorted::Lexicographic).phase(queens.cells());
    let search = args.search.search(queens.model.search(), [phase]).limits(limits);
    let mut report = report(args, RulesSummary::default()).marking(&Changes::none(usize::try_from(args.n)?));
    let show = |run: &Run, report: &mut crate::queens::output::Report<'_, _>| {
        report.placement(&placed(run, &queens)?).context(UNWRITABLE)
    };
    let Ran { ended, run, .. } = drive(search, args, &mut report, &cancel, started, show)?;
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
