//! `ferz study trace`: the event stream of any subject as JSON Lines, written during the search.

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

/// What is traced, and where to.
#[derive(ClapArgs)]
pub(super) struct TraceArgs {
    #[command(flatten)]
    subject: About,

    /// Where to write (default: standard output)
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(asked: &TraceArgs, started: Instant) -> anyhow::Result<Ended> {
    let subject = asked.subject.subject()?;
    let mut run = subject.run(&asked.subject.run, started)?;
    let out: Box<dyn Write> = match &asked.output {
        Some(path) => Box::new(File::create(path).with_context(|| format!("cannot write {}", path.display()))?),
        None => Box::new(io::stdout().lock()),
    };
    let mut lines = JsonLines::new(BufWriter::new(out));
    // Progress would stand between the lines.
    let progress = asked.output.as_ref().map(|_| Progress::new());
    let end = observed(&mut run, &mut lines, progress, |_| {})?;
    // A limit came before the engine was built.
    if let (Step::Stopped(by), None) = (end, run.engine()) {
        lines.leave(by.to_string(), run.statistics()).context(UNWRITABLE)?;
    }
    lines.finish().context(UNWRITABLE)?;
    std::mem::forget(run);
    Ok(end.into())
}
