//! `--report KIND`: facts about a search without running the solver.

mod candidates;
mod costs;
mod extensions;
mod levels;
mod spaces;

use super::args::{Queens, Reported};
use super::pause::stopped;
use crate::envelope::{self, Answer};
use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::interrupt;
use anyhow::Context;
use queens::{Givens, Square};
use serde::Serialize;
use solver_core::{CancelToken, StopReason};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::time::Instant;

/// Larger boards are not told of.
const LARGEST: u64 = 1_000;

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
        stopped(self.args.time_limit, &self.cancel, self.started)
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.out.write_all(text.as_bytes()).context(UNWRITABLE)
    }

    fn json(&mut self, question: &impl Serialize, answer: &Answer<impl Serialize>) -> anyhow::Result<()> {
        envelope::write(&mut self.out, "queens", question, answer).context(UNWRITABLE)
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
