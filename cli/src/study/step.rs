//! `ferz study step`: steps through a recorded search.

use super::args::About;
use super::converse::{Commands, converse};
use super::recorded::{RecordArgs, Recorded};
use crate::exit::{Ended, UNWRITABLE};
use anyhow::Context;
use clap::Args as ClapArgs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

/// The arguments of the command.
#[derive(ClapArgs)]
pub(super) struct StepArgs {
    #[command(flatten)]
    pub(super) subject: About,

    /// Read commands from this file instead of standard input; `help` lists them
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,

    #[command(flatten)]
    kept: RecordArgs,
}

/// The help on subjects, traces and sessions.
pub(super) fn help() -> String {
    format!(
        "{}\n  TRACE.jsonl             a trace written by `ferz study trace`\n\nIn the session: n p prune fail solution up goto mark unmark marks where tree dom \
         grid why level if leave help q",
        crate::subject::SUBJECTS
    )
}

pub(super) fn run(args: &StepArgs, started: Instant) -> anyhow::Result<Ended> {
    let commands = args.script.as_deref().map(Commands::script).transpose()?;
    let source = args.subject.source()?;
    let recorded = Recorded::new(source, &args.subject.run, args.kept, started)?;
    let mut session = recorded.session();
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", session.greeting(&recorded.title)).context(UNWRITABLE)?;
    let commands = commands.map_or_else(Commands::input, Ok)?;
    let ended = converse(&mut session, commands, &mut out, |_| None, recorded.searched.as_ref())?;
    out.flush().context(UNWRITABLE)?;
    Ok(ended)
}
