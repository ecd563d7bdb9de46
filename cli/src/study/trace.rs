//! `ferz study trace`: writes the event stream of a subject as JSON Lines during the search.

use super::args::About;
use super::observed::observed;
use crate::exit::{Ended, UNWRITABLE};
use crate::progress::Progress;
use anyhow::Context;
use clap::Args as ClapArgs;
use solver_core::prelude::*;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;
use study::JsonLines;

/// The arguments of the command.
#[derive(ClapArgs)]
pub(super) struct TraceArgs {
    #[command(flatten)]
    subject: About,

    /// Output file (default: standard output)
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &TraceArgs, started: Instant) -> anyhow::Result<Ended> {
    let subject = args.subject.subject()?;
    let mut run = subject.run(&args.subject.run, started)?;
    let out: Box<dyn Write> = match &args.output {
        Some(path) => Box::new(File::create(path).with_context(|| format!("cannot write {}", path.display()))?),
        None => Box::new(io::stdout().lock()),
    };
    let mut lines = JsonLines::new(BufWriter::new(out));
    // Without an output file, there is no progress display, because its lines would mix with the events.
    let progress = args.output.as_ref().map(|_| Progress::new());
    let end = observed(&mut run, &mut lines, progress, |_| {})?;
    // If there is no engine, a limit was reached before it was built.
    if let (Step::Stopped(by), None) = (end, run.engine()) {
        lines.leave(by.to_string(), run.statistics()).context(UNWRITABLE)?;
    }
    lines.finish().context(UNWRITABLE)?;
    std::mem::forget(run);
    Ok(end.into())
}
