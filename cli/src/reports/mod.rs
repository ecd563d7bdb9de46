//! `--report KIND`: facts about a search without running the solver.

mod candidates;
mod costs;
mod extensions;
mod levels;
mod spaces;

use crate::args::{Format, Queens};
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::interrupt;
use crate::trace::stopped;
use anyhow::Context;
use queens::{Givens, Notation, Square};
use serde::Serialize;
use solver_core::{CancelToken, StopReason};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::time::Instant;

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

/// Larger boards are not told of.
const LARGEST: u64 = 1_000;

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

    /// The option that it cannot do without, if that is missing.
    pub(crate) fn needs(self, args: &Queens) -> Option<&'static str> {
        (self == Reported::Safe && args.changed.given.is_none())
            .then_some("'--given <SQUARES>'; the last of them is looked at")
    }
}

/// A question that is being answered.
struct ReportContext<'a> {
    args: &'a Queens,
    n: u32,
    cancel: CancelToken,
    started: Instant,
    out: BufWriter<StdoutLock<'static>>,
}

pub(crate) fn run(kind: Reported, args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    let cancel = interrupt::token()?;
    let n = size(args.n).map_err(BadInput)?;
    let mut asked = ReportContext { args, n, cancel, started, out: BufWriter::new(io::stdout().lock()) };
    let ended = match kind {
        Reported::Levels => levels::tell(&mut asked)?,
        Reported::Costs => costs::tell(&mut asked)?,
        Reported::Spaces => spaces::tell(&mut asked)?,
        Reported::Cells => candidates::cells(&mut asked)?,
        Reported::Candidates => candidates::tell(&mut asked)?,
        Reported::Extensions => extensions::tell(&mut asked)?,
        Reported::Safe => extensions::safe(&mut asked)?,
    };
    asked.out.flush().context(UNWRITABLE)?;
    Ok(ended)
}

fn size(n: u64) -> Result<u32, String> {
    match u32::try_from(n) {
        Ok(0) => Err("a board needs at least 1 column".to_owned()),
        Ok(size) if n <= LARGEST => Ok(size),
        _ => Err(format!("reports tell of boards up to {LARGEST}x{LARGEST}, not {n}x{n}")),
    }
}

impl ReportContext<'_> {
    /// Who wants it to stop.
    fn stopped(&self) -> Option<StopReason> {
        stopped(self.args, &self.cancel, self.started)
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.out.write_all(text.as_bytes()).context(UNWRITABLE)
    }

    fn json(&mut self, told: &impl Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string(told)? + "\n";
        self.write(&text)
    }

    /// The given queens, at peace, in the order of their columns.
    fn placed(&self) -> Result<Vec<Square>, BadInput> {
        let Some(text) = &self.args.changed.given else { return Ok(Vec::new()) };
        let givens = Givens::parse(self.n as usize, text);
        let mut squares = givens.map_err(|e| BadInput(format!("--given '{text}': {e}")))?.squares().to_vec();
        squares.sort();
        Ok(squares)
    }

    fn name(&self, square: Square) -> String {
        square.on(self.n as usize).to_string()
    }

    fn names(&self, squares: &[Square]) -> Vec<String> {
        squares.iter().map(|&square| self.name(square)).collect()
    }
}
