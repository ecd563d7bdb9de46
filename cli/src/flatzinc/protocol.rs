//! `fzn-ferz`: solves a file and prints the answer in MiniZinc's output format.

use super::input::Source;
use super::profiled::Profiled;
use crate::input::bound;
use crate::proof::Folder;
use crate::run::prelude::*;
use flatzinc::Instance;
use flatzinc::protocol::{Failure, Flags, Protocol, answer, certify, run_protocol, unread};
use solver_core::CancelToken;
use solver_core::proof::ProofError;
use std::io::{BufWriter, Write};
use std::path::Path;

const USAGE: &str = "usage: fzn-ferz [-a] [-i] [-n NUMBER] [-f] [-p THREADS] [-r SEED] [--learn WAY] [--linear WHERE] [--restart SEQUENCE] \
     [--restart-base FACTOR] [--restart-scale FAILURES] [-s] [-t MILLISECONDS] [-v] [--cp-profiler NUMBER,PORT] \
     [--step] [--proof-log DIR] [FILE]";

/// Runs the command. Neither a limit nor a model without a solution is an error.
pub(crate) fn run(arguments: impl Iterator<Item = String>, started: Instant) -> anyhow::Result<Ended> {
    let arguments: Vec<String> = arguments.collect();
    if arguments.iter().any(|argument| argument == "-h" || argument == "--help" || argument == "--version") {
        complain(&format!("fzn-ferz {}: solves FlatZinc for MiniZinc\n{USAGE}", env!("CARGO_PKG_VERSION")));
        return Ok(Ended::Complete);
    }
    let flags = Flags::read(arguments).map_err(|error| BadInput(format!("{error}\n{USAGE}")))?;
    if flags.step && flags.file.is_none() {
        reject!("--step reads commands from standard input, so the model must be a file\n{USAGE}");
    }
    let source = Source::read(flags.file.as_deref(), bound(None))?;
    let stop = Stop::within(None, None)?;
    // The limit is not checked while a small file is read, so it is checked here.
    let has_time = flags.time.is_none_or(|time| !time.is_zero());
    let read = if has_time { source.instance_within(flags.limit(started, &stop.token()))? } else { None };
    drop(source);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let Some(instance) = read else {
        unread(started, &mut Protocol::new(&mut out, &flags))?;
        return Ok(Ended::Complete);
    };
    if flags.step {
        return super::step::run(&instance, &flags, &stop.token(), &mut out);
    }
    if let Some(folder) = flags.proof.as_ref().filter(|folder| !folder.is_empty()) {
        return certified(&instance, &flags, Path::new(folder), started, &stop.token(), &mut out);
    }
    let mut warn = |warning: &flatzinc::plan::Warning| complain(&format!("warning: {warning}"));
    let result = match flags.profiler {
        None => run_protocol(&instance, &flags, started, &stop.token(), &mut out, &mut warn),
        Some((id, port)) => {
            let name = flags.file.as_deref().unwrap_or("standard input");
            let mut profiled = Profiled::new(Protocol::new(&mut out, &flags), name, id, port)?;
            let result = answer(&instance, &flags, None, started, &stop.token(), &mut profiled, &mut warn);
            profiled.finish();
            result
        }
    };
    // Dropping a large instance would take a long time, and the process is about to end.
    std::mem::forget(instance);
    match result {
        Ok(_) => Ok(Ended::Complete),
        Err(failure) => Err(failed(failure)),
    }
}

fn failed(failure: Failure) -> anyhow::Error {
    match failure {
        Failure::Output(error) => error.into(),
        Failure::Proof(error @ (ProofError::Write(_) | ProofError::NotDerived { .. })) => error.into(),
        other => bad(other).into(),
    }
}

/// Solves the instance, proves the answer, and prints comments that explain how to check the proof.
fn certified(
    instance: &Instance,
    flags: &Flags,
    folder: &Path,
    started: Instant,
    cancel: &CancelToken,
    mut out: &mut dyn Write,
) -> anyhow::Result<Ended> {
    let folder = Folder(folder);
    let mut warn = |warning: &flatzinc::plan::Warning| complain(&format!("warning: {warning}"));
    let mut sink = Protocol::new(&mut out, flags);
    let proved = certify(instance, flags, folder.create()?, started, cancel, &mut sink, &mut warn).map_err(failed)?;
    if proved.verdict.is_some() {
        let [check, says] = folder.conclude(&proved)?;
        writeln!(out, "% {check}\n% {says}")?;
    }
    out.flush()?;
    Ok(Ended::Complete)
}
