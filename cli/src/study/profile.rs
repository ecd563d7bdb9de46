//! `ferz study profile`: sends the search tree to CP-Profiler or saves it.

use super::args::About;
use super::observed::observed;
use crate::exit::{BadInput, Ended, UNWRITABLE, complain};
use crate::parse::whole_number;
use crate::progress::Progress;
use crate::run::output_file::OutputFile;
use anyhow::Context;
use clap::Args as ClapArgs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Instant;
use study::cp_profiler::{CpProfiler, DEFAULT_PORT, Execution, SearchLog};

/// The arguments of the command.
#[derive(ClapArgs)]
pub(super) struct ProfileArgs {
    #[command(flatten)]
    subject: About,

    /// The port on which CP-Profiler or MiniZinc IDE listens (default: 6565; with --log: not sent)
    #[arg(long, value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,

    /// The number that identifies the search to the listener
    #[arg(long, value_name = "NUMBER", value_parser = whole_number(0))]
    id: Option<u64>,

    /// Save the tree in CP-Profiler's format
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

pub(super) fn run(args: &ProfileArgs, started: Instant) -> anyhow::Result<Ended> {
    let about = &args.subject;
    let subject = about.subject()?;
    let has_restarts = subject.search(&about.run.search).has_restarts();
    let port = args.port.or_else(|| args.log.is_none().then_some(DEFAULT_PORT));
    // An unwritable file is reported before the search.
    let file = args.log.as_deref().map(OutputFile::open).transpose()?;
    let log = file.as_ref().map(|_| SearchLog::new());
    let profiler = match port {
        Some(port) => {
            let id = args.id.map(i32::try_from).transpose();
            let id = id.map_err(|_| BadInput(format!("--id: the largest number is {}", i32::MAX)))?;
            let execution = Execution { name: subject.title.clone(), id, has_restarts };
            Some(CpProfiler::connect(port, execution).map_err(|error| BadInput(error.to_string()))?)
        }
        None => None,
    };
    let mut both = (profiler, log);
    let mut run = subject.run(&about.run, started)?;
    let end = observed(&mut run, &mut both, Some(Progress::new()), |_| {})?;
    let (profiler, log) = both;
    let mut out = io::stdout().lock();
    if let (Some(profiler), Some(port)) = (profiler, port) {
        match profiler.finish() {
            Ok((_, nodes)) => {
                writeln!(out, "{nodes} nodes were sent to CP-Profiler on port {port}").context(UNWRITABLE)?
            }
            Err(error) => complain(&format!("warning: {error}")),
        }
    }
    if let (Some(log), Some(file)) = (log, file) {
        let (nodes, path) = (log.nodes(), file.path().display().to_string());
        file.write(|out| log.write(out))?;
        writeln!(out, "{nodes} nodes were written to {path}").context(UNWRITABLE)?;
    }
    std::mem::forget(run);
    Ok(end.into())
}
