//! Searches for solutions of a model, or for the best one, with a single search or a portfolio, and reports the
//! results.

use crate::interrupt::cause;
use crate::proof::Folder;
use crate::run::drive::{Drive, improve};
use crate::run::envelope::{Outcome as Proved, answer, costs};
use crate::run::poll;
use crate::run::prelude::*;
use crate::run::progress::Progress;
use crate::thread_args::ThreadArgs;
use solver_core::prelude::*;
use std::path::Path;
use std::sync::Arc;

const NO_OBJECTIVE: &str = "--lns searches around the best known solution, but no best solution is requested: leave out --lns, \
    or use a model with an objective, without --count and --limit";

/// What to search for, and how.
#[derive(Clone, Copy)]
pub(crate) struct Request {
    /// Whether to report all solutions, or, with an objective, each improving one.
    pub(crate) all: bool,
    /// Whether to report only the number of solutions.
    pub(crate) count: bool,
    /// The maximum number of solutions.
    pub(crate) limit: Option<u64>,
    pub(crate) search: &'static SearchArgs,
    pub(crate) threads: &'static ThreadArgs,
    pub(crate) limits: &'static LimitArgs,
    pub(crate) objective_limit: Option<i32>,
    pub(crate) gap: Option<f64>,
}

impl Request {
    /// Whether to optimise if the model has an objective.
    fn wants_the_best(&self) -> bool {
        !self.count && self.limit.is_none()
    }

    /// The number of solutions to find if there is no objective; `None` for all of them.
    fn wanted(&self) -> Option<u64> {
        let every = self.all || self.count;
        self.limit.or((!every).then_some(1))
    }

    /// Whether threads run a portfolio. This is the case if a single solution or the best one is requested, unless the
    /// options choose a search that does not restart.
    fn is_portfolio(&self, search: &Search<'_>) -> bool {
        let wants_one = if self.wants_the_best() { !self.all } else { self.limit == Some(1) };
        self.threads.threads.is_some() && wants_one && (!self.search.is_chosen() || search.has_restarts())
    }

    /// The limits given by the options.
    fn limits(&self, stop: &Stop, optimises: bool) -> Limits {
        let solutions = if optimises { None } else { self.wanted() };
        Limits { solutions, objective: self.objective_limit, gap: self.gap, ..self.limits.all(stop) }
    }

    /// Starts watching the limits on time and memory, which can also stop the construction of the model.
    pub(crate) fn stop(&self, started: Instant) -> anyhow::Result<Arc<Stop>> {
        let deadline = self.limits.time_limit.and_then(|limit| started.checked_add(limit));
        Ok(Arc::new(Stop::within(deadline, self.limits.memory_limit)?))
    }

    /// Returns the search that the model suggests, modified by the options.
    pub(crate) fn search<'s>(&self, stated: &'s impl Stated, stop: &Stop, optimises: bool) -> Search<'s> {
        self.search.refine(stated.search(self)).limits(self.limits(stop, optimises))
    }
}

/// A model with its objective and a suitable search.
pub(crate) trait Stated: Send + Sync + Sized + 'static {
    fn model(&self) -> &Model;

    /// The search that the model suggests, before the options modify it.
    fn search(&self, asked: &Request) -> Search<'_>;

    /// The variables that determine all others.
    fn decisions(&self) -> &[IntVar];

    fn objective(&self) -> Option<&(Goal, Expr)>;
}

/// Receives what a search finds.
pub(crate) trait Report<S> {
    /// Reports that a better objective value was found. The corresponding solution may be reported later.
    fn better(&mut self, value: i32) -> anyhow::Result<()>;

    /// Reports a solution to be shown.
    fn solution(&mut self, stated: &S, objective: Option<i32>, solution: &Solution) -> anyhow::Result<()>;

    /// Reports the result.
    fn end(&mut self, answer: &Answer) -> anyhow::Result<()>;
}

/// The result of one or several searches.
pub(crate) struct Answer {
    pub(crate) end: End,
    /// The statistics of each search.
    pub(crate) statistics: Vec<Statistics>,
    pub(crate) seconds: f64,
    pub(crate) solutions: u64,
    /// The best value, if there is an objective and a solution was found.
    pub(crate) best: Option<i32>,
    /// The dual bound, if the search stopped early.
    pub(crate) bound: Option<i32>,
    /// The direction of optimisation, if optimisation was requested.
    pub(crate) goal: Option<Goal>,
}

