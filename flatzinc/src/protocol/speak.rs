//! Solves an instance, and tells what is found to whom it concerns.

use super::flags::Flags;
use super::show::show;
use super::statistics::Told;
use super::teller::{Ending, Teller};
use crate::instance::{Goal as Asked, Instance, Type};
use crate::lower::{Image, LowerError, Lowered, Options, lower};
use crate::plan::{Plan, Warning, plan};
use solver_core::search::{Statistics, Step};
use solver_core::{CancelToken, Expr, Goal, ModelError, Outcome, Run, Search, Solution};
use std::io::Write;
use std::time::{Duration, Instant};

/// Why nothing could be said.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The file makes no model.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// Standard output takes no more.
    #[error("cannot write the output: {0}")]
    Output(#[from] std::io::Error),
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Failure {
        Failure::Lower(LowerError::Model(error))
    }
}

/// Whom to tell in MiniZinc's protocol.
struct Protocol<'a> {
    out: &'a mut dyn Write,
    statistics: bool,
}

impl Teller for Protocol<'_> {
    fn solution(&mut self, instance: &Instance, values: &[i64], _: Option<i64>) -> std::io::Result<()> {
        self.out.write_all(show(instance, &|x| values[x.index()]).as_bytes())?;
        self.out.write_all(b"----------\n")?;
        self.out.flush()
    }

    fn end(&mut self, ending: Ending, told: &Told) -> std::io::Result<()> {
        self.out.write_all(ending.line().as_bytes())?;
        if self.statistics {
            self.out.write_all(told.lines().as_bytes())?;
        }
        self.out.flush()
    }
}

/// Solves `instance`; solutions and the last word go to `out`, each as soon as it is known, and warnings to `warn`.
///
/// # Errors
/// [`Failure`]: nothing but whole solutions was written by then.
pub fn speak(
    instance: &Instance,
    flags: &Flags,
    started: Instant,
    cancel: &CancelToken,
    out: &mut dyn Write,
    warn: &mut dyn FnMut(&Warning),
) -> Result<Ending, Failure> {
    let mut teller = Protocol { out, statistics: flags.statistics };
    answer(instance, flags, started, cancel, &mut teller, warn)
}

/// Solves `instance`, and tells each solution as soon as it is known; of an objective only the best one, unless all are wanted.
///
/// # Errors
/// [`Failure`].
pub fn answer(
    instance: &Instance,
    flags: &Flags,
    started: Instant,
    cancel: &CancelToken,
    teller: &mut dyn Teller,
    warn: &mut dyn FnMut(&Warning),
) -> Result<Ending, Failure> {
    let lowered = lower(instance, Options::default())?;
    let plan = plan(instance, &lowered)?;
    if !flags.free {
        plan.warnings.iter().for_each(&mut *warn);
    }
    if let Some(warning) = cut_warning(instance, &lowered) {
        warn(&warning);
    }
    if let Some(warning) = threads_warning(instance, flags) {
        warn(&warning);
    }
    let speaker = Speaker { instance, flags, lowered: &lowered, teller, said: 0, kept: None };
    let result = speaker.run(&plan, started, cancel);
    match result {
        Err(Failure::Lower(LowerError::Model(error))) => Err(Failure::Lower(by_name(instance, error))),
        other => other,
    }
}

/// An error that the model had, in words of the file: every constraint by its name.
fn by_name(instance: &Instance, error: ModelError) -> LowerError {
    let named = lower(instance, Options { faithful: true });
    match named.map(|lowered| lowered.model.search().node_limit(0).start().err()) {
        Ok(Some(error)) => LowerError::Model(error),
        Ok(None) => LowerError::Model(error),
        Err(error) => error,
    }
}

/// That several searches do less than was asked for.
fn threads_warning(instance: &Instance, flags: &Flags) -> Option<Warning> {
    let optimises = !matches!(instance.solve().goal, Asked::Satisfy);
    let message = match (flags.threads > 1, optimises) {
        (true, true) if flags.all || flags.intermediate => {
            "searches side by side tell the best solution alone, at the end"
        }
        (true, false) if flags.wanted() > 1 => "one search alone looks for more than one solution",
        _ => return None,
    };
    Some(Warning { location: None, message: message.to_owned() })
}

