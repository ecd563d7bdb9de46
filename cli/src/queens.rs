//! `ferz queens N`.

use crate::args::{Format, Queens};
use crate::changes::RulesSummary;
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::method::Method;
use crate::output::Report;
use crate::search_args::Order;
use crate::step::{Left, Steps};
use crate::{clash, counting, interrupt, one_board, pieces, progress::Progress, reports, trace, why};
use anyhow::Context;
use queens::{Board, Changes, QueensError, QueensModel, count};
use solver_core::prelude::*;
use std::time::Instant;
use study::Check;

/// Up to this size the input order finds a solution in milliseconds.
const LISTED: u64 = 16;

/// What is said of a board that is no solution.
pub(crate) const WRONG: &str = "a solution failed its check: this is a bug in ferz";

pub(crate) fn run(mut args: Queens, started: Instant) -> anyhow::Result<Ended> {
    args.load()?;
    let args = &args;
    args.check_size()?;
    if let Some(kind) = args.trace {
        return trace::run(kind, args, started);
    }
    if let Some(asked) = &args.why {
        return why::run(args, asked, started);
    }
    if let Some(report) = args.report {
        return reports::run(report, args, started);
    }
    if let Some(pieces) = args.pieces {
        return pieces::run(args, pieces, started);
    }
    match args.method() {
        Method::Model => {}
        Method::LocalSearch => return one_board::by_local_search(args, started),
        Method::Formula => return one_board::by_formula(args, started),
        Method::Bits => return counting::run(args, count::Method::Bits, started),
        Method::Quadrants => return counting::run(args, count::Method::Quadrants, started),
    }
    let cancel = interrupt::token()?;
    let (queens, changes) = broken(args)?;
    if args.attacked && changes.givens().squares().is_empty() {
        return Err(BadInput("--attacked: no queen is given, neither in the instance nor by --given".to_owned()).into());
    }
    let search = search(args, &queens, cancel.clone(), started);
    let mut report = report(args, RulesSummary::new(&changes)).of_orbits(&queens).marking(&changes);
    let ran = drive(search, args, &mut report, &cancel, started, |run, report| {
        report.solution(&board(run, &queens, &changes)?).context(UNWRITABLE)
    })?;
    let Ran { end, mut ended, run } = ran;
    if end == Step::Exhausted && run.statistics().solutions == 0 && !queens.given.is_empty() {
        let left = limits(args, &run.statistics(), cancel, started);
        // With fewer queens given there are more symmetries: the question is about the puzzle itself.
        let (puzzle, _) = model(args)?;
        let dead = clash::ask(&without_limits(args, &puzzle).limits(left), &puzzle, changes.givens())?;
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

/// Standard output, buffered.
pub(crate) type Out = std::io::BufWriter<std::io::StdoutLock<'static>>;

/// The report of a search, on standard output.
pub(crate) fn report(args: &Queens, changed: RulesSummary) -> Report<'_, Out> {
    Report::new(std::io::BufWriter::new(std::io::stdout().lock()), args, changed)
}

/// A search that has been reported.
pub(crate) struct Ran {
    pub(crate) end: Step,
    pub(crate) ended: Ended,
    pub(crate) run: Run,
}

/// Runs a search to its end, or as far as somebody wants it, and reports it. `show` writes a solution.
pub(crate) fn drive<'a>(
    search: Search<'_>,
    args: &'a Queens,
    report: &mut Report<'a, Out>,
    cancel: &CancelToken,
    started: Instant,
    show: impl Fn(&Run, &mut Report<'a, Out>) -> anyhow::Result<()>,
) -> anyhow::Result<Ran> {
    let mut check = args.check_inferences.then(Check::new);
    let search = if check.is_some() { search.explaining() } else { search };
    let mut run = search.start().map_err(|e| BadInput(e.to_string()))?;
    report.begin().context(UNWRITABLE)?;
    let steps = Steps::new(args, cancel.clone(), started)?;
    let advice = "no solution yet: `--order auto` finds one solution of most boards at once, `--method local-search` of huge ones";
    let is_static = args.order() != Order::Auto && !args.count;
    let mut progress = Progress::new().advising(is_static.then_some(advice));
    let mut left = None;
    let end = loop {
        progress.look(&run);
        let step = match &mut check {
            Some(check) => run.step_observed(progress.stride(), check),
            None => run.step_for(progress.stride()),
        };
        match step {
            Some(Step::Solution) if args.count && !args.distinct => {}
            Some(Step::Solution) => {
                progress.clear();
                run.recheck().context(WRONG)?;
                show(&run, report)?;
                left = steps.wait(report)?;
                match left {
                    None => {}
                    Some(Left::Stopped(by)) => break Step::Stopped(by),
                    Some(Left::Wished | Left::OutOfInput) => break Step::Solution,
                }
            }
            Some(end) => break end,
            None => {}
        }
    };
    progress.clear();
    if let Some(check) = check {
        report.verified(check.finish().context("a reason failed its check: this is a bug in ferz")?);
    }
    let statistics = run.statistics();
    let ended = match left {
        Some(left @ (Left::Wished | Left::OutOfInput)) => {
            report.leave(left, &statistics).context(UNWRITABLE)?;
            Ended::Complete
        }
        _ => report.end(end, &statistics, started.elapsed()).context(UNWRITABLE)?,
    };
    Ok(Ran { end, ended, run })
}

/// The search as asked for.
pub(crate) fn search<'m>(args: &Queens, queens: &'m QueensModel, cancel: CancelToken, started: Instant) -> Search<'m> {
    without_limits(args, queens).limits(limits(args, &Statistics::default(), cancel, started))
}