impl Answer {
    fn new(end: End, solutions: u64) -> Answer {
        Answer { end, statistics: Vec::new(), seconds: 0.0, solutions, best: None, bound: None, goal: None }
    }

    /// The fields of the JSON answer.
    pub(crate) fn fields(&self) -> Fields {
        let begun = match self.end {
            End::Exhausted if self.best.is_some() => {
                answer(None::<StopReason>, Proved::Optimal).with("count", self.solutions)
            }
            end => end.answer(self.solutions),
        };
        let searches: Vec<Fields> = self.statistics.iter().map(costs).collect();
        let all = self.statistics.iter().fold(Statistics::default(), |all, &one| all + one);
        begun
            .some("objective", self.best)
            .some("bound", self.bound.filter(|_| self.goal.is_some()))
            .with("goal", self.goal.map(|goal| if goal == Goal::Minimize { "minimize" } else { "maximize" }))
            .some("searches", Some(searches).filter(|searches| searches.len() > 1))
            .with("statistics", costs(&all))
            .with("seconds", self.seconds)
    }
}

/// A prepared search.
enum Question {
    Solutions(Run),
    Best(Goal, Improving),
    SideBySide(Portfolio<'static>),
}

/// Builds the model, searches, and reports the results.
pub(crate) fn run<S: Stated>(
    asked: Request,
    state: impl Fn() -> Result<S, BadInput> + Copy + Send + 'static,
    stop: &Arc<Stop>,
    mut report: impl Report<S>,
) -> anyhow::Result<Ended> {
    let begun = Instant::now();
    let mut answer = match prepared(asked, state, stop)? {
        Ok((stated, Question::Solutions(run))) => solutions(asked, stated, run, stop, &mut report)?,
        Ok((stated, Question::Best(goal, stream))) => best(asked, stated, goal, stream, &mut report)?,
        Ok((stated, Question::SideBySide(portfolio))) => side_by_side(stated, &portfolio, &mut report)?,
        Err(by) => Answer::new(End::Stopped(by), 0),
    };
    answer.seconds = begun.elapsed().as_secs_f64();
    if let End::Stopped(by) = answer.end {
        answer.end = End::Stopped(cause(by));
    }
    if answer.end == End::Stopped(StopReason::WrongSolution) {
        anyhow::bail!(WRONG);
    }
    report.end(&answer)?;
    Ok(answer.end.into())
}

/// Proves the answer instead of reporting solutions.
pub(crate) fn prove(asked: Request, stated: &impl Stated, stop: &Stop, folder: &Path) -> anyhow::Result<Ended> {
    let goal = stated.objective().cloned().filter(|_| asked.wants_the_best());
    let search = asked.search(stated, stop, goal.is_some());
    let (_, ended) = Folder(folder).prove(&asked.threads.apply(search), goal)?;
    Ok(ended)
}

/// Prepares the search, or returns the limit that stopped the preparation.
fn prepared<S: Stated>(
    asked: Request,
    state: impl Fn() -> Result<S, BadInput> + Copy + Send + 'static,
    stop: &Arc<Stop>,
) -> anyhow::Result<Result<(&'static S, Question), StopReason>> {
    let limits = stop.clone();
    // Building or dropping a large model takes a long time, during which limits are not checked. Therefore another
    // thread builds the model, so that this thread can check limits and abandon the model.
    let Ok(thread) = std::thread::Builder::new().spawn(move || prepare(asked, state, &limits)) else {
        return Ok(Ok(prepare(asked, state, stop)?));
    };
    let over = poll(|| Ok(if thread.is_finished() { Some(None) } else { stop.asked().map(Some) }))?;
    match over {
        Some(by) => Ok(Err(by)),
        None => Ok(Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?)),
    }
}

/// Builds the model and the engine.
fn prepare<S: Stated>(
    asked: Request,
    state: impl Fn() -> Result<S, BadInput>,
    stop: &Stop,
) -> Result<(&'static S, Question), BadInput> {
    // The model is never dropped: the process ends first.
    let stated: &'static S = Box::leak(Box::new(state()?));
    let goal = stated.objective().filter(|_| asked.wants_the_best());
    if asked.search.lns && goal.is_none() {
        reject!("{NO_OBJECTIVE}");
    }
    if goal.is_none() && (asked.objective_limit.is_some() || asked.gap.is_some()) {
        reject!("--objective-limit and --gap need a model with an objective, but this one has none: leave them out");
    }
    let limits = asked.limits(stop, goal.is_some());
    let search = asked.search(stated, stop, goal.is_some());
    let question = if asked.is_portfolio(&search) {
        let portfolio = if asked.search.learn.is_some() {
            asked.threads.apply(search).portfolio()
        } else {
            let others = stated.model().portfolio(asked.threads.number()).into_searches().skip(1);
            search.with(others.map(|other| other.on(stated.decisions()).limits(limits.clone())))
        };
        Question::SideBySide(if asked.threads.ordered { portfolio.deterministic() } else { portfolio })
    } else {
        let search = asked.threads.apply(search);
        match goal {
            Some((goal, objective)) => Question::Best(*goal, search.improving(*goal, objective.clone()).map_err(bad)?),
            None => Question::Solutions(search.start().map_err(bad)?),
        }
    };
    Ok((stated, question))
}

