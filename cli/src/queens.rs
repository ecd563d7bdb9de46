//! `ferz queens N`.

use crate::args::{Format, Queens};
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::output::Report;
use crate::{clash, interrupt, progress::Progress, trace};
use anyhow::Context;
use queens::{Board, Givens, QueensError, QueensModel};
use solver_core::prelude::*;
use std::time::Instant;

/// What is said of a board that is no solution.
pub(crate) const WRONG: &str = "a solution failed its check: this is a bug in ferz";

pub(crate) fn run(args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    if let Some(kind) = args.trace {
        return trace::run(kind, args, started);
    }
    let cancel = interrupt::token()?;
    let Puzzle { queens, givens, given } = puzzle(args)?;
    let limits = args.limits(started, &Statistics::default(), &cancel);
    let search = args.search(&queens);
    let mut run = search.clone().limits(limits).start().map_err(|e| BadInput(e.to_string()))?;

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
    let mut ended = report.end(end, &run.statistics(), started.elapsed()).context(UNWRITABLE)?;
    if end == Step::Exhausted && run.statistics().solutions == 0 && !given.is_empty() {
        let search = search.limits(args.limits(started, &run.statistics(), &cancel));
        let dead = clash::ask(&search, &queens.columns, &givens, &given)?;
        report.clash(&dead).context(UNWRITABLE)?;
        if dead.is_stopped() {
            ended = Ended::Stopped;
        }
    }
    report.close().context(UNWRITABLE)?;
    // Large models take long to take apart, and the process is about to end.
    std::mem::forget((run, queens));
    Ok(ended)
}

/// The puzzle as asked for, and the queens that stand already with their constraints.
struct Puzzle {
    queens: QueensModel,
    givens: Givens,
    given: Vec<ConstraintId>,
}

fn puzzle(args: &Queens) -> Result<Puzzle, BadInput> {
    let bad = |e: QueensError| BadInput(e.to_string());
    queens::check_size(args.n, args.model).map_err(bad)?;
    let n = usize::try_from(args.n).map_err(|_| BadInput("the board is too large".to_owned()))?;
    let givens = match &args.given {
        Some(text) => Givens::parse(n, text).map_err(|e| BadInput(format!("--given '{text}': {e}")))?,
        None => Givens::none(n),
    };
    let mut queens = QueensModel::new(n, args.model, args.consistency).map_err(bad)?;
    let given = queens.give(&givens).map_err(bad)?;
    Ok(Puzzle { queens, givens, given })
}

impl Queens {
    /// The search that the options describe, without its limits.
    fn search<'m>(&self, queens: &'m QueensModel) -> Search<'m> {
        let search = queens.model.search().on(&queens.columns).order(self.order).ties(self.ties);
        search.values(self.value_order).branching(self.branching).seed(self.seed)
    }

    /// What the limits leave after a first search.
    fn limits(&self, started: Instant, spent: &Statistics, cancel: &CancelToken) -> Limits {
        let less = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
        Limits {
            time: self.time_limit.map(|limit| limit.saturating_sub(started.elapsed())),
            nodes: less(self.node_limit, spent.nodes),
            failures: less(self.failure_limit, spent.failures),
            solutions: if self.all || self.count { None } else { Some(self.limit.unwrap_or(1)) },
            memory: self.memory_limit.map(|mb| usize::try_from(mb.saturating_mul(1_000_000)).unwrap_or(usize::MAX)),
            cancel: Some(cancel.clone()),
        }
    }

    /// Whether solutions themselves are asked for.
    pub(crate) fn wants_solutions(&self) -> bool {
        !self.count
    }

    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }
}