/// That values are left out.
fn cut_warning(instance: &Instance, lowered: &Lowered) -> Option<Warning> {
    let first = instance.variable(*lowered.cut.first()?);
    let others = match lowered.cut.len() {
        1 => String::new(),
        n => format!(" and {} more", n - 1),
    };
    let limit = solver_core::View::LIMIT;
    Some(Warning {
        location: Some(instance.location(first.place())),
        message: format!(
            "{}{others}: only values within ±{limit} are tried, so nothing is said of there being no other solution, or no better \
             one: give bounds",
            first.name()
        ),
    })
}

struct Speaker<'a> {
    instance: &'a Instance,
    flags: &'a Flags,
    lowered: &'a Lowered,
    teller: &'a mut dyn Teller,
    said: u64,
    /// The best solution, not yet told, and its value.
    kept: Option<(Vec<i64>, Option<i64>)>,
}

impl<'a> Speaker<'a> {
    fn run(mut self, plan: &Plan, started: Instant, cancel: &CancelToken) -> Result<Ending, Failure> {
        let search = self.search(plan).cancel(cancel);
        let search = match self.flags.time {
            Some(time) => search.time_limit(time.saturating_sub(started.elapsed())),
            None => search,
        };
        let goal = match self.instance.solve().goal {
            Asked::Satisfy => None,
            Asked::Minimize(_) => Some(Goal::Minimize),
            Asked::Maximize(_) => Some(Goal::Maximize),
        };
        let objective = self.lowered.objective(self.instance);
        let several = self.flags.threads > 1 && (goal.is_some() || self.flags.wanted() == 1);
        if several {
            return self.side_by_side(plan, search, goal.zip(objective), started);
        }
        let mut run = match goal.zip(objective) {
            None => search.start()?,
            Some((goal, objective)) => search.improving(goal, objective)?.into_run(),
        };
        let (init, begun) = (started.elapsed(), Instant::now());
        let (last, best) = if goal.is_none() { self.satisfy(&mut run)? } else { self.optimise(&mut run)? };
        let (ending, told) = (self.believed(last), self.told(run.statistics(), best, init, begun.elapsed()));
        self.teller.end(ending, &told)?;
        // Large engines take long to take apart, and nobody asks for this one again.
        std::mem::forget(run);
        Ok(ending)
    }

    /// Several searches at once: the one that was asked for, and others that go their own way. Of better and better solutions only
    /// the last one is told.
    fn side_by_side(
        mut self,
        plan: &Plan,
        search: Search<'_>,
        goal: Option<(Goal, Expr)>,
        started: Instant,
    ) -> Result<Ending, Failure> {
        let (limits, optimises) = (&search, goal.is_some());
        let others: Vec<Search<'_>> = (1..self.flags.threads)
            .map(|k| {
                super::free::other(limits.clone(), plan, k, optimises).seed(self.flags.seed.wrapping_add(k as u64))
            })
            .collect();
        let portfolio = search.clone().beside(others);
        let (init, begun) = (started.elapsed(), Instant::now());
        let (best, ending, statistics) = match goal {
            Some((goal, objective)) => {
                let shared = portfolio.optimum(goal, objective)?;
                let (best, ending) = match shared.outcome {
                    Outcome::Complete(best) => (Some(best.solution), Ending::Complete),
                    Outcome::Unsat => (None, Ending::Unsatisfiable),
                    Outcome::Stopped { known: Some(best), .. } => (Some(best.solution), Ending::Some),
                    Outcome::Stopped { known: None, .. } => (None, Ending::Unknown),
                };
                (best, ending, shared.statistics)
            }
            None => {
                let shared = portfolio.first_shared()?;
                let (first, ending) = match shared.outcome {
                    Outcome::Complete(first) => (Some(first), Ending::Some),
                    Outcome::Unsat => (None, Ending::Unsatisfiable),
                    Outcome::Stopped { .. } => (None, Ending::Unknown),
                };
                (first, ending, shared.statistics)
            }
        };
        let mut value = None;
        if let Some(best) = best {
            value = self.value(&best)?;
            let values = self.values(&best)?;
            self.tell(&values, value)?;
        }
        let ending = self.believed(ending);
        let all = statistics.iter().fold(Statistics::default(), |sum, one| Statistics {
            nodes: sum.nodes + one.nodes,
            failures: sum.failures + one.failures,
            solutions: sum.solutions + one.solutions,
            propagations: sum.propagations + one.propagations,
            peak_depth: sum.peak_depth.max(one.peak_depth),
            restarts: sum.restarts + one.restarts,
        });
        self.teller.end(ending, &self.told(all, value, init, begun.elapsed()))?;
        Ok(ending)
    }

