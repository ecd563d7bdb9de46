//! Solves a classical model by one search or a portfolio.

use super::ModelArgs;
use super::report::{Answer, Report};
use crate::format::Format;
use crate::interrupt::cause;
use crate::proof::{Folder, refuse};
use crate::run::drive::{Drive, improve};
use crate::run::poll;
use crate::run::prelude::*;
use crate::run::progress::Progress;
use models::Classic;
use models::catalogue::Entry;
use solver_core::prelude::*;
use std::path::Path;
use std::sync::Arc;

const NO_OBJECTIVE: &str = "--lns searches around the best solution known, and no best one is asked for: leave out --lns, \
    or ask a model with an objective without --count and --limit";

/// A prepared search.
enum Question {
    Solutions(Run),
    Best(Goal, Improving),
    SideBySide(Portfolio<'static>),
}

/// Builds the model, searches, and prints the results.
pub(super) fn run(asked: &'static ModelArgs, entry: &'static Entry, started: Instant) -> anyhow::Result<Ended> {
    asked.refuse_contradictions()?;
    // Sets up the limits first, so that they can also stop the construction of the model.
    let deadline = asked.limits.time_limit.and_then(|limit| started.checked_add(limit));
    let stop = Arc::new(Stop::within(deadline, asked.limits.memory_limit)?);
    if let Some(folder) = &asked.proof.proof {
        return proved(asked, entry, &stop, folder);
    }
    if let Some(fact) = &asked.why {
        return super::why::run(asked, entry, fact, limits(asked, &stop, true));
    }
    let mut report = Report::new(asked, entry);
    let begun = Instant::now();
    let mut answer = match prepared(asked, entry, &stop)? {
        Ok((classic, Question::Solutions(run))) => solutions(asked, classic, run, &stop, &mut report)?,
        Ok((classic, Question::Best(goal, stream))) => best(asked, classic, goal, stream, &mut report)?,
        Ok((classic, Question::SideBySide(portfolio))) => side_by_side(classic, &portfolio, &mut report)?,
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

/// Proves the answer instead of printing it.
fn proved(asked: &ModelArgs, entry: &Entry, stop: &Stop, folder: &Path) -> anyhow::Result<Ended> {
    let classic = entry.state(&asked.words).map_err(bad)?;
    let goal = classic.objective.clone().filter(|_| asked.wants_the_best());
    refuse(&[
        (asked.limit.is_some_and(|limit| limit > 1), "--limit"),
        (asked.stats, "--stats"),
        (asked.format != Format::Text, "--format"),
    ])?;
    let limits = limits(asked, stop, goal.is_some());
    let search = asked.search.refine(classic.model.search().seq([classic.phase()])).limits(limits);
    let (_, ended) = Folder(folder).prove(&asked.threads.apply(search), goal)?;
    Ok(ended)
}

/// The limits given by the options.
fn limits(asked: &ModelArgs, stop: &Stop, optimises: bool) -> Limits {
    let solutions = if optimises { None } else { asked.wanted() };
    Limits { solutions, objective: asked.objective_limit, gap: asked.gap, ..asked.limits.all(stop) }
}

/// Prepares the search, or returns the limit that stopped the preparation.
fn prepared(
    asked: &'static ModelArgs,
    entry: &'static Entry,
    stop: &Arc<Stop>,
) -> anyhow::Result<Result<(&'static Classic, Question), StopReason>> {
    let limits = stop.clone();
    // Building or dropping a large model takes long and does not check limits. Therefore another thread builds it, so
    // that this thread can check limits and abandon the model.
    let Ok(thread) = std::thread::Builder::new().spawn(move || prepare(asked, entry, &limits)) else {
        return Ok(Ok(prepare(asked, entry, stop)?));
    };
    let over = poll(|| Ok(if thread.is_finished() { Some(None) } else { stop.asked().map(Some) }))?;
    match over {
        Some(by) => Ok(Err(by)),
        None => Ok(Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?)),
    }
}

/// Builds the model and the engine.
fn prepare(
    asked: &'static ModelArgs,
    entry: &'static Entry,
    stop: &Stop,
) -> Result<(&'static Classic, Question), BadInput> {
    let classic = entry.state(&asked.words).map_err(bad)?;
    // The model is never dropped: the process ends first.
    let classic: &'static Classic = Box::leak(Box::new(classic));
    let goal = classic.objective.as_ref().filter(|_| asked.wants_the_best());
    if asked.search.lns && goal.is_none() {
        reject!("{NO_OBJECTIVE}");
    }
    if goal.is_none() && (asked.objective_limit.is_some() || asked.gap.is_some()) {
        reject!("--objective-limit and --gap are for a model with an objective, and this one has none");
    }
    let limits = limits(asked, stop, goal.is_some());
    let search = asked.search.refine(classic.model.search().seq([classic.phase()])).limits(limits.clone());
    let question = if asked.is_portfolio(&search) {
        let portfolio = if asked.search.learn.is_some() {
            asked.threads.apply(search).portfolio()
        } else {
            let others = classic.model.portfolio(asked.threads.number()).into_searches().skip(1);
            search.with(others.map(|other| other.on(&classic.decisions).limits(limits.clone())))
        };
        Question::SideBySide(if asked.threads.ordered { portfolio.deterministic() } else { portfolio })
    } else {
        let search = asked.threads.apply(search);
        match goal {
            Some((goal, objective)) => Question::Best(*goal, search.improving(*goal, objective.clone()).map_err(bad)?),
            None => Question::Solutions(search.start().map_err(bad)?),
        }
    };
    Ok((classic, question))
}

/// Enumerates solutions.
fn solutions(
    asked: &ModelArgs,
    classic: &Classic,
    mut run: Run,
    stop: &Stop,
    report: &mut Report<'_>,
) -> anyhow::Result<Answer> {
    let advice = "no solution yet: try `--order auto`, or `--threads 2`";
    let progress = Progress::new().advising((!asked.count).then_some(advice));
    let wanted = asked.wanted();
    let how = Drive { progress, is_count: asked.count, ..Drive::to(wanted) };
    let end = how.run(&mut run, |run| {
        if let Some(solution) = run.solution() {
            report.solution(classic, None, &solution)?;
        }
        // The search checks limits as it works. If solutions come fast, most of the time is spent on writing them.
        let is_last = wanted == Some(run.statistics().solutions);
        Ok(stop.asked().filter(|_| !is_last).map(End::Stopped))
    })?;
    let statistics = run.statistics();
    // Dropping a large engine would take long, and the process is about to end.
    std::mem::forget(run);
    Ok(Answer { statistics: vec![statistics], ..Answer::new(end, statistics.solutions) })
}

/// Optimises by enumerating improving solutions.
fn best(
    asked: &ModelArgs,
    classic: &Classic,
    goal: Goal,
    mut stream: Improving,
    report: &mut Report<'_>,
) -> anyhow::Result<Answer> {
    let mut last = None;
    let stopped_by = improve(&mut stream, |better| {
        if asked.all {
            report.solution(classic, Some(better.value), &better.solution)?;
        }
        last = Some(better);
        Ok(())
    })?;
    if let Some(best) = last.as_ref().filter(|_| !asked.all) {
        report.solution(classic, Some(best.value), &best.solution)?;
    }
    let (statistics, bound) = (stream.statistics(), stream.bound());
    std::mem::forget(stream);
    let end = stopped_by.map_or(End::Exhausted, End::Stopped);
    let (best, goal) = (last.map(|best| best.value), Some(goal));
    Ok(Answer { statistics: vec![statistics], best, bound, goal, ..Answer::new(end, statistics.solutions) })
}

/// Runs a portfolio, whose first search is the requested one.
fn side_by_side(classic: &Classic, portfolio: &Portfolio<'_>, report: &mut Report<'_>) -> anyhow::Result<Answer> {
    let (best, bound, stopped_by, statistics, goal) = match &classic.objective {
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
        report.solution(classic, *value, solution)?;
    }
    let end = match stopped_by {
        Some(by) => End::Stopped(by),
        None if goal.is_some() || best.is_none() => End::Exhausted,
        None => End::Enough,
    };
    let found = u64::from(best.is_some());
    Ok(Answer { statistics, best: best.and_then(|(value, _)| value), bound, goal, ..Answer::new(end, found) })
}
