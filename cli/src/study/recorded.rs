//! Records the search of a subject, or reads a recording from a file.

use super::args::{RunArgs, Source};
use super::observed::observed;
use crate::exit::{BadInput, complain};
use crate::parse::whole_number;
use crate::progress::Progress;
use crate::subject::Subject;
use clap::Args as ClapArgs;
use solver_core::SearchOrder;
use solver_core::engine::Engine;
use solver_core::observe::{Branch, Event, Observer};
use solver_core::prelude::*;
use solver_core::{Atom, Decision, Relation, SymbolTable};
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;
use study::Check;
use study::recording::{Recorder, Recording};
use study::step::{Session, Supposed, Trust};
use study::stronger::Stronger;

/// Options of a recording.
#[derive(ClapArgs, Clone, Copy)]
pub(super) struct RecordArgs {
    /// Keep this many events
    #[arg(long, value_name = "EVENTS", default_value_t = 200_000, value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(super) events: u64,

    /// Print facts as variables and values, `q[3] = 1`, not as squares, `d2`, and draw each variable as a row
    #[arg(long)]
    pub(super) variables: bool,
}

/// The recording that a session uses.
pub(super) struct Recorded {
    pub(super) title: String,
    pub(super) recording: Recording,
    /// The subject, if it can be searched again; `None` for a trace.
    pub(super) searched: Option<Searched>,
}

/// A subject with its model and options, which can be searched again after different decisions.
pub(crate) struct Searched {
    pub(super) subject: Box<Subject>,
    args: RunArgs,
    kept: RecordArgs,
}

/// Records events, checks every inference, and stops the search when the recording is full.
struct Watch {
    recorder: Recorder,
    check: Check,
    below: Option<Below>,
}

/// Stops the search when the subtree of a decision is complete.
struct Below {
    decision: Atom,
    /// The depth of the decision.
    depth: Option<u64>,
}

impl Below {
    fn is_left_by(&mut self, event: &Event) -> bool {
        match (*event, self.depth) {
            (Event::Decide { atom, depth, branch: Branch::Left, .. }, None) if atom == self.decision => {
                self.depth = Some(depth);
                false
            }
            (Event::Backtrack { depth }, Some(least)) => depth < least,
            (Event::Restart { .. }, Some(_)) => true,
            _ => false,
        }
    }
}

impl Watch {
    fn up_to(events: usize) -> Watch {
        Watch { recorder: Recorder::new(events), check: Check::new(), below: None }
    }
}

impl RecordArgs {
    pub(super) fn limit(self) -> usize {
        usize::try_from(self.events).unwrap_or(usize::MAX)
    }

    /// Applies the output options to a recording.
    fn applied(self, recording: Recording) -> Recording {
        if self.variables { recording.by_variables() } else { recording }
    }
}