    /// What may be claimed, where values were left out.
    fn believed(&self, last: Ending) -> Ending {
        match last {
            _ if self.lowered.cut.is_empty() => last,
            Ending::Complete => Ending::Some,
            Ending::Unsatisfiable => Ending::Unknown,
            Ending::Some | Ending::Unknown => last,
        }
    }

    fn search(&self, plan: &Plan) -> Search<'a> {
        let lowered: &'a Lowered = self.lowered;
        let search = lowered.model.search().seed(self.flags.seed).warm_start(plan.wanted.iter().copied());
        if self.flags.free {
            return super::free::free(search, plan);
        }
        let search = search.seq(plan.phases.iter().cloned()).distinct();
        match plan.restarts {
            Some(restarts) => search.restarts(restarts),
            None => search,
        }
    }

    fn satisfy(&mut self, run: &mut Run) -> Result<(Ending, Option<i64>), Failure> {
        let wanted = self.flags.wanted();
        while self.said < wanted {
            match run.step() {
                Step::Solution => {
                    run.recheck()?;
                    let Some(solution) = run.solution() else { break };
                    let values = self.values(&solution)?;
                    self.tell(&values, None)?;
                }
                Step::Exhausted if self.said == 0 => return Ok((Ending::Unsatisfiable, None)),
                Step::Exhausted => return Ok((Ending::Complete, None)),
                Step::Stopped(_) if self.said == 0 => return Ok((Ending::Unknown, None)),
                Step::Stopped(_) => return Ok((Ending::Some, None)),
            }
        }
        Ok((Ending::Some, None))
    }

    fn optimise(&mut self, run: &mut Run) -> Result<(Ending, Option<i64>), Failure> {
        let at_once = self.flags.all || self.flags.intermediate;
        let mut best = None;
        let end = loop {
            match run.step() {
                Step::Solution => {
                    run.recheck()?;
                    let Some(solution) = run.solution() else { break Ending::Some };
                    best = self.value(&solution)?;
                    let values = self.values(&solution)?;
                    if at_once {
                        self.tell(&values, best)?;
                    } else {
                        self.kept = Some((values, best));
                    }
                }
                Step::Exhausted if best.is_none() => break Ending::Unsatisfiable,
                Step::Exhausted => break Ending::Complete,
                Step::Stopped(_) if best.is_none() => break Ending::Unknown,
                Step::Stopped(_) => break Ending::Some,
            }
        };
        if let Some((values, value)) = self.kept.take() {
            self.tell(&values, value)?;
        }
        Ok((end, best))
    }

    /// The values of all variables of the file.
    fn values(&self, solution: &Solution) -> Result<Vec<i64>, ModelError> {
        self.instance.variables().map(|x| self.lowered.images.value(x.id(), solution)).collect()
    }

    /// The value of the objective.
    fn value(&self, solution: &Solution) -> Result<Option<i64>, ModelError> {
        match self.instance.solve().goal {
            Asked::Satisfy => Ok(None),
            Asked::Minimize(term) | Asked::Maximize(term) => match (term.as_int(), term.as_variable()) {
                (Some(value), _) => Ok(Some(value)),
                (None, Some(x)) => Ok(Some(self.lowered.images.value(x, solution)?)),
                (None, None) => Ok(Some(0)),
            },
        }
    }

    fn tell(&mut self, values: &[i64], objective: Option<i64>) -> std::io::Result<()> {
        self.said += 1;
        self.teller.solution(self.instance, values, objective)
    }

    fn told(&self, search: Statistics, objective: Option<i64>, init: Duration, solve: Duration) -> Told {
        let images = &self.lowered.images;
        let is_own = |x: &crate::instance::Variable<'_>| {
            matches!(images.of(x.id()), Image::View { negated: false, offset: 0, .. })
        };
        let kept = self.lowered.model.variables();
        let bools = self.instance.variables().filter(|x| x.ty() == Type::Bool && is_own(x)).count().min(kept);
        Told {
            search,
            int_variables: kept - bools,
            bool_variables: bools,
            constraints: self.lowered.model.constraints(),
            views: self.instance.variables().len() - kept,
            init,
            solve,
            objective,
            solutions: self.said,
        }
    }
}
