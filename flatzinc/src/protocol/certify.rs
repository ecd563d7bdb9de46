//! `--proof-log`: solves an instance in MiniZinc's protocol and writes a proof.

use super::driver::Driver;
use super::failure::Failure;
use super::flags::Flags;
use super::sink::{Ending, OutputSink};
use crate::instance::Instance;
use crate::plan::{Plan, Warning, plan_within};
use crate::translate::{ON_RESTART, Options, Translated, translate_within};
use solver_core::proof::{Claim, ProofFiles};
use solver_core::{CancelToken, Proved};
use std::ops::ControlFlow;
use std::time::Instant;

/// Solves `instance` as [`answer`](super::answer) does, but with one search that follows the annotations, and writes a
/// proof.
///
/// # Errors
/// [`Failure`]; [`Failure::Unproved`] names the flag or the part of the model that cannot be proved.
pub fn certify(
    instance: &Instance,
    flags: &Flags,
    files: ProofFiles,
    started: Instant,
    cancel: &CancelToken,
    sink: &mut dyn OutputSink,
    warn: &mut dyn FnMut(&Warning),
) -> Result<Proved, Failure> {
    refuse(flags)?;
    let mut limit = flags.limit(started, cancel);
    let translated = translate_within(instance, Options::default(), &mut limit)?;
    refuse_values(instance, &translated)?;
    let mut plan = plan_within(instance, &translated, &[], &mut limit)?;
    if let Some(restarts) = flags.restart {
        plan.restarts = restarts;
    }
    plan.warnings.iter().for_each(&mut *warn);
    Driver::new(instance, flags, &translated, sink, started, cancel).certified(&plan, files)
}

fn refuse(flags: &Flags) -> Result<(), Failure> {
    let refused = [
        (flags.profiler.is_some(), "--cp-profiler"),
        (flags.wanted() != 1 && flags.wanted() != u64::MAX, "-n above 1: only one solution or all can be proved"),
    ];
    match refused.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, what)) => Err(Failure::Unproved(what.to_owned())),
        None => Ok(()),
    }
}

/// Refuses an instance with values that the engine does not represent exactly.
pub fn refuse_values(instance: &Instance, translated: &Translated) -> Result<(), Failure> {
    let what = if instance.constraints().any(|constraint| constraint.name().starts_with(ON_RESTART)) {
        "restarts that the model controls (on_restart)"
    } else if !translated.clamped.is_empty() {
        "a model with values beyond the engine's limits"
    } else if translated.digits(instance) > 1 {
        "an objective beyond the engine's limits"
    } else {
        return Ok(());
    };
    Err(Failure::Unproved(what.to_owned()))
}

impl Driver<'_> {
    fn certified(mut self, plan: &Plan, files: ProofFiles) -> Result<Proved, Failure> {
        let (flags, translated) = (self.flags, self.translated);
        let goal = translated.objective(self.instance);
        let optimises = goal.is_some();
        let search = self.search(plan, &translated.model).cancel(self.cancel).threads(flags.searches());
        let search = self.left().into_iter().fold(search, |search, time| search.time_limit(time));
        let (init, begun) = (self.started.elapsed(), Instant::now());
        let (mut failed, mut best) = (None, None);
        let proved = search.prove_each(goal, files, |solution| {
            let printed = match optimises {
                true => self.better(solution, flags.each_better()).map(|value| best = value),
                false => self.found(solution),
            };
            match printed {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        self.print_kept()?;
        let ending = match proved.claim {
            Claim::Solutions(0) | Claim::NoOptimum => Ending::Unsatisfiable,
            Claim::Solutions(_) | Claim::Optimum(_) => Ending::Complete,
            Claim::Satisfiable => Ending::Enough,
            Claim::Nothing(_) if proved.last.is_some() => Ending::Some,
            Claim::Nothing(_) => Ending::Unknown,
        };
        let statistics = self.run_statistics(proved.statistics, best, init, begun.elapsed());
        self.end(ending, &statistics)?;
        Ok(proved)
    }
}
