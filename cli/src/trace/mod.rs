//! `ferz queens N --trace KIND`: a search, watched at work.

mod inferences;
mod pause;
mod placements;

use crate::args::{Format, Queens};
use crate::exit::Ended;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use solver_core::{CancelToken, StopReason};
use std::time::Instant;

/// What is watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trace {
    /// Propagation and search: every decision, inference and dead end.
    Inferences,
    /// Generate and check: every queen that is placed.
    Placements,
}

impl Trace {
    pub(crate) const ALL: [Trace; 2] = [Trace::Inferences, Trace::Placements];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Trace::Inferences => "inferences",
            Trace::Placements => "placements",
        }
    }

    /// Whether an option, by clap's name, means something to this trace.
    fn knows(self, option: &str) -> bool {
        match self {
            Trace::Inferences => true,
            // There is no model, no propagation and one way to search.
            Trace::Placements => ["n", "trace", "step", "time_limit", "stats", "format"].contains(&option),
        }
    }

    /// Whether this trace can be written so.
    fn writes(self, format: Format) -> bool {
        match self {
            Trace::Inferences => true,
            Trace::Placements => format == Format::Json,
        }
    }

    /// Refuses options that mean nothing to this trace, as clap refuses conflicts.
    pub(crate) fn check(self, args: &Queens, given: &ArgMatches, command: &mut Command) -> Result<(), clap::Error> {
        let typed = |id: &str| given.value_source(id) == Some(ValueSource::CommandLine);
        let foreign = command.get_arguments().find(|option| {
            let id = option.get_id().as_str();
            typed(id) && !self.knows(id)
        });
        let complaint = match foreign {
            Some(option) => format!("'{option}'"),
            None if typed("format") && !self.writes(args.format) => {
                format!("'--format {}': leave it out, or type '--format json'", args.format.name())
            }
            None => return Ok(()),
        };
        let message = format!("the argument '--trace {}' cannot be used with {complaint}", self.name());
        Err(command.error(ErrorKind::ArgumentConflict, message))
    }
}

pub(crate) fn run(kind: Trace, args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    match kind {
        Trace::Inferences => inferences::run(args, started),
        Trace::Placements => placements::run(args, started),
    }
}

/// Who wants the search to stop while it waits.
fn stopped(args: &Queens, cancel: &CancelToken, started: Instant) -> Option<StopReason> {
    match args.time_limit {
        _ if cancel.is_cancelled() => Some(StopReason::Cancelled),
        Some(limit) if started.elapsed() >= limit => Some(StopReason::Time),
        _ => None,
    }
}
