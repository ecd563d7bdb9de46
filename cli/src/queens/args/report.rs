//! `--report`: what to tell without a search.

use super::Format;
use queens::Notation;

/// What is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reported {
    /// How many partial boards have one queen, two, and so on.
    Levels,
    /// What three recursive programs cost.
    Costs,
    /// How many placements there are before any rule.
    Spaces,
    /// The squares of the board.
    Cells,
    /// What is to be tried next, before any rule.
    Candidates,
    /// What is left of it.
    Extensions,
    /// Whether the last given queen is safe from the others.
    Safe,
}

impl Reported {
    pub(crate) const ALL: [Reported; 7] = [
        Reported::Levels,
        Reported::Costs,
        Reported::Spaces,
        Reported::Cells,
        Reported::Candidates,
        Reported::Extensions,
        Reported::Safe,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Reported::Levels => "levels",
            Reported::Costs => "costs",
            Reported::Spaces => "spaces",
            Reported::Cells => "cells",
            Reported::Candidates => "candidates",
            Reported::Extensions => "extensions",
            Reported::Safe => "safe",
        }
    }

    /// Whether an option, by clap's name, means something to this report.
    pub(crate) fn knows(self, option: &str) -> bool {
        let own: &[&str] = match self {
            Reported::Levels => &["time_limit"],
            Reported::Costs => &["time_limit", "node_limit"],
            Reported::Spaces => &["pieces"],
            Reported::Cells => &[],
            Reported::Candidates => &["given", "pieces", "limit", "time_limit"],
            Reported::Extensions | Reported::Safe => &["given"],
        };
        ["n", "report", "format"].contains(&option) || own.contains(&option)
    }

    /// Whether it can be written so, when that is asked for.
    pub(crate) fn writes(self, format: Format) -> bool {
        match self {
            Reported::Levels | Reported::Costs | Reported::Spaces => format == Format::Json,
            Reported::Cells => match format {
                Format::Text(format) => format == queens::Format::Squares,
                Format::Listing(notation) => matches!(notation, Notation::Python | Notation::Ruby),
                Format::Page(_) => false,
                Format::Json => true,
            },
            Reported::Candidates | Reported::Extensions => match format {
                Format::Text(format) => !matches!(format, queens::Format::Unicode | queens::Format::Boxed),
                Format::Listing(_) | Format::Json => true,
                Format::Page(_) => false,
            },
            Reported::Safe => match format {
                Format::Listing(notation) => match notation {
                    Notation::SchemePairs | Notation::Scheme | Notation::Python | Notation::Ruby | Notation::JBox => {
                        true
                    }
                    Notation::Ox | Notation::Fen | Notation::LeetCode | Notation::Oeis => false,
                },
                Format::Text(_) | Format::Page(_) => false,
                Format::Json => true,
            },
        }
    }
}
