//! A session of the stepper, which reads commands and returns lines.

use super::command::{self, HELP};
use super::marks::Marks;
use super::picture::Picture;
use super::suppose::Supposed;
use super::trust::Trust;
use super::{levels, place, suppose, text, why};
use crate::names;
use crate::recording::{Event, Recording, Replay};
use crate::stronger::Stronger;
use solver_core::Var;

/// The answer to a command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// The lines to print.
    pub lines: Vec<String>,
    /// The index of the solution that the command has reached, counted from 1.
    pub solution: Option<u64>,
    /// Whether the session has ended.
    pub is_over: bool,
    /// Whether the command failed; the lines give the reason.
    pub is_refused: bool,
    /// A supposition that the caller must run, because the session does not have the model. The caller records the
    /// search and [supposes](Session::suppose) it in a new session, whose lines replace those of this reply.
    pub supposed: Option<Supposed>,
    /// Whether the user leaves the supposed search.
    pub is_left: bool,
}

impl Reply {
    fn refused(why: String) -> Reply {
        Reply { lines: vec![why], is_refused: true, ..Reply::default() }
    }
}

/// Steps through a recording on command.
///
/// ```
/// use solver_core::prelude::*;
/// use study::recording::Recorder;
/// use study::step::{Session, Trust};
/// let mut m = Model::new();
/// let x = m.ints("x", 2, 0..=1)?;
/// m.all_different(&x).named("both");
/// let mut recorder = Recorder::new(1000);
/// m.search().observe(&mut recorder)?;
/// let recording = recorder.finish();
/// let mut session = Session::new(&recording, Trust::Unchecked);
/// session.answer("prune");
/// assert_eq!(session.answer("why x[1] != 0").lines[..2], [
///     "1. x[0] = 0 is assumed",
///     "2. x[0] = 0, and all of `both` must differ, so x[1] != 0 (from 1)",
/// ]);
/// assert!(session.answer("dom y").lines[0].starts_with("no variable is called `y`"));
/// # Ok::<(), ModelError>(())
/// ```
pub struct Session<'r> {
    replay: Replay<'r>,
    picture: Picture,
    trust: Trust,
    /// Creates the engines for queries about levels. It is called only at the first query, because this takes time.
    make_stronger: Option<Box<dyn FnOnce() -> Option<Stronger> + 'r>>,
    stronger: Option<Stronger>,
    marks: Marks,
    /// The supposition whose search was recorded, if any.
    supposed: Option<Supposed>,
}

/// The maximum number of events printed individually.
const EVENTS: u64 = 100;

/// The maximum number of domains listed.
const DOMAINS: usize = 100;

