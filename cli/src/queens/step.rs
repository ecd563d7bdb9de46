//! `--step`: solutions one by one, on request.

use crate::exit::UNWRITABLE;
use crate::queens::args::Format;
use crate::queens::output::Report;
use crate::queens::pause::stopped;
use crate::queens::pause::{Answer, Pause, Waited, unreadable};
use crate::queens::request::Request;
use anyhow::Context;
use queens::{Listing, Notation};
use solver_core::prelude::*;
use std::io::{self, Write};
use std::time::Instant;

/// How somebody left the solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Left {
    /// Text was typed.
    Wished,
    /// The lines to step by are used up.
    OutOfInput,
    /// A limit or Ctrl-C came during the wait.
    Stopped(StopReason),
}

/// Waits after each solution, if that is asked for.
pub(crate) struct Steps<'a> {
    pause: Option<Pause>,
    request: &'a Request,
    cancel: CancelToken,
    started: Instant,
}

impl<'a> Steps<'a> {
    pub(crate) fn new(request: &'a Request, cancel: CancelToken, started: Instant) -> anyhow::Result<Steps<'a>> {
        let pause = if request.step { Some(Pause::new().context("cannot wait for input")?) } else { None };
        Ok(Steps { pause, request, cancel, started })
    }

    /// Waits for a line; tells how the solutions were left, if they were.
    pub(crate) fn wait<W: Write>(&self, report: &mut Report<'_, W>) -> anyhow::Result<Option<Left>> {
        let Some(pause) = &self.pause else { return Ok(None) };
        report.out.flush().context(UNWRITABLE)?;
        let stopped = || stopped(self.request.time_limit, &self.cancel, self.started);
        Ok(match pause.wait("Enter goes on, any text ends: ", stopped).map_err(unreadable)? {
            Waited::Answered(Answer::GoOn) => None,
            Waited::Answered(Answer::Text) => Some(Left::Wished),
            Waited::Answered(Answer::EndOfInput) => Some(Left::OutOfInput),
            Waited::Stopped(by) => Some(Left::Stopped(by)),
        })
    }
}

impl<W: Write> Report<'_, W> {
    /// Says that somebody has seen enough; a list is closed.
    pub(crate) fn leave(&mut self, left: Left, statistics: &Statistics) -> io::Result<()> {
        if let Some(list) = self.list.take() {
            return self.leave_list(list, left);
        }
        if self.request.format.drawing().is_some() {
            writeln!(self.out)?;
        }
        let how = if left == Left::Wished { "as you wished" } else { "with the input" };
        self.left(how, statistics)
    }

    /// The J program answers with the square of the last queen.
    fn leave_list(&mut self, list: Listing, left: Left) -> io::Result<()> {
        let last = list.last();
        self.out.write_all(list.end(false).as_bytes())?;
        if let (Left::Wished, Format::Listing(Notation::JBox), Some(queen)) = (left, self.request.format, last) {
            writeln!(self.out, "{} {}", queen.row, queen.column)?;
        }
        self.out.flush()
    }
}