/// Enumerates solutions.
fn solutions<S>(
    asked: Request,
    stated: &S,
    mut run: Run,
    stop: &Stop,
    report: &mut impl Report<S>,
) -> anyhow::Result<Answer> {
    let advice = "no solution yet: try `--order auto`, or `--threads 2`";
    let progress = Progress::new().advising((!asked.count).then_some(advice));
    let wanted = asked.wanted();
    let how = Drive { progress, is_count: asked.count, ..Drive::to(wanted) };
    let end = how.run(&mut run, |run| {
        if let Some(solution) = run.solution() {
            report.solution(stated, None, &solution)?;
        }
        // The search checks limits as it works. If solutions come fast, most of the time is spent writing them, so
        // limits are also checked here.
        let is_last = wanted == Some(run.statistics().solutions);
        Ok(stop.asked().filter(|_| !is_last).map(End::Stopped))
    })?;
    let statistics = run.statistics();
    // Dropping a large engine would take a long time, and the process is about to end.
    std::mem::forget(run);
    Ok(Answer { statistics: vec![statistics], ..Answer::new(end, statistics.solutions) })
}

/// Optimises by enumerating improving solutions.
fn best<S>(
    asked: Request,
    stated: &S,
    goal: Goal,
    mut stream: Improving,
    report: &mut impl Report<S>,
) -> anyhow::Result<Answer> {
    let mut last = None;
    let stopped_by = improve(&mut stream, |better| {
        report.better(better.value)?;
        if asked.all {
            report.solution(stated, Some(better.value), &better.solution)?;
        }
        last = Some(better);
        Ok(())
    })?;
    if let Some(best) = last.as_ref().filter(|_| !asked.all) {
        report.solution(stated, Some(best.value), &best.solution)?;
    }
    let (statistics, bound) = (stream.statistics(), stream.bound());
    std::mem::forget(stream);
    let end = stopped_by.map_or(End::Exhausted, End::Stopped);
    let (best, goal) = (last.map(|best| best.value), Some(goal));
    Ok(Answer { statistics: vec![statistics], best, bound, goal, ..Answer::new(end, statistics.solutions) })
}

/// Runs a portfolio, whose first search is the requested one.
fn side_by_side<S: Stated>(
    stated: &S,
    portfolio: &Portfolio<'_>,
    report: &mut impl Report<S>,
) -> anyhow::Result<Answer> {
    let (best, bound, stopped_by, statistics, goal) = match stated.objective() {
        Some((goal, objective)) => {
            let shared = portfolio.optimum(*goal, objective.clone()).map_err(bad)?;
            let (best, bound, by) = match shared.outcome {
                Outcome::Complete(best) => (Some(best), None, None),
                Outcome::Unsat => (None, None, None),
                Outcome::Stopped { by, known } => (known.best, known.bound, Some(by)),
            };
            let best = best.map(|best| (Some(best.value), best.solution));
            (best, bound, by, shared.statistics, Some(*goal))
        }
        None => {
            let shared = portfolio.first_shared().map_err(bad)?;
            let (first, by) = match shared.outcome {
                Outcome::Complete(solution) => (Some((None, solution)), None),
                Outcome::Unsat => (None, None),
                Outcome::Stopped { by, .. } => (None, Some(by)),
            };
            (first, None, by, shared.statistics, None)
        }
    };
    if let Some((value, solution)) = &best {
        report.solution(stated, *value, solution)?;
    }
    let end = match stopped_by {
        Some(by) => End::Stopped(by),
        None if goal.is_some() || best.is_none() => End::Exhausted,
        None => End::Enough,
    };
    let found = u64::from(best.is_some());
    Ok(Answer { statistics, best: best.and_then(|(value, _)| value), bound, goal, ..Answer::new(end, found) })
}
