//! `ferz queens N --trace KIND`: traces of a search.

mod inferences;
pub(crate) mod pause;
mod placements;

use crate::args::{Format, Queens};
use crate::exit::Ended;
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
    pub(crate) fn knows(self, option: &str) -> bool {
        match self {
            Trace::Inferences => true,
            // There is no model, no propagation and one way to search.
            Trace::Placements => ["n", "trace", "step", "time_limit", "stats", "format"].contains(&option),
        }
    }

    /// Whether this trace can be written so.
    pub(crate) fn writes(self, format: Format) -> bool {
        match self {
            // Its boards stand between other lines.
            Trace::Inferences => matches!(format, Format::Text(_) | Format::Json),
            Trace::Placements => format == Format::Json,
        }
    }
}

pub(crate) fn run(kind: Trace, args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    match kind {
        Trace::Inferences => inferences::run(args, started),
        Trace::Placements => placements::run(args, started),
    }
}

/// Who wants the search to stop while it waits.
pub(crate) fn stopped(args: &Queens, cancel: &CancelToken, started: Instant) -> Option<StopReason> {
    match args.time_limit {
        _ if cancel.is_cancelled() => Some(StopReason::Cancelled),
        Some(limit) if started.elapsed() >= limit => Some(StopReason::Time),
        _ => None,
    }
}
