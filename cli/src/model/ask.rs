//! Running the question: one search, or a portfolio.

use super::ModelArgs;
use super::report::{End, Report};
use crate::exit::WRONG;
use crate::exit::{BadInput, Ended};
use crate::format::Format;
use crate::interrupt::{Stop, bytes};
use crate::progress::Progress;
use crate::proof::{Folder, refuse};
use anyhow::Context;
use models::Classic;
use models::catalogue::Entry;
use solver_core::prelude::*;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const NO_OBJECTIVE: &str = "--lns searches around the best solution known, and no best one is asked for: leave out --lns, \
    or ask a model with an objective without --count and --limit";

/// A question about a model, ready to be answered.
struct Ready {
    classic: &'static Classic,
    question: Question,
}

enum Question {
    Solutions(Run),
    Best(Goal, Improving),
    SideBySide(Portfolio<'static>),
}

/// States the model, asks, and prints what comes.
pub(super) fn run(asked: &'static ModelArgs, entry: &'static Entry, started: Instant) -> anyhow::Result<Ended> {
    asked.refuse_contradictions()?;
    // Before anything takes long, for it must be possible to stop that, too.
    let deadline = asked.limits.time_limit.and_then(|limit| started.checked_add(limit));
    let stop = Arc::new(Stop::within(deadline, asked.limits.memory_limit)?);
    if let Some(folder) = &asked.proof.proof {
        return proved(asked, entry, &stop, folder);
    }
    if let Some(fact) = &asked.why {
        return super::why::run(asked, entry, fact, limits(asked, &stop, true));
    }
    let mut report = Report::new(std::io::BufWriter::new(std::io::stdout().lock()), asked, entry);
    let begun = Instant::now();
    let mut end = match prepared(asked, entry, &stop)? {
        Ok(ready) => answered(asked, ready, &stop, &mut report)?,
        Err(by) => End { stopped_by: Some(by), ..End::default() },
    };
    end.seconds = begun.elapsed().as_secs_f64();
    end.stopped_by = end.stopped_by.map(|by| stop.who(by));
    if end.stopped_by == Some(StopReason::WrongSolution) {
        anyhow::bail!(WRONG);
    }
    report.end(&end)?;
    Ok(if end.stopped_by.is_some() { Ended::Stopped } else { Ended::Complete })
}

/// Proves the answer instead of printing it.
fn proved(asked: &ModelArgs, entry: &Entry, stop: &Stop, folder: &Path) -> anyhow::Result<Ended> {
    let classic = entry.state(&asked.words).map_err(|e| BadInput(e.to_string()))?;
    let goal = classic.objective.clone().filter(|_| asked.wants_the_best());
    refuse(&[
        (asked.limit.is_some_and(|limit| limit > 1), "--limit"),
        (asked.stats, "--stats"),
        (asked.format != Format::Text, "--format"),
    ])?;
    let limits = limits(asked, stop, goal.is_some());
    let search = asked.search.refine(classic.model.search().seq([classic.phase()])).limits(limits);
    let (_, ended) = Folder(folder).prove(&asked.threads.of(search), goal)?;
    Ok(ended)
}

/// The limits that the options describe.
fn limits(asked: &ModelArgs, stop: &Stop, optimises: bool) -> Limits {
    Limits {
        time: stop.left(),
        nodes: asked.limits.node_limit,
        failures: asked.limits.failure_limit,
        memory: asked.limits.memory_limit.map(bytes),
        solutions: if optimises { None } else { asked.wanted() },
        objective: asked.objective_limit,
        gap: asked.gap,
        cancel: Some(stop.token()),
    }
}

/// The question; or who stopped it from being prepared.
fn prepared(
    asked: &'static ModelArgs,
    entry: &'static Entry,
    stop: &Arc<Stop>,
) -> anyhow::Result<Result<Ready, StopReason>> {
    let limits = stop.clone();
    // To state a large model takes long and looks at no limit, and to take it apart takes long, too: whoever waits
    // for it looks at limits, and leaves it alone.
    let Ok(thread) = std::thread::Builder::new().spawn(move || prepare(asked, entry, &limits)) else {
        return Ok(Ok(prepare(asked, entry, stop)?));
    };
    let mut nap = Duration::from_micros(20);
    while !thread.is_finished() {
        if let Some(by) = stop.asked() {
            return Ok(Err(by));
        }
        std::thread::sleep(nap);
        nap = (nap * 2).min(Duration::from_millis(5));
    }
    Ok(Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?))
}

/// States the model and builds the engine.
fn prepare(asked: &'static ModelArgs, entry: &'static Entry, stop: &Stop) -> Result<Ready, BadInput> {
    let classic = entry.state(&asked.words).map_err(|e| BadInput(e.to_string()))?;
    // Nobody takes it apart: the process ends with it.
    let classic: &'static Classic = Box::leak(Box::new(classic));
    let goal = classic.objective.as_ref().filter(|_| asked.wants_the_best());
    if asked.search.lns && goal.is_none() {
        return Err(BadInput(NO_OBJECTIVE.to_owned()));
    }
    if goal.is_none() && (asked.objective_limit.is_some() || asked.gap.is_some()) {
        return Err(BadInput(
            "--objective-limit and --gap are for a model with an objective, and this one has none".to_owned(),
        ));
    }
    let limits = limits(asked, stop, goal.is_some());
    let search = asked.search.refine(classic.model.search().seq([classic.phase()])).limits(limits.clone());
    let question = if asked.is_portfolio(&search) {
        let portfolio = if asked.search.learn.is_some() {
            asked.threads.of(search).portfolio()
        } else {
            let others = classic.model.portfolio(asked.threads.number()).into_searches().skip(1);
            search.with(others.map(|other| other.on(&classic.decisions).limits(limits.clone())))
        };
        Question::SideBySide(if asked.threads.ordered { portfolio.deterministic() } else { portfolio })
    } else {
        let search = asked.threads.of(search);
        match goal {
            Some((goal, objective)) => Question::Best(*goal, search.improving(*goal, objective.clone()).map_err(bad)?),
            None => Question::Solutions(search.start().map_err(bad)?),
        }
    };
    Ok(Ready { classic, question })
}

