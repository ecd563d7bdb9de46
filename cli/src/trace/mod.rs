//! `ferz queens N --trace KIND`: a search, watched at work.

mod pause;
mod placements;

use crate::args::{Format, Queens};
use crate::exit::Ended;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use std::time::Instant;

/// What is watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trace {
    /// Generate and check: every queen that is placed.
    Placements,
}

impl Trace {
    pub(crate) const ALL: [Trace; 1] = [Trace::Placements];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Trace::Placements => "placements",
        }
    }

    /// The options, by clap's names, that mean something to this trace.
    fn options(self) -> &'static [&'static str] {
        match self {
            // There is no model, no propagation and one way to search.
            Trace::Placements => &["n", "trace", "step", "time_limit", "stats", "format"],
        }
    }

    /// Whether this trace can be written so.
    fn writes(self, format: Format) -> bool {
        match self {
            Trace::Placements => format == Format::Json,
        }
    }

    /// Refuses options that mean nothing to this trace, as clap refuses conflicts.
    pub(crate) fn check(self, args: &Queens, given: &ArgMatches, command: &mut Command) -> Result<(), clap::Error> {
        let typed = |id: &str| given.value_source(id) == Some(ValueSource::CommandLine);
        let foreign = command.get_arguments().find(|option| {
            let id = option.get_id().as_str();
            typed(id) && !self.options().contains(&id)
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
        Trace::Placements => placements::run(args, started),
    }
}
