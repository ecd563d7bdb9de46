//! A subject's search, recorded; or the recording in a file.

use super::subject::{RunArgs, Source, Subject};
use crate::exit::WRONG;
use crate::exit::{BadInput, complain};
use crate::input;
use crate::progress::Progress;
use anyhow::Context;
use solver_core::engine::Engine;
use solver_core::observe::{Event, Observer};
use solver_core::prelude::*;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::time::Instant;
use study::Check;
use study::recording::{Recorder, Recording};
use study::step::{Session, Trust};
use study::stronger::Stronger;

/// What a session goes through.
pub(super) struct Recorded {
    pub(super) title: String,
    recording: Recording,
    trust: Trust,
    /// The model, which can be asked what stronger levels find.
    model: Option<Model>,
}

/// Keeps events, and has every inference checked. Ends the search when no more can be kept.
struct Watch {
    recorder: Recorder,
    check: Check,
}

impl Observer for Watch {
    fn start(&mut self, symbols: Option<&solver_core::SymbolTable>, engine: &Engine) -> ControlFlow<()> {
        self.check.start(symbols, engine)?;
        self.recorder.start(symbols, engine)
    }

    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        self.check.see(event, engine)?;
        self.recorder.see(event, engine)?;
        if self.recorder.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Runs a search, and records it up to this many events. Each solution is shown to `found`.
pub(crate) fn record(run: &mut Run, events: usize, mut found: impl FnMut(&Run)) -> anyhow::Result<Recording> {
    let mut watch = Watch { recorder: Recorder::new(events), check: Check::new() };
    let mut progress = Progress::new();
    loop {
        progress.look(run);
        match run.step_observed(progress.stride(), &mut watch) {
            Some(Step::Solution) => {
                run.recheck().context(WRONG)?;
                found(run);
            }
            Some(_) => break,
            None => {}
        }
    }
    progress.clear();
    watch.check.finish()?;
    let recording = watch.recorder.finish();
    if recording.left_out() > 0 {
        complain(&format!("only the first {events} events are kept (--events)"));
    }
    Ok(recording)
}

impl Recorded {
    pub(super) fn of(source: Source, args: &RunArgs, events: usize, started: Instant) -> anyhow::Result<Recorded> {
        match source {
            Source::Trace(path) => {
                let title = path.display().to_string();
                let file =
                    input::open(&path, u64::MAX).map_err(|error| BadInput(format!("cannot read {title}: {error}")))?;
                let recording = Recording::read(BufReader::new(file), events);
                let recording = recording.map_err(|error| BadInput(format!("{title}: {error}")))?;
                Ok(Recorded { title, recording, trust: Trust::Unchecked, model: None })
            }
            Source::Subject(subject) => {
                let mut run = subject.run(args, started)?;
                let recording = record(&mut run, events, |_| {})?;
                let Subject { title, model, .. } = *subject;
                Ok(Recorded { title, recording, trust: Trust::Checked, model: Some(model) })
            }
        }
    }

    /// A session at the start of it.
    pub(super) fn session(&self) -> Session<'_> {
        let session = Session::new(&self.recording, self.trust);
        match &self.model {
            Some(model) => session.with_levels(|| Stronger::new(model).ok()),
            None => session,
        }
    }
}