fn answered<W: std::io::Write>(
    asked: &ModelArgs,
    ready: Ready,
    stop: &Stop,
    report: &mut Report<'_, W>,
) -> anyhow::Result<End> {
    let classic = ready.classic;
    match ready.question {
        Question::Solutions(run) => solutions(asked, classic, run, stop, report),
        Question::Best(goal, stream) => best(asked, classic, goal, stream, report),
        Question::SideBySide(portfolio) => side_by_side(classic, &portfolio, report),
    }
}

fn bad(error: ModelError) -> BadInput {
    BadInput(error.to_string())
}

/// One solution after the other.
fn solutions<W: std::io::Write>(
    asked: &ModelArgs,
    classic: &Classic,
    mut run: Run,
    stop: &Stop,
    report: &mut Report<'_, W>,
) -> anyhow::Result<End> {
    let advice = "no solution yet: try `--order auto`, or `--threads 2`";
    let mut progress = Progress::new().advising((!asked.count).then_some(advice));
    let end = loop {
        progress.look(&run);
        let step = if asked.count { run.count_for(progress.stride()) } else { run.step_for(progress.stride()) };
        match step {
            Some(Step::Solution) => {
                run.recheck().context(WRONG)?;
                if let Some(solution) = run.solution() {
                    progress.clear();
                    report.solution(classic, None, &solution)?;
                }
                // The search counts its own work; of solutions that come fast, most of the work is to write them.
                let is_last = asked.wanted() == Some(run.statistics().solutions);
                if let Some(by) = stop.asked().filter(|_| !is_last) {
                    break Step::Stopped(by);
                }
            }
            Some(end) => break end,
            None => {}
        }
    };
    progress.clear();
    let statistics = run.statistics();
    let stopped_by = end.cut_short();
    let (solutions, exhausted) = (statistics.solutions, end == Step::Exhausted);
    // Large engines take long to take apart, and the process is about to end.
    std::mem::forget(run);
    Ok(End { statistics: vec![statistics], stopped_by, exhausted, solutions, ..End::default() })
}

/// Better and better ones.
fn best<W: std::io::Write>(
    asked: &ModelArgs,
    classic: &Classic,
    goal: Goal,
    mut stream: Improving,
    report: &mut Report<'_, W>,
) -> anyhow::Result<End> {
    let mut last = None;
    let mut progress = Progress::new();
    loop {
        progress.look_at(&stream);
        match stream.next_within(progress.stride()) {
            None => continue,
            Some(None) => break,
            Some(Some(better)) => {
                if asked.all {
                    progress.clear();
                    report.solution(classic, Some(better.value), &better.solution)?;
                }
                last = Some(better);
            }
        }
    }
    progress.clear();
    if let Some(best) = last.as_ref().filter(|_| !asked.all) {
        report.solution(classic, Some(best.value), &best.solution)?;
    }
    let statistics = stream.statistics();
    let (solutions, stopped_by, bound) = (statistics.solutions, stream.stopped(), stream.bound());
    std::mem::forget(stream);
    let (exhausted, best) = (stopped_by.is_none(), last.map(|best| best.value));
    Ok(End {
        statistics: vec![statistics],
        stopped_by,
        exhausted,
        solutions,
        best,
        bound,
        goal: Some(goal),
        ..End::default()
    })
}

/// Several searches, the first one as it was asked for.
fn side_by_side<W: std::io::Write>(
    classic: &Classic,
    portfolio: &Portfolio<'_>,
    report: &mut Report<'_, W>,
) -> anyhow::Result<End> {
    let (outcome, statistics, goal) = match &classic.objective {
        Some((goal, objective)) => {
            let shared = portfolio.optimum(*goal, objective.clone()).map_err(bad)?;
            (shared.outcome, shared.statistics, Some(*goal))
        }
        None => {
            let shared = portfolio.first_shared().map_err(bad)?;
            let outcome = match shared.outcome {
                Outcome::Complete(solution) => Outcome::Complete(Optimum { value: 0, solution }),
                Outcome::Unsat => Outcome::Unsat,
                Outcome::Stopped { by, .. } => Outcome::Stopped { by, known: Incumbent { best: None, bound: None } },
            };
            (outcome, shared.statistics, None)
        }
    };
    let (best, bound, stopped_by) = match outcome {
        Outcome::Complete(best) => (Some(best), None, None),
        Outcome::Unsat => (None, None, None),
        Outcome::Stopped { by, known } => (known.best, known.bound, Some(by)),
    };
    let value = best.as_ref().map(|best| best.value).filter(|_| goal.is_some());
    if let Some(best) = &best {
        report.solution(classic, value, &best.solution)?;
    }
    let solutions = u64::from(best.is_some());
    let exhausted = stopped_by.is_none() && (goal.is_some() || best.is_none());
    Ok(End { statistics, stopped_by, exhausted, solutions, best: value, bound, goal, ..End::default() })
}
