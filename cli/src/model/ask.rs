//! The question: one search, or several side by side.

use super::Asked;
use super::report::{End, Report};
use crate::exit::{BadInput, Ended};
use crate::progress::Progress;
use models::Classic;
use models::catalogue::Entry;
use solver_core::prelude::*;
use std::time::Instant;

/// Asks, and prints what comes.
pub(super) fn run(asked: &Asked, entry: &Entry, classic: &Classic, started: Instant) -> anyhow::Result<Ended> {
    let goal = classic.objective.as_ref().filter(|_| !asked.count && asked.limit.is_none());
    if asked.manner.threads.is_some() && (asked.count || asked.all || asked.limit.is_some()) {
        let why = "--threads searches for one solution, or the best one: leave out --all, --count and --limit";
        return Err(BadInput(why.to_owned()).into());
    }
    let token = crate::interrupt::token()?;
    let limits = Limits {
        time: asked.time_limit.map(|limit| limit.saturating_sub(started.elapsed())),
        nodes: asked.node_limit,
        failures: asked.failure_limit,
        memory: asked.memory_limit.map(|mb| usize::try_from(mb.saturating_mul(1 << 20)).unwrap_or(usize::MAX)),
        solutions: match (goal, asked.limit) {
            (None, None) if !asked.all && !asked.count => Some(1),
            (None, limit) => limit,
            (Some(_), _) => None,
        },
        cancel: Some(token),
    };
    let search = asked.manner.search(classic).limits(limits.clone());
    let mut report = Report { out: std::io::stdout().lock(), asked, entry, classic, told: Vec::new() };
    let begun = Instant::now();
    let mut end = match (asked.manner.threads, goal) {
        (Some(threads), _) => side_by_side(asked, classic, search, &limits, threads.get(), &mut report)?,
        (None, Some((goal, objective))) => best(asked, &search, *goal, objective, &mut report)?,
        (None, None) => solutions(asked, &search, &mut report)?,
    };
    end.seconds = begun.elapsed().as_secs_f64();
    report.end(&end)?;
    Ok(if end.stopped_by.is_some() { Ended::Stopped } else { Ended::Complete })
}

fn bad(error: ModelError) -> BadInput {
    BadInput(error.to_string())
}

/// One solution after the other.
fn solutions<W: std::io::Write>(asked: &Asked, search: &Search<'_>, report: &mut Report<'_, W>) -> anyhow::Result<End> {
    let mut run = search.start().map_err(bad)?;
    let mut progress = Progress::new();
    let end = loop {
        progress.look(&run);
        match run.step_for(progress.stride()) {
            Some(Step::Solution) if asked.count => {}
            Some(Step::Solution) => {
                if let Some(solution) = run.solution() {
                    progress.clear();
                    report.solution(None, &solution)?;
                }
            }
            Some(end) => break end,
            None => {}
        }
    };
    progress.clear();
    let statistics = run.statistics();
    let stopped_by = match end {
        // As many as were asked for.
        Step::Stopped(by) if by != StopReason::Solutions => Some(by),
        _ => None,
    };
    let solutions = statistics.solutions;
    Ok(End { statistics: vec![statistics], seconds: 0.0, stopped_by, solutions, best: None, goal: None })
}

/// Better and better ones.
fn best<W: std::io::Write>(
    asked: &Asked,
    search: &Search<'_>,
    goal: Goal,
    objective: &Expr,
    report: &mut Report<'_, W>,
) -> anyhow::Result<End> {
    let mut stream = search.improving(goal, objective.clone()).map_err(bad)?;
    let mut last = None;
    let mut progress = Progress::new();
    loop {
        progress.look(stream.run());
        match stream.next_within(progress.stride()) {
            None => continue,
            Some(None) => break,
            Some(Some(better)) => {
                if asked.all {
                    progress.clear();
                    report.solution(Some(better.value), &better.solution)?;
                }
                last = Some(better);
            }
        }
    }
    progress.clear();
    if let Some(best) = last.as_ref().filter(|_| !asked.all) {
        report.solution(Some(best.value), &best.solution)?;
    }
    let statistics = stream.statistics();
    let (solutions, stopped_by) = (statistics.solutions, stream.stopped());
    let best = last.map(|best| best.value);
    Ok(End { statistics: vec![statistics], seconds: 0.0, stopped_by, solutions, best, goal: Some(goal) })
}

/// Several searches, the first one as it was asked for.
fn side_by_side<W: std::io::Write>(
    asked: &Asked,
    classic: &Classic,
    search: Search<'_>,
    limits: &Limits,
    threads: usize,
    report: &mut Report<'_, W>,
) -> anyhow::Result<End> {
    let others = classic.model.portfolio(threads).into_searches().skip(1);
    let mut portfolio = search.beside(others.map(|other| other.on(&classic.decisions).limits(limits.clone())));
    if asked.manner.deterministic {
        portfolio = portfolio.deterministic();
    }
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
                Outcome::Stopped { by, .. } => Outcome::Stopped { by, known: None },
            };
            (outcome, shared.statistics, None)
        }
    };
    let (best, stopped_by) = match outcome {
        Outcome::Complete(best) => (Some(best), None),
        Outcome::Unsat => (None, None),
        Outcome::Stopped { by, known } => (known, Some(by)),
    };
    let value = best.as_ref().map(|best| best.value).filter(|_| goal.is_some());
    if let Some(best) = &best {
        report.solution(value, &best.solution)?;
    }
    let solutions = u64::from(best.is_some());
    Ok(End { statistics, seconds: 0.0, stopped_by, solutions, best: value, goal })
}
