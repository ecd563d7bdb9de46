//! `--trace`: prints every decision, every inference with its reason, and every failure.

use super::args::{Format, Queens};
use super::distinct::Orbits;
use super::drive::board;
use super::output::Report;
use super::question::Question;
use super::summary::Summary;
use crate::run::drive::Drive;
use crate::run::pause::Pause;
use crate::run::prelude::*;
use crate::run::progress::Progress;
use queens::BoardWords;
use solver_core::engine::Engine;
use solver_core::observe::{Event, Observer};
use solver_core::prelude::*;
use std::ops::ControlFlow;
use study::{JsonLines, TextTrace};

pub(crate) fn run(args: &Queens, started: Instant) -> anyhow::Result<Ended> {
    let stop = Stop::after(args.limits.time_limit, started)?;
    if !matches!(args.format, Format::Text(_) | Format::Json) {
        let format = args.format.name();
        reject!("--trace prints boards between other lines: leave out '--format {format}'");
    }
    let question = Question::from_args(args)?;
    let (queens, is_json) = (question.broken()?, args.format == Format::Json);
    let limits = Limits { solutions: question.wanted, ..args.limits.all(&stop) };
    let mut run = question.search(&queens).limits(limits).explaining().start().map_err(bad)?;
    let pause = args.step.then(|| Pause::new(&stop)).transpose()?;
    let out = Out::new();
    let mut report = Report::new(out.clone(), &question, question.fields());
    report.orbits = Orbits::new(&queens, &question.changes);
    let symbols = run.symbols().cloned();
    // If there are no symbols, a limit was reached before the engine was built, so there is nothing to trace.
    let end = match symbols.as_ref().filter(|_| !is_json) {
        Some(symbols) => {
            let words = BoardWords::new(&queens, symbols)?;
            let columns = queens.columns.iter().map(|&column| symbols.var(column)).collect::<Result<_, _>>()?;
            let mut shown = Shown::new(TextTrace::new(out.clone(), &words).showing(columns), pause, out);
            let end =
                shown.run(&mut run, question.wanted, |run| Ok(report.board(&board(&question, run, &queens)?)?))?;
            shown.by.finish()?;
            end
        }
        None if is_json => {
            let mut shown = Shown::new(JsonLines::new(out.clone()), pause, out);
            let end = shown.run(&mut run, question.wanted, |run| board(&question, run, &queens).map(drop))?;
            let is_untraced = end.stopped_by().is_some() && run.engine().is_none();
            let mut lines = shown.by;
            if shown.ended.is_some() || is_untraced {
                lines.leave(end.to_string(), run.statistics())?;
            }
            lines.finish()?;
            return Ok(end.into());
        }
        None => Drive { progress: Progress::silent(), ..Drive::to(question.wanted) }.run(&mut run, |_| Ok(None))?,
    };
    let closing = Summary::new(&report, end, run.statistics()).closing(started.elapsed(), None);
    match end.left() {
        // The sentence follows a trace line, not a board.
        Some(_) => {
            report.flush()?;
            print(format_args!("{}\n", closing.sentence))?;
        }
        None => report.end(closing)?,
    }
    Ok(end.into())
}

/// Prints events, and waits at each backtrack with `--step`.
struct Shown<'a, O> {
    by: O,
    pause: Option<Pause<'a>>,
    out: Out,
    /// How the user ended the search, or an error.
    ended: Option<anyhow::Result<End>>,
}

impl<'a, O: Observer> Shown<'a, O> {
    fn new(by: O, pause: Option<Pause<'a>>, out: Out) -> Shown<'a, O> {
        Shown { by, pause, out, ended: None }
    }

    /// Runs a search until it ends or the user ends it.
    fn run(
        &mut self,
        run: &mut Run,
        wanted: Option<u64>,
        mut solution: impl FnMut(&Run) -> anyhow::Result<()>,
    ) -> anyhow::Result<End> {
        let how = Drive { progress: Progress::silent(), observer: Some(self), ..Drive::to(wanted) };
        let end = how.run(run, |run| solution(run).map(|()| None))?;
        match self.ended.take() {
            Some(Err(error)) => Err(error),
            Some(Ok(left)) => {
                self.ended = Some(Ok(left));
                Ok(left)
            }
            None => Ok(end),
        }
    }
}

impl<O: Observer> Observer for Shown<'_, O> {
    fn start(&mut self, symbols: Option<&solver_core::SymbolTable>, engine: &Engine) -> ControlFlow<()> {
        self.by.start(symbols, engine)
    }

    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        self.by.see(event, engine)?;
        let (Event::Backtrack { .. }, Some(pause)) = (event, &self.pause) else { return ControlFlow::Continue(()) };
        let prompt = "the search backtracks; Enter continues, any other input ends: ";
        self.ended = pause.wait(prompt, &mut self.out).transpose();
        if self.ended.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
