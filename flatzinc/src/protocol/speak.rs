//! Solves an instance and says it as MiniZinc wants to hear it.

use super::flags::Flags;
use super::show::show;
use super::statistics::Told;
use crate::instance::{Goal as Asked, Instance, Type};
use crate::lower::{Image, LowerError, Lowered, Options, lower};
use crate::plan::{Plan, Warning, plan};
use solver_core::search::{AfterFailure, Restarts, Statistics, Step, VarOrder};
use solver_core::{CancelToken, Goal, ModelError, Phase, Run, Search, Solution};
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

/// How a search ended, in the words of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Last {
    /// All was searched, and there were solutions.
    Complete,
    /// All was searched, and there were none.
    Unsatisfiable,
    /// There were solutions, and there may be more or better ones.
    Some,
    /// Nothing is known.
    Unknown,
}

impl Last {
    fn line(self) -> &'static str {
        match self {
            Last::Complete => "==========\n",
            Last::Unsatisfiable => "=====UNSATISFIABLE=====\n",
            Last::Some => "",
            Last::Unknown => "=====UNKNOWN=====\n",
        }
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
) -> Result<(), Failure> {
    let lowered = lower(instance, Options::default())?;
    let plan = plan(instance, &lowered)?;
    if !flags.free {
        plan.warnings.iter().for_each(&mut *warn);
    }
    if let Some(warning) = cut_warning(instance, &lowered) {
        warn(&warning);
    }
    let speaker = Speaker { instance, flags, lowered: &lowered, out, said: 0, shown: None };
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
    out: &'a mut dyn Write,
    said: u64,
    /// The best solution, not yet printed.
    shown: Option<String>,
}

impl Speaker<'_> {
    fn run(mut self, plan: &Plan, started: Instant, cancel: &CancelToken) -> Result<(), Failure> {
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
        let mut run = match goal.zip(objective) {
            None => search.start()?,
            Some((goal, objective)) => search.improving(goal, objective)?.into_run(),
        };
        let (init, begun) = (started.elapsed(), Instant::now());
        let (last, best) = if goal.is_none() { self.satisfy(&mut run)? } else { self.optimise(&mut run)? };
        self.out.write_all(self.believed(last).line().as_bytes())?;
        if self.flags.statistics {
            self.tell(run.statistics(), best, init, begun.elapsed())?;
        }
        self.out.flush()?;
        Ok(())
    }

    /// What may be claimed, where values were left out.
    fn believed(&self, last: Last) -> Last {
        match last {
            _ if self.lowered.cut.is_empty() => last,
            Last::Complete => Last::Some,
            Last::Unsatisfiable => Last::Unknown,
            Last::Some | Last::Unknown => last,
        }
    }

    fn search(&self, plan: &Plan) -> Search<'_> {
        let search = self.lowered.model.search().seed(self.flags.seed).warm_start(plan.wanted.iter().copied());
        if self.flags.free {
            return free(search, plan);
        }
        let search = search.seq(plan.phases.iter().cloned()).distinct();
        match plan.restarts {
            Some(restarts) => search.restarts(restarts),
            None => search,
        }
    }

    /// How many solutions are wanted.
    fn wanted(&self) -> u64 {
        if self.flags.all || self.flags.solutions == 0 { u64::MAX } else { self.flags.solutions }
    }

    fn satisfy(&mut self, run: &mut Run) -> Result<(Last, Option<i64>), Failure> {
        let wanted = self.wanted();
        while self.said < wanted {
            match run.step() {
                Step::Solution => {
                    run.recheck()?;
                    let Some(solution) = run.solution() else { break };
                    let text = self.shown(&solution)?;
                    self.print(&text)?;
                }
                Step::Exhausted if self.said == 0 => return Ok((Last::Unsatisfiable, None)),
                Step::Exhausted => return Ok((Last::Complete, None)),
                Step::Stopped(_) if self.said == 0 => return Ok((Last::Unknown, None)),
                Step::Stopped(_) => return Ok((Last::Some, None)),
            }
        }
        Ok((Last::Some, None))
    }

    fn optimise(&mut self, run: &mut Run) -> Result<(Last, Option<i64>), Failure> {
        let at_once = self.flags.all || self.flags.intermediate;
        let mut best = None;
        let end = loop {
            match run.step() {
                Step::Solution => {
                    run.recheck()?;
                    let Some(solution) = run.solution() else { break Last::Some };
                    best = self.value(&solution)?;
                    let text = self.shown(&solution)?;
                    if at_once {
                        self.print(&text)?;
                    } else {
                        self.shown = Some(text);
                    }
                }
                Step::Exhausted if best.is_none() => break Last::Unsatisfiable,
                Step::Exhausted => break Last::Complete,
                Step::Stopped(_) if best.is_none() => break Last::Unknown,
                Step::Stopped(_) => break Last::Some,
            }
        };
        if let Some(text) = self.shown.take() {
            self.print(&text)?;
        }
        Ok((end, best))
    }

    fn shown(&self, solution: &Solution) -> Result<String, ModelError> {
        let values: Result<Vec<i64>, _> =
            self.instance.variables().map(|x| self.lowered.images.value(x.id(), solution)).collect();
        let values = values?;
        Ok(show(self.instance, &|x| values[x.index()]))
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

    fn print(&mut self, text: &str) -> std::io::Result<()> {
        self.said += 1;
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"----------\n")?;
        self.out.flush()
    }

    fn tell(&mut self, search: Statistics, objective: Option<i64>, init: Duration, solve: Duration) -> std::io::Result<()> {
        let images = &self.lowered.images;
        let is_own = |x: &crate::instance::Variable<'_>| {
            matches!(images.of(x.id()), Image::View { negated: false, offset: 0, .. })
        };
        let kept = self.lowered.model.variables();
        let bools = self.instance.variables().filter(|x| x.ty() == Type::Bool && is_own(x)).count().min(kept);
        let told = Told {
            search,
            int_variables: kept - bools,
            bool_variables: bools,
            constraints: self.lowered.model.constraints(),
            views: self.instance.variables().len() - kept,
            init,
            solve,
            objective,
            solutions: self.said,
        };
        self.out.write_all(told.lines().as_bytes())
    }
}

/// A search that goes its own way: by failures, with restarts, near the best solution so far.
fn free<'m>(search: Search<'m>, plan: &Plan) -> Search<'m> {
    let phases = plan.phases.iter().cloned().map(|phase: Phase| phase.order(VarOrder::DomWdeg));
    search
        .seq(phases)
        .after_failure(AfterFailure::LastConflict(1))
        .restarts(Restarts::Luby { unit: 100 })
        .saving()
        .distinct()
}