fn without_limits<'m>(args: &Queens, queens: &'m QueensModel) -> Search<'m> {
    let phase = match args.sort {
        Some(sort) => sort.phase(queens.columns.iter().map(|&column| [column])),
        None => Phase::on(&queens.columns),
    };
    let search = args.search.search(queens.model.search(), [phase]);
    if args.order() == Order::Auto { search.auto() } else { search }
}

/// What the limits leave after what was spent.
pub(crate) fn limits(args: &Queens, spent: &Statistics, cancel: CancelToken, started: Instant) -> Limits {
    let less = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
    Limits {
        time: args.time_limit.map(|limit| limit.saturating_sub(started.elapsed())),
        nodes: less(args.node_limit, spent.nodes),
        failures: less(args.failure_limit, spent.failures),
        solutions: args.wanted(),
        memory: args.memory_limit.map(|mb| usize::try_from(mb.saturating_mul(1_000_000)).unwrap_or(usize::MAX)),
        cancel: Some(cancel),
        ..Limits::default()
    }
}

/// The solution just found, checked.
pub(crate) fn board(run: &Run, queens: &QueensModel, changes: &Changes) -> anyhow::Result<Board> {
    let rows = queens.columns.iter().map(|&c| run.value(c)).collect::<Result<Vec<i32>, _>>()?;
    let rows = rows.into_iter().map(u32::try_from).collect::<Result<_, _>>()?;
    let board = Board::new(rows).context(WRONG)?;
    changes.check(&board).context(WRONG)?;
    let is_least = queens.symmetries.as_ref().is_none_or(|symmetries| symmetries.is_least(&board));
    anyhow::ensure!(is_least, "{WRONG}: an image of it comes first");
    Ok(board)
}

/// The puzzle as asked for, and what is changed in it.
pub(crate) fn model(args: &Queens) -> Result<(QueensModel, Changes), BadInput> {
    let bad = |e: QueensError| BadInput(e.to_string());
    let changes = args.changes()?;
    let mut queens = QueensModel::new(changes.size(), args.model, args.consistency).map_err(bad)?;
    queens.change(&changes).map_err(bad)?;
    Ok((queens, changes))
}

/// The puzzle in which, if distinct solutions are asked for, one stands for all its images.
pub(crate) fn broken(args: &Queens) -> Result<(QueensModel, Changes), BadInput> {
    let (mut queens, changes) = model(args)?;
    if args.distinct {
        queens.break_symmetries(&changes.symmetries());
    }
    Ok((queens, changes))
}

impl Queens {
    /// How columns are selected unless the user chooses: automatically for one solution of a larger board. Small boards keep the
    /// input order, whose first solution is the lexicographically smallest; so do listings, counts and traces.
    pub(crate) fn order(&self) -> Order {
        let is_plain = self.sort.is_none() && self.pieces.is_none() && self.trace.is_none() && !self.check_inferences;
        let is_one = self.wanted() == Some(1) && is_plain && self.n > LISTED;
        match self.search.order {
            Some(order) => order,
            None if is_one && !self.search.is_chosen() => Order::Auto,
            None => Order::By(VarSelect::Input),
        }
    }

    /// By what means solutions are looked for.
    pub(crate) fn method(&self) -> Method {
        self.method.unwrap_or(Method::Model)
    }

    /// The number of solutions to look for; `None` for all of them. Who steps through them decides when it is enough.
    pub(crate) fn wanted(&self) -> Option<u64> {
        let every = self.all || self.count || (self.step && self.trace.is_none());
        match (every, self.unique) {
            (_, true) => Some(2),
            (true, false) => self.limit,
            (false, false) => Some(self.limit.unwrap_or(1)),
        }
    }

    /// Whether solutions themselves are asked for.
    pub(crate) fn wants_solutions(&self) -> bool {
        !self.count
    }

    /// Refuses formats for boards of another size.
    fn check_size(&self) -> Result<(), BadInput> {
        let Format::Listing(notation) = self.format else { return Ok(()) };
        match notation.only_size() {
            Some(size) if size as u64 != self.n && self.wants_solutions() => {
                let (format, n) = (notation.name(), self.n);
                Err(BadInput(format!(
                    "--format {format} is a notation of boards of {size}x{size} squares, not {n}x{n}"
                )))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }
}
