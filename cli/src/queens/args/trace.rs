//! `--trace`: what of a search to show.

use super::Format;

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
