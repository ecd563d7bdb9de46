//! `ferz queens N`.

use crate::args::{Format, Queens};
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::output::Report;
use crate::{interrupt, progress::Progress, trace, why};
use anyhow::Context;
use queens::{Board, Givens, QueensError, QueensModel};
use solver_core::prelude::*;
use std::time::Instant;

/// What is said of a board that is no solution.
const WRONG: &str = "a solution failed its check: this is a bug in ferz";

pub(crate) fn run(args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    if let Some(kind) = args.trace {
        return trace::run(kind, args, started);
    }
    if let Some(asked) = &args.why {
        return why::run(args, asked, started);
    }
    let cancel = interrupt::token()?;
    let (queens, givens) = model(args)?;
    let limits = limits(args, started, cancel);
    let mut run = queens
        .model
        .search()
        .on(&queens.columns)
        .order(args.order)
        .ties(args.ties)
        .values(args.value_order)
        .branching(args.branching)
        .seed(args.seed)
        .limits(limits)
        .start()
        .map_err(|e| BadInput(e.to_string()))?;

    let out = std::io::stdout().lock();
    let mut report = Report::new(std::io::BufWriter::new(out), args, givens.names());
    report.begin().context(UNWRITABLE)?;
    let mut progress = Progress::new();
    let end = loop {
        progress.look(&run);
        match run.step_for(progress.stride()) {
            Some(Step::Solution) if args.count => {}
            Some(Step::Solution) => {
                let rows = queens.columns.iter().map(|&c| run.value(c)).collect::<Result<Vec<i32>, _>>()?;
                let rows = rows.into_iter().map(u32::try_from).collect::<Result<_, _>>()?;
                let board = Board::new(rows).context(WRONG)?;
                anyhow::ensure!(givens.hold_on(&board), "{WRONG}: a given queen is missing");
                progress.clear();
                report.solution(&board).context(UNWRITABLE)?;
            }
            Some(end) => break end,
            None => {}
        }
    };
    progress.clear();
    let ended = report.end(end, &run.statistics(), started.elapsed()).context(UNWRITABLE);
    // Large models take long to take apart, and the process is about to end.
    std::mem::forget((run, queens));
    ended
}

/// The limits as asked for; `started` is when the time began.
pub(crate) fn limits(args: &Queens, started: Instant, cancel: CancelToken) -> Limits {
    Limits {
        time: args.time_limit.map(|limit| limit.saturating_sub(started.elapsed())),
        nodes: args.node_limit,
        failures: args.failure_limit,
        solutions: if args.all || args.count { None } else { Some(args.limit.unwrap_or(1)) },
        memory: args.memory_limit.map(|mb| usize::try_from(mb.saturating_mul(1_000_000)).unwrap_or(usize::MAX)),
        cancel: Some(cancel),
    }
}

/// The queens that stand already, on a board of a size that the model can take.
pub(crate) fn givens(args: &Queens) -> Result<Givens, BadInput> {
    queens::check_size(args.n, args.model).map_err(|e| BadInput(e.to_string()))?;
    let n = usize::try_from(args.n).map_err(|_| BadInput("the board is too large".to_owned()))?;
    match &args.given {
        Some(text) => Givens::parse(n, text).map_err(|e| BadInput(format!("--given '{text}': {e}"))),
        None => Ok(Givens::none(n)),
    }
}

/// The puzzle as asked for, and the queens that stand already.
fn model(args: &Queens) -> Result<(QueensModel, Givens), BadInput> {
    let bad = |e: QueensError| BadInput(e.to_string());
    let givens = givens(args)?;
    let mut queens = QueensModel::new(givens.size(), args.model, args.consistency).map_err(bad)?;
    queens.give(&givens).map_err(bad)?;
    Ok((queens, givens))
}

impl Queens {
    /// Whether solutions themselves are asked for.
    pub(crate) fn wants_solutions(&self) -> bool {
        !self.count
    }

    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }
}
