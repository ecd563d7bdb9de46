//! `--trace`: every decision, every inference with its reason, every dead end.

use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::interrupt;
use crate::queens::args::{Format, Queens};
use crate::queens::changes;
use crate::queens::output::{Report, breach};
use crate::queens::pause::{Answer, Pause, Waited, unreadable};
use crate::queens::puzzle::board;
use crate::queens::request::Request;
use crate::queens::solve::{asked, puzzle, search};
use anyhow::Context;
use queens::{BoardWords, Changes, QueensModel};
use solver_core::StopReason;
use solver_core::engine::Engine;
use solver_core::observe::{Event, Observer};
use solver_core::prelude::*;
use std::cell::RefCell;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::ops::ControlFlow;
use std::time::Instant;
use study::{JsonLines, TextTrace};

pub(crate) fn run(args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    let cancel = interrupt::token()?;
    let request = Request::from(args);
    if !matches!(args.format, Format::Text(_) | Format::Json) {
        let format = args.format.name();
        return Err(
            BadInput(format!("--trace: boards stand between other lines: leave out '--format {format}'")).into()
        );
    }
    let puzzle = puzzle(args)?;
    let (queens, changes) = (puzzle.broken()?, puzzle.changes);
    let limits =
        Limits { solutions: request.wanted, ..args.limits.after(&Statistics::default(), cancel.clone(), started) };
    let search = search(args, &queens).limits(limits).explaining();
    let run = search.start().map_err(|e| BadInput(e.to_string()))?;
    let pause = if args.step { Some(Pause::new().context("cannot wait for input")?) } else { None };
    let out = RefCell::new(BufWriter::new(io::stdout().lock()));
    let traced = Traced { args, request: &request, started, queens: &queens, changes, out: Shared(&out), run };
    let stopped = || crate::queens::pause::stopped(args.limits.time_limit, &cancel, started);
    let wait = Wait { pause, stopped: &stopped, out: Shared(&out), left: None, error: None };
    if args.is_json() { traced.json(wait) } else { traced.text(wait) }
}

/// A search and where it is shown.
struct Traced<'a> {
    args: &'a Queens,
    request: &'a Request,
    started: Instant,
    queens: &'a QueensModel,
    changes: Changes,
    out: Shared<'a>,
    run: Run,
}

impl Traced<'_> {
    fn json(mut self, wait: Wait<'_>) -> anyhow::Result<Ended> {
        let mut shown = Shown { by: JsonLines::new(self.out), wait };
        let end = loop {
            match self.run.step_observed(u64::MAX, &mut shown) {
                Some(Step::Solution) => drop(board(&self.run, self.queens, &self.changes)?),
                Some(end) => break end,
                None => {}
            }
        };
        let Shown { by: mut lines, wait } = shown;
        let left = wait.left()?;
        let statistics = self.run.statistics();
        match (&left, end) {
            (Some(left), _) => lines.leave(left.to_string(), statistics).context(UNWRITABLE)?,
            // A limit came before the engine was built.
            (None, Step::Stopped(by)) if self.run.engine().is_none() => {
                lines.leave(by.to_string(), statistics).context(UNWRITABLE)?;
            }
            (None, _) => {}
        }
        lines.finish().context(UNWRITABLE)?;
        let stopped = match left {
            Some(Left::Stopped(_)) => true,
            Some(Left::Wished | Left::OutOfInput) => false,
            None => breach(self.request, end, &statistics).is_some(),
        };
        Ok(if stopped { Ended::Stopped } else { Ended::Complete })
    }

    fn text(mut self, wait: Wait<'_>) -> anyhow::Result<Ended> {
        let rules = changes::RulesSummary::new(&self.changes);
        let mut report =
            Report::new(self.out, self.request, asked(self.args, self.request), rules).of_orbits(self.queens);
        // A limit came before the engine was built: there are no names, and nothing to tell.
        let Some(symbols) = self.run.symbols().cloned() else {
            let end = self.run.step();
            return report.end(end, &self.run.statistics(), self.started.elapsed()).context(UNWRITABLE);
        };
        let words = BoardWords::new(self.queens, &symbols)?;
        let columns = self.queens.columns.iter().map(|&column| symbols.var(column)).collect::<Result<_, _>>()?;
        let mut shown = Shown { by: TextTrace::new(self.out, &words).showing(columns), wait };
        let end = loop {
            match self.run.step_observed(u64::MAX, &mut shown) {
                Some(Step::Solution) => {
                    let board = board(&self.run, self.queens, &self.changes)?;
                    report.solution(&board).context(UNWRITABLE)?;
                }
                Some(end) => break end,
                None => {}
            }
        };
        let Shown { by: told, wait } = shown;
        told.finish().context(UNWRITABLE)?;
        let statistics = self.run.statistics();
        let end = match wait.left()? {
            Some(left @ (Left::Wished | Left::OutOfInput)) => {
                let how = if left == Left::Wished { "as you wished" } else { "with the input" };
                report.left(how, &statistics).context(UNWRITABLE)?;
                return Ok(Ended::Complete);
            }
            Some(Left::Stopped(by)) => Step::Stopped(by),
            None => end,
        };
        report.end(end, &statistics, self.started.elapsed()).context(UNWRITABLE)
    }
}

