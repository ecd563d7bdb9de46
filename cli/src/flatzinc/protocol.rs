//! `fzn-ferz`: solves a file and prints in MiniZinc's output format.

use super::input::Source;
use super::profiled::Profiled;
use crate::exit::{BadInput, Ended, complain};
use crate::input::bound;
use crate::interrupt::Stop;
use flatzinc::protocol::{Failure, Flags, Protocol, answer, run_protocol, unread};
use std::io::BufWriter;
use std::time::Instant;

const USAGE: &str = "usage: fzn-ferz [-a] [-i] [-n NUMBER] [-f] [-p THREADS] [-r SEED] [--learn WAY] [--restart SEQUENCE] \
     [--restart-base FACTOR] [--restart-scale FAILURES] [-s] [-t MILLISECONDS] [-v] [--cp-profiler NUMBER,PORT] \
     [--step] [FILE]";

/// Runs the command. A limit is no error here, and neither is a model without a solution.
pub(crate) fn run(arguments: impl Iterator<Item = String>, started: Instant) -> anyhow::Result<Ended> {
    let arguments: Vec<String> = arguments.collect();
    if arguments.iter().any(|argument| argument == "-h" || argument == "--help" || argument == "--version") {
        complain(&format!("fzn-ferz {}: solves FlatZinc for MiniZinc\n{USAGE}", env!("CARGO_PKG_VERSION")));
        return Ok(Ended::Complete);
    }
    let flags = Flags::read(arguments).map_err(|error| BadInput(format!("{error}\n{USAGE}")))?;
    if flags.step && flags.file.is_none() {
        return Err(
            BadInput(format!("--step reads commands from standard input: the model must be a file\n{USAGE}")).into()
        );
    }
    let source = Source::read(flags.file.as_deref(), bound(None))?;
    let stop = Stop::within(None, None)?;
    let read = source.instance_within(flags.limit(started, &stop.token()))?;
    drop(source);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let Some(instance) = read else {
        unread(started, &mut Protocol::new(&mut out, &flags))?;
        return Ok(Ended::Complete);
    };
    if flags.step {
        return super::step::run(&instance, &flags, &stop.token(), &mut out);
    }
    let mut warn = |warning: &flatzinc::plan::Warning| complain(&format!("warning: {warning}"));
    let spoken = match flags.profiler {
        None => run_protocol(&instance, &flags, started, &stop.token(), &mut out, &mut warn),
        Some((id, port)) => {
            let name = flags.file.as_deref().unwrap_or("standard input");
            let mut profiled = Profiled::new(Protocol::new(&mut out, &flags), name, id, port)?;
            let spoken = answer(&instance, &flags, None, started, &stop.token(), &mut profiled, &mut warn);
            profiled.finish();
            spoken
        }
    };
    match spoken {
        Ok(_) => Ok(Ended::Complete),
        Err(Failure::Output(error)) => Err(error.into()),
        Err(Failure::Lower(error)) => Err(BadInput(error.to_string()).into()),
    }
}
