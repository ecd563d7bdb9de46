//! Solves an instance and sends the results to an output sink.

use super::driver::{Driver, Refine, drop_aside};
use super::failure::Failure;
use super::flags::Flags;
use super::show::show;
use super::sink::{Ending, OutputSink};
use super::statistics::RunStatistics;
use super::warnings::warnings;
use crate::Quantity;
use crate::instance::Instance;
use crate::plan::{Warning, better_large, plan_within};
use crate::translate::{Options, TranslateError, translate, translate_within};
use solver_core::{CancelToken, ModelError};
use std::io::Write;
use std::time::Instant;

/// An output sink that writes results in MiniZinc's protocol.
pub struct Protocol<'a> {
    out: &'a mut dyn Write,
    statistics: bool,
    /// Whether to print information for which the protocol has no lines, as comments.
    is_verbose: bool,
}

impl<'a> Protocol<'a> {
    /// Creates an output sink that writes to `out` as the flags request.
    pub fn new(out: &'a mut dyn Write, flags: &Flags) -> Protocol<'a> {
        Protocol { out, statistics: flags.statistics, is_verbose: flags.verbose }
    }
}

impl std::fmt::Debug for Protocol<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Protocol").finish_non_exhaustive()
    }
}

impl OutputSink for Protocol<'_> {
    fn solution(&mut self, instance: &Instance, values: &[Quantity], _: Option<Quantity>) -> std::io::Result<()> {
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

    fn end(&mut self, ending: Ending, statistics: &RunStatistics) -> std::io::Result<()> {
        self.out.write_all(ending.line().as_bytes())?;
        if self.statistics {
            self.out.write_all(statistics.lines().as_bytes())?;
        }
        self.out.flush()
    }
}

/// Solves `instance`. Writes solutions and the final status to `out` as soon as they are known, and warnings to `warn`.
///
/// # Errors
/// [`Failure`]. All solutions written before the failure are complete.
pub fn run_protocol(
    instance: &Instance,
    flags: &Flags,
    started: Instant,
    cancel: &CancelToken,
    out: &mut dyn Write,
    warn: &mut dyn FnMut(&Warning),
) -> Result<Ending, Failure> {
    let mut sink = Protocol::new(out, flags);
    answer(instance, flags, None, started, cancel, &mut sink, warn)
}

/// Solves `instance`, and prints each solution as soon as it is found. With an objective, prints only the best solution
/// unless the flags request all. `refine` changes the search.
///
/// # Errors
/// [`Failure`].
pub fn answer(
    instance: &Instance,
    flags: &Flags,
    refine: Option<&dyn Refine>,
    started: Instant,
    cancel: &CancelToken,
    sink: &mut dyn OutputSink,
    warn: &mut dyn FnMut(&Warning),
) -> Result<Ending, Failure> {
    let mut limit = flags.limit(started, cancel);
    let options = Options { free: flags.free || flags.learning.is_some(), ..Options::default() };
    let translated = match translate_within(instance, options, &mut limit) {
        Err(TranslateError::Stopped) => return Ok(unread(started, sink)?),
        other => other?,
    };
    // If the caller chooses the search strategy, values are selected as declared, without a preference for large ones.
    let large = if refine.is_some_and(Refine::is_chosen) { Vec::new() } else { better_large(instance) };
    let mut plan = match plan_within(instance, &translated, &large, &mut limit) {
        Err(TranslateError::Stopped) => {
            drop_aside(translated);
            return Ok(unread(started, sink)?);
        }
        other => other?,
    };
    if let Some(restarts) = flags.restart {
        plan.restarts = restarts;
    }
    if !flags.free {
        plan.warnings.iter().for_each(&mut *warn);
    }
    warnings(instance, &translated, flags).for_each(|warning| warn(&warning));
    let ended = Driver::new(instance, flags, &translated, sink, started, cancel).refined(refine).run(&plan);
    drop_aside((translated, plan));
    match ended {
        Err(Failure::Translate(TranslateError::Model(error))) => Err(Failure::Translate(by_name(instance, error))),
        other => other,
    }
}

/// Reports the status UNKNOWN because the limit was reached before the instance was translated.
///
/// # Errors
/// An error of the sink.
pub fn unread(started: Instant, sink: &mut dyn OutputSink) -> std::io::Result<Ending> {
    sink.remark(format_args!("stopped before the model was complete ({:.3} s)", started.elapsed().as_secs_f64()))?;
    sink.end(Ending::Unknown, &RunStatistics { init: started.elapsed(), ..RunStatistics::default() })?;
    Ok(Ending::Unknown)
}

/// The error that prevents the translation of an instance, if any.
pub fn refusal(instance: &Instance) -> Option<TranslateError> {
    match translate(instance, Options::default()) {
        Ok(translated) => {
            let error = translated.model.search().node_limit(0).start().err()?;
            Some(by_name(instance, error))
        }
        Err(error) => Some(error),
    }
}

/// Replaces a model error by one that uses the names in the file.
fn by_name(instance: &Instance, error: ModelError) -> TranslateError {
    let named = translate(instance, Options::no_presolve());
    match named.map(|translated| translated.model.search().node_limit(0).start().err()) {
        Ok(Some(error)) => TranslateError::Model(error),
        Ok(None) => TranslateError::Model(error),
        Err(error) => error,
    }
}