impl Observer for Watch {
    fn start(&mut self, symbols: Option<&SymbolTable>, engine: &Engine) -> ControlFlow<()> {
        self.check.start(symbols, engine)?;
        self.recorder.start(symbols, engine)
    }

    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        if self.below.as_mut().is_some_and(|below| below.is_left_by(event)) {
            return ControlFlow::Break(());
        }
        self.check.see(event, engine)?;
        self.recorder.see(event, engine)?;
        if self.recorder.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Runs a search, records up to `events` events, and passes each solution to `found`.
pub(crate) fn record(run: &mut Run, events: usize, found: impl FnMut(&Run)) -> anyhow::Result<Recording> {
    watched(run, Watch::up_to(events), found)
}

fn watched(run: &mut Run, mut watch: Watch, found: impl FnMut(&Run)) -> anyhow::Result<Recording> {
    observed(run, &mut watch, Some(Progress::new()), found)?;
    watch.check.finish()?;
    let recording = watch.recorder.finish();
    if recording.left_out() > 0 {
        complain(&format!("kept only the first {} events (--events)", recording.events().len()));
    }
    Ok(recording)
}

/// Reads at most `limit` events of a trace, and passes each event to `each`.
pub(super) fn read(path: &Path, limit: usize, each: impl FnMut(&study::recording::Event)) -> anyhow::Result<Recording> {
    let title = path.display();
    let file = input::named(path, u64::MAX).map_err(|error| BadInput(format!("cannot read {title}: {error}")))?;
    let recording = Recording::read_each(BufReader::new(file), limit, each);
    Ok(recording.map_err(|error| BadInput(format!("{title}: {error}")))?)
}

impl Recorded {
    pub(super) fn new(source: Source, args: &RunArgs, kept: RecordArgs, started: Instant) -> anyhow::Result<Recorded> {
        match source {
            Source::Trace(path) => {
                let title = path.display().to_string();
                let recording = kept.applied(read(&path, kept.limit(), |_| {})?);
                Ok(Recorded { title, recording, searched: None })
            }
            Source::Subject(subject) => {
                let mut run = subject.run(args, started)?;
                let recording = kept.applied(subject.shown(record(&mut run, kept.limit(), |_| {})?));
                let title = subject.title.clone();
                let searched = Some(Searched { subject, args: args.clone(), kept });
                Ok(Recorded { title, recording, searched })
            }
        }
    }

    /// Starts a session.
    pub(super) fn session(&self) -> Session<'_> {
        match &self.searched {
            Some(searched) => searched.session(&self.recording),
            None => Session::new(&self.recording, Trust::Unchecked),
        }
    }
}

impl Searched {
    /// Searches under a supposition. `names` are the names of the supposed variables.
    pub(super) fn below(&self, supposed: &Supposed, names: &SymbolTable) -> anyhow::Result<Recording> {
        let Supposed { decisions, order, level, known, .. } = supposed;
        let decided = decisions.iter().map(|&atom| decision(&self.subject.model, atom, names));
        let Some(decided) = decided.collect::<Option<Vec<Decision>>>() else {
            return Err(BadInput("only the model's own variables can be decided on here".to_owned()).into());
        };
        let mut model = self.subject.model.clone();
        if let Some(level) = level.filter(|&level| !model.set_levels(level)) {
            return Err(
                BadInput(format!("no constraint has a choice of levels, so none can be set to `{level}`")).into()
            );
        }
        if let (Some(known), Some((goal, objective))) = (*known, &self.subject.objective) {
            let better = match goal {
                Goal::Minimize => objective.clone().less_than(known),
                Goal::Maximize => objective.clone().greater_than(known),
            };
            model.post(better).named("better than what is known");
        }
        let mut args = self.args.clone();
        args.search.order = order.map(SearchOrder::By).or(args.search.order);
        let mut run = self.subject.run_from(&model, &decided, &args, Instant::now())?;
        let below = decisions.last().map(|&decision| Below { decision, depth: None });
        let recording = watched(&mut run, Watch { below, ..Watch::up_to(self.kept.limit()) }, |_| {})?;
        Ok(self.kept.applied(self.subject.shown(recording)).part())
    }

    /// Starts a session on a recording of the model.
    pub(super) fn session<'r>(&'r self, recording: &'r Recording) -> Session<'r> {
        Session::new(recording, Trust::Checked).with_levels(|| Stronger::new(&self.subject.model).ok())
    }
}

/// Converts an atom to a decision on the model, if the model has the variable.
fn decision(model: &Model, atom: Atom, names: &SymbolTable) -> Option<Decision> {
    let x = model.variable_ids().find(|&x| names.var(x) == Ok(atom.var()))?;
    Some(match atom.relation() {
        Relation::Equal => Decision::equals(x, atom.value()),
        Relation::NotEqual => Decision::differs(x, atom.value()),
        Relation::AtLeast => Decision::at_least(x, atom.value()),
        Relation::Less => Decision::at_most(x, atom.value().saturating_sub(1)),
    })
}
