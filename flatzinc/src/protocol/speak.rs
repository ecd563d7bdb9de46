//! Solves an instance, and tells what is found to whom it concerns.

use super::flags::Flags;
use super::show::show;
use super::speaker::Speaker;
use super::statistics::Told;
use super::teller::{Ending, Teller};
use super::warnings::warnings;
use crate::instance::Instance;
use crate::lower::{LowerError, Options, lower, lower_within};
use crate::plan::{Warning, plan_within};
use solver_core::{CancelToken, ModelError};
use std::io::Write;
use std::time::Instant;

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

/// Tells in MiniZinc's protocol.
pub struct Protocol<'a> {
    out: &'a mut dyn Write,
    statistics: bool,
    /// What has no place in it goes into comments.
    is_verbose: bool,
}

impl<'a> Protocol<'a> {
    /// Will write to `out`, as the flags want it.
    pub fn new(out: &'a mut dyn Write, flags: &Flags) -> Protocol<'a> {
        Protocol { out, statistics: flags.statistics, is_verbose: flags.verbose }
    }
}

impl std::fmt::Debug for Protocol<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Protocol").finish_non_exhaustive()
    }
}

impl Teller for Protocol<'_> {
    fn solution(&mut self, instance: &Instance, values: &[i64], _: Option<i64>) -> std::io::Result<()> {
        self.out.write_all(show(instance, &|x| values[x.index()]).as_bytes())?;
        self.out.write_all(b"----------\n")?;
        self.out.flush()
    }

    fn core(&mut self, assumptions: &[String]) -> std::io::Result<()> {
        writeln!(self.out, "%%%mzn-core: [{}]", assumptions.join(", "))
    }

    fn remark(&mut self, remark: std::fmt::Arguments<'_>) -> std::io::Result<()> {
        if self.is_verbose {
            writeln!(self.out, "% {remark}")?;
            self.out.flush()?;
        }
        Ok(())
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
    let mut teller = Protocol::new(out, flags);
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
    let mut limit = flags.limit(started, cancel);
    let lowered = match lower_within(instance, Options::default(), &mut limit) {
        Err(LowerError::Stopped) => return Ok(unread(started, teller)?),
        other => other?,
    };
    let mut plan = match plan_within(instance, &lowered, &mut limit) {
        Err(LowerError::Stopped) => return Ok(unread(started, teller)?),
        other => other?,
    };
    if let Some(restarts) = flags.restarts() {
        plan.restarts = restarts;
    }
    if !flags.free {
        plan.warnings.iter().for_each(&mut *warn);
    }
    warnings(instance, &lowered, flags).for_each(|warning| warn(&warning));
    match Speaker::new(instance, flags, &lowered, teller, started, cancel).run(&plan) {
        Err(Failure::Lower(LowerError::Model(error))) => Err(Failure::Lower(by_name(instance, error))),
        other => other,
    }
}

/// Tells that nothing is known, because the limit came before there was a model.
///
/// # Errors
/// When it cannot be passed on.
pub fn unread(started: Instant, teller: &mut dyn Teller) -> std::io::Result<Ending> {
    teller.remark(format_args!("stopped before there was a model ({:.3} s)", started.elapsed().as_secs_f64()))?;
    teller.end(Ending::Unknown, &Told { init: started.elapsed(), ..Told::default() })?;
    Ok(Ending::Unknown)
}

/// An error that the model had, in words of the file: every constraint by its name.
fn by_name(instance: &Instance, error: ModelError) -> LowerError {
    let named = lower(instance, Options::faithful());
    match named.map(|lowered| lowered.model.search().node_limit(0).start().err()) {
        Ok(Some(error)) => LowerError::Model(error),
        Ok(None) => LowerError::Model(error),
        Err(error) => error,
    }
}