/// Standard output for the trace and for the boards in between.
#[derive(Clone, Copy)]
struct Shared<'a>(&'a RefCell<BufWriter<StdoutLock<'static>>>);

impl Write for Shared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

/// Shows events, and waits where the search goes back.
struct Shown<'a, O> {
    by: O,
    wait: Wait<'a>,
}

impl<O: Observer> Observer for Shown<'_, O> {
    fn start(&mut self, symbols: Option<&solver_core::SymbolTable>, engine: &Engine) -> ControlFlow<()> {
        self.by.start(symbols, engine)
    }

    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        self.by.see(event, engine)?;
        match event {
            Event::Backtrack { .. } => self.wait.here(),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// How the user left the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// Text was typed.
    Wished,
    /// The lines to step by are used up.
    OutOfInput,
    /// A limit or Ctrl-C came during the wait.
    Stopped(StopReason),
}

impl std::fmt::Display for Left {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Left::Wished => f.write_str("text typed"),
            Left::OutOfInput => f.write_str("end of input"),
            Left::Stopped(by) => by.fmt(f),
        }
    }
}

/// `--step`: waits for a line.
struct Wait<'a> {
    pause: Option<Pause>,
    stopped: &'a dyn Fn() -> Option<StopReason>,
    out: Shared<'a>,
    left: Option<Left>,
    error: Option<anyhow::Error>,
}

impl Wait<'_> {
    fn here(&mut self) -> ControlFlow<()> {
        match self.line() {
            Ok(None) => return ControlFlow::Continue(()),
            Ok(left) => self.left = left,
            Err(error) => self.error = Some(error),
        }
        ControlFlow::Break(())
    }

    fn line(&mut self) -> anyhow::Result<Option<Left>> {
        let Some(pause) = &self.pause else { return Ok(None) };
        self.out.flush().context(UNWRITABLE)?;
        let prompt = "the search goes back; Enter goes on, any text ends: ";
        Ok(match pause.wait(prompt, self.stopped).map_err(unreadable)? {
            Waited::Answered(Answer::GoOn) => None,
            Waited::Answered(Answer::Text) => Some(Left::Wished),
            Waited::Answered(Answer::EndOfInput) => Some(Left::OutOfInput),
            Waited::Stopped(by) => Some(Left::Stopped(by)),
        })
    }

    /// How the search was left, if it was.
    fn left(self) -> anyhow::Result<Option<Left>> {
        self.error.map_or(Ok(self.left), Err)
    }
}
