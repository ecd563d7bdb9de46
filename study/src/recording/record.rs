//! Records the events of a search while it runs.

use super::{End, Event, Recording};
use solver_core::SymbolTable;
use solver_core::engine::Engine;
use solver_core::observe::{self, Observer};
use solver_core::search::{Statistics, Step};
use std::ops::ControlFlow;

/// Records the first events of a search, up to a limit, and counts the others.
///
/// The search must record reasons, as it does with [`Search::observe`](solver_core::Search::observe); otherwise nothing
/// is recorded.
#[derive(Debug)]
pub struct Recorder {
    limit: usize,
    recording: Recording,
}

impl Recorder {
    /// Creates a recorder with a limit on the number of events.
    pub fn new(limit: usize) -> Recorder {
        let symbols = SymbolTable::of_names([], [], []).expect("nothing refers to anything");
        Recorder { limit, recording: Recording::new(symbols, Vec::new()) }
    }

    /// Checks whether events have been omitted.
    pub fn is_full(&self) -> bool {
        self.recording.left_out > 0
    }

    /// Returns the recording.
    pub fn finish(self) -> Recording {
        self.recording
    }
}

impl Observer for Recorder {
    fn start(&mut self, symbols: Option<&SymbolTable>, engine: &Engine) -> ControlFlow<()> {
        if let Some(symbols) = symbols {
            let roots = match engine.roots() {
                Some(roots) => roots.to_vec(),
                None => symbols.vars().map(|var| symbols.root(var)).collect(),
            };
            self.recording = Recording::new(symbols.clone(), roots);
        }
        ControlFlow::Continue(())
    }

    fn see(&mut self, event: &observe::Event, engine: &Engine) -> ControlFlow<()> {
        match *event {
            observe::Event::Done { end, statistics } => self.recording.end = Some(ended(end, statistics)),
            _ if self.recording.roots.len() < engine.variables() => {}
            _ if self.recording.events.len() >= self.limit => self.recording.left_out += 1,
            _ => self.recording.events.extend(kept(event, engine)),
        }
        ControlFlow::Continue(())
    }
}

/// Converts an event and adds facts from the engine. The start and the end of a search are stored separately; unknown
/// kinds of events, which may be added later, are ignored.
pub(super) fn kept(event: &observe::Event, engine: &Engine) -> Option<Event> {
    Some(match *event {
        observe::Event::Decide { node, depth, atom, branch } => {
            Event::Decide { node, depth: depth as u32, fact: atom, branch }
        }
        observe::Event::Propagate { propagator } => Event::Propagate { propagator: propagator as u32 },
        observe::Event::Prune { position, .. } => Event::Prune(engine.inference(position)?.into()),
        observe::Event::Fail { node, depth } => {
            Event::Fail { node, depth: depth as u32, conflict: engine.conflict().map(Into::into) }
        }
        observe::Event::Solution { node, depth, number } => Event::Solution { node, depth: depth as u32, number },
        observe::Event::Backtrack { depth } => Event::Backtrack { depth: depth as u32 },
        observe::Event::Learn { nogood, lbd } => Event::Learn { clause: engine.nogood(nogood).into(), lbd },
        observe::Event::Restart { node, restart } => Event::Restart { node, restart },
        _ => return None,
    })
}

pub(super) fn ended(end: Step, statistics: Statistics) -> End {
    let stopped_by = if let Step::Stopped(by) = end { Some(by.to_string()) } else { None };
    End::new(stopped_by, statistics)
}