impl<'r> Session<'r> {
    /// Creates a session at the start of a recording.
    pub fn new(recording: &'r Recording, trust: Trust) -> Session<'r> {
        Session {
            replay: Replay::new(recording),
            picture: Picture::new(recording),
            trust,
            make_stronger: None,
            stronger: None,
            marks: Marks::default(),
            supposed: None,
        }
    }

    /// Also answers queries about stronger levels. `make` is called at the first query. Its result is ignored if the
    /// model's variables differ from the recording's.
    #[must_use]
    pub fn with_levels(self, make: impl FnOnce() -> Option<Stronger> + 'r) -> Session<'r> {
        Session { make_stronger: Some(Box::new(make)), ..self }
    }

    /// Describes the recorded search's action at the current position: its next decision or, if a different selection
    /// or level is supposed, the size of the subtree.
    pub fn itself(&self, supposed: &Supposed) -> String {
        suppose::itself(&self.replay, supposed)
    }

    /// In the recording of a supposition, moves to the fixpoint after the supposed decisions, and reports the
    /// consequences of the last one.
    pub fn suppose(&mut self, supposed: &Supposed) -> Vec<String> {
        self.supposed = Some(supposed.clone());
        suppose::follow(&mut self.replay, supposed)
    }

    /// Returns a greeting with the size of the search: `6 queens: 761 events; 79 nodes, 36 failures, 4 solutions`.
    pub fn greeting(&self, title: &str) -> String {
        let recording = self.replay.recording();
        let all = recording.end().filter(|_| recording.left_out() == 0);
        let all = all.map(|end| format!("; {}", text::counts(end))).unwrap_or_default();
        let stopped = recording.end().and_then(|end| end.stopped_by.as_deref());
        let stopped = stopped.map(|by| format!("; stopped by {by}")).unwrap_or_default();
        let events = text::counted(recording.events().len() as u64, "event");
        format!("{title}: {events}{all}{stopped}. `help` lists the commands.")
    }

    /// Returns the current state of the recording.
    pub fn replay(&self) -> &Replay<'r> {
        &self.replay
    }

    /// Returns the picture of the domains.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }

    /// Describes the current position on one line.
    pub fn place(&self) -> String {
        place::describe(&self.replay)
    }

    /// Describes the latest event on one line; returns `None` at the start.
    pub fn event(&self) -> Option<String> {
        text::event(&self.replay)
    }

    /// Executes the command on a line. An empty line moves to the next event; a line that begins with `#` is a comment.
    pub fn answer(&mut self, line: &str) -> Reply {
        let before = self.replay.at();
        let followed = match command::read(line) {
            Ok(Some((command, rest))) => self.follow(command, rest),
            Ok(None) => return Reply::default(),
            Err(refusal) => Err(refusal),
        };
        let solution = match self.replay.event() {
            Some(Event::Solution { number, .. }) if self.replay.at() != before => Some(*number),
            _ => None,
        };
        match followed {
            Ok(reply) => Reply { solution, ..reply },
            Err(refusal) => Reply::refused(refusal),
        }
    }

    /// Executes a command, given with its argument.
    fn follow(&mut self, command: &str, rest: &str) -> Result<Reply, String> {
        let argument = Some(rest).filter(|rest| !rest.is_empty());
        let lines = match command {
            "n" => self.forward(command::count(command, rest)?),
            "p" => self.back(command::count(command, rest)?)?,
            "prune" => self.advance("inference", |event| matches!(event, Event::Prune(_)))?,
            "fail" => self.advance("failure", |event| matches!(event, Event::Fail { .. }))?,
            "solution" => self.advance("solution", |event| matches!(event, Event::Solution { .. }))?,
            "up" => {
                let decision = self.replay.decisions().last();
                self.go_to(decision.ok_or("this is the root: there is nothing above it")?)
            }
            "goto" => self.go_to(self.target(rest)?),
            "mark" => {
                let (name, note) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                self.marks.put(command::mark(command, name)?, self.replay.at(), note.trim());
                self.marks.at(self.replay.at()).collect()
            }
            "unmark" => self.marks.remove(command::mark(command, rest)?).map(|()| Vec::new())?,
            "marks" => self.marks.commands(),
            "where" => vec![self.place()],
            "tree" => place::tree(&self.replay),
            "dom" => self.domains(argument)?,
            "grid" => self.grid()?,
            "why" => match argument {
                Some(what) => why::question(&self.replay, what, self.trust)?,
                None => why::event(&self.replay, self.trust)?,
            },
            "level" => self.level(argument)?,
            "if" => {
                let request = argument.ok_or_else(|| command::takes("if", "a fact, such as `q[3] = 5`", ""))?;
                let supposed = self.as_supposed().extended(&self.replay, request)?;
                let reply = Reply::refused(suppose::NEEDS_THE_MODEL.to_owned());
                return Ok(Reply { supposed: Some(supposed), ..reply });
            }
            "leave" if self.supposed.is_none() => {
                return Err("this is the search itself: nothing was supposed".to_owned());
            }
            "leave" => {
                let lines = self.marks.gone().into_iter().collect();
                return Ok(Reply { lines, is_left: true, ..Reply::default() });
            }
            "help" => HELP.lines().map(str::to_owned).collect(),
            _ => return Ok(Reply { is_over: true, ..Reply::default() }),
        };
        Ok(Reply { lines, ..Reply::default() })
    }

    fn forward(&mut self, count: u64) -> Vec<String> {
        let left = (self.replay.recording().events().len() - self.replay.at()) as u64;
        let count = count.min(left);
        let mut lines = Vec::new();
        if let Some(passed @ 1..) = count.checked_sub(EVENTS) {
            self.replay.go_to(self.replay.at() + passed as usize);
            lines.push(format!("… {passed} events"));
        }
        for _ in 0..count.min(EVENTS) {
            self.replay.step();
            lines.extend(text::event(&self.replay));
            lines.extend(self.marks.at(self.replay.at()));
        }
        if count == left {
            lines.push(text::end(&self.replay));
        }
        lines
    }

    fn back(&mut self, count: u64) -> Result<Vec<String>, String> {
        let at = self.replay.at();
        if at == 0 {
            return Err("this is the start: nothing has happened yet".to_owned());
        }
        self.replay.go_to(at.saturating_sub(usize::try_from(count).unwrap_or(usize::MAX)));
        Ok(self.arrived())
    }

    /// Returns the lines to print after a jump.
    fn arrived(&self) -> Vec<String> {
        let here = text::event(&self.replay).into_iter().chain([self.place()]);
        here.chain(self.marks.at(self.replay.at())).collect()
    }

    fn advance(&mut self, what: &str, is_it: fn(&Event) -> bool) -> Result<Vec<String>, String> {
        let before = self.replay.node();
        self.replay.go_to(place::next(&self.replay, what, is_it)?);
        if self.replay.node() != before {
            return Ok(self.arrived());
        }
        Ok(text::event(&self.replay).into_iter().chain(self.marks.at(self.replay.at())).collect())
    }

    fn go_to(&mut self, at: usize) -> Vec<String> {
        self.replay.go_to(at);
        self.arrived()
    }

    /// Returns the number of events before a target: a node, an event, the start, the last solution (the best one if
    /// there is an objective), the end, or a bookmark.
    fn target(&self, text: &str) -> Result<usize, String> {
        let events = self.replay.recording().events();
        let words: Vec<&str> = text.split_whitespace().collect();
        let (kind, name) = match words[..] {
            [kind, name] => (kind, name),
            [name] => ("", name),
            _ => ("", ""),
        };
        match (kind, name, name.parse::<u64>()) {
            ("", "start", _) => Ok(0),
            ("", "last", _) => {
                let last = events.iter().rposition(|event| matches!(event, Event::Solution { .. }));
                Ok(last.ok_or("there is no solution")? + 1)
            }
            ("", "end", _) => Ok(events.len()),
            ("event", _, Ok(event)) => match usize::try_from(event) {
                Ok(event) if event <= events.len() => Ok(event),
                _ => Err(format!("there is no event {event}: there are {}", events.len())),
            },
            ("" | "node", _, Ok(node)) => place::of_node(&self.replay, node),
            ("", name, _) if command::is_mark(name) => self.marks.place(name),
            _ => {
                let wanted = "the number of a node, `event` and a number, `start`, `last`, `end` or a bookmark";
                Err(command::takes("goto", wanted, text))
            }
        }
    }

    fn domains(&self, name: Option<&str>) -> Result<Vec<String>, String> {
        let symbols = self.replay.recording().symbols();
        let vars: Vec<Var> = match name {
            Some(name) => names::variables(symbols, name)?,
            None => symbols.vars().filter(|&var| self.is_open(var)).collect(),
        };
        if vars.is_empty() {
            let why = match self.replay.event() {
                Some(Event::Fail { .. }) => "this is a dead end, and no variable is open: `why` explains it",
                _ => "all variables are fixed: `dom X` prints the value of X",
            };
            return Ok(vec![why.to_owned()]);
        }
        let mut lines: Vec<String> = vars.iter().take(DOMAINS).map(|&var| text::domain(&self.replay, var)).collect();
        if vars.len() > DOMAINS {
            lines.push(format!("… and {} more", vars.len() - DOMAINS));
        }
        Ok(lines)
    }

    /// Returns this search as a supposition that knows the current incumbent.
    fn as_supposed(&self) -> Supposed {
        let mut supposed = self.supposed.clone().unwrap_or_default();
        supposed.known = self.picture.incumbent(&self.replay).or(supposed.known);
        supposed
    }

    fn grid(&self) -> Result<Vec<String>, String> {
        let drawn = self.picture.drawn(&self.replay);
        if drawn.lines.is_empty() {
            return Err("all variables have too many values for a picture: `dom` lists them".to_owned());
        }
        Ok(drawn.text())
    }

    fn is_open(&self, var: Var) -> bool {
        self.replay.domain(var).len() != 1 && self.replay.recording().symbols().is_of_problem(var)
    }

    fn level(&mut self, name: Option<&str>) -> Result<Vec<String>, String> {
        if let Some(make) = self.make_stronger.take() {
            let names = || self.replay.recording().symbols().variables().map(|(name, _)| name);
            self.stronger = make().filter(|stronger| stronger.knows(names()));
        }
        let Some(stronger) = &mut self.stronger else {
            return Err("levels need the model, but this is a trace: step through the model itself".to_owned());
        };
        match name {
            Some(name) => levels::one(&self.replay, stronger, name),
            None => Ok(levels::all(&self.replay, stronger)),
        }
    }
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("place", &self.place()).finish_non_exhaustive()
    }
}
