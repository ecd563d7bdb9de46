//! `--format json`: the one object that every command answers with, written as it becomes known.
//!
//! It has a question, solutions where some are listed, each in a line of its own, and an answer. `docs/json.md` describes it.

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};
use solver_core::StopReason;
use solver_core::search::{Statistics, Step};
use std::fmt::Display;
use std::io::{self, Write};

/// An object that is being written; what it is written to is handed in each time.
pub(crate) struct Envelope {
    json: CompactFormatter,
    /// Whether the list of solutions is open, and empty.
    list: Option<bool>,
}

impl Envelope {
    /// Begins with the question: what it is about, and the options that shape the answer.
    pub(crate) fn open(out: &mut impl Write, problem: &str, question: &impl Serialize) -> io::Result<Envelope> {
        let mut envelope = Envelope { json: CompactFormatter, list: None };
        envelope.json.begin_object(out)?;
        envelope.entry(out, true, "problem", &problem)?;
        envelope.entry(out, false, "question", question)?;
        Ok(envelope)
    }

    /// Opens the list of solutions, which may stay empty.
    pub(crate) fn list(mut self, out: &mut impl Write) -> io::Result<Envelope> {
        self.key(out, false, "solutions")?;
        self.json.begin_array(out)?;
        self.list = Some(true);
        Ok(self)
    }

    /// Whether no solution has been written.
    pub(crate) fn is_empty(&self) -> bool {
        self.list != Some(false)
    }

    /// One solution, in a line of its own.
    pub(crate) fn solution(&mut self, out: &mut impl Write, solution: &impl Serialize) -> io::Result<()> {
        let first = self.list.replace(false).unwrap_or(true);
        self.json.begin_array_value(out, first)?;
        writeln!(out)?;
        serde_json::to_writer(&mut *out, solution)?;
        self.json.end_array_value(out)
    }

    /// Ends with the answer.
    pub(crate) fn close<D: Serialize>(mut self, out: &mut impl Write, answer: &Answer<D>) -> io::Result<()> {
        if self.list.is_some() {
            self.json.end_array(out)?;
            self.json.end_object_value(out)?;
        }
        self.entry(out, false, "answer", answer)?;
        self.json.end_object(out)?;
        writeln!(out)
    }

    fn key(&mut self, out: &mut impl Write, first: bool, key: &str) -> io::Result<()> {
        self.json.begin_object_key(out, first)?;
        serde_json::to_writer(&mut *out, key)?;
        self.json.end_object_key(out)?;
        self.json.begin_object_value(out)
    }

    fn entry(&mut self, out: &mut impl Write, first: bool, key: &str, value: &impl Serialize) -> io::Result<()> {
        self.key(out, first, key)?;
        serde_json::to_writer(&mut *out, value)?;
        self.json.end_object_value(out)
    }
}

/// A question whose answer is no list of solutions.
pub(crate) fn write<D: Serialize>(
    out: &mut impl Write,
    problem: &str,
    question: &impl Serialize,
    answer: &Answer<D>,
) -> io::Result<()> {
    Envelope::open(out, problem, question)?.close(out, answer)
}

/// What is known at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// Everything that was asked about is known: all solutions, or whatever else was to be found out.
    Complete,
    /// It is proved that no solution is better than the last one.
    Optimal,
    /// It is proved that there is no solution.
    Unsatisfiable,
    /// The requested number of solutions was found; there may be more.
    Satisfied,
    /// A limit or an interrupt came first.
    Stopped,
}

/// What came out, with details that depend on the question.
#[derive(Serialize)]
pub(crate) struct Answer<D> {
    outcome: Outcome,
    stopped_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<i64>,
    #[serde(flatten)]
    pub(crate) details: D,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Costs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// What a search cost.
#[derive(Serialize)]
pub(crate) struct Costs {
    nodes: u64,
    failures: u64,
    solutions: u64,
    propagations: u64,
    restarts: u64,
    peak_depth: u64,
}

impl From<&Statistics> for Costs {
    fn from(statistics: &Statistics) -> Costs {
        let &Statistics { nodes, failures, solutions, propagations, restarts, peak_depth } = statistics;
        Costs { nodes, failures, solutions, propagations, restarts, peak_depth }
    }
}

/// No details.
#[derive(Serialize)]
pub(crate) struct Nothing {}

impl Answer<Nothing> {
    pub(crate) fn of(outcome: Outcome) -> Answer<Nothing> {
        Answer {
            outcome,
            stopped_by: None,
            count: None,
            objective: None,
            bound: None,
            details: Nothing {},
            statistics: None,
            seconds: None,
        }
    }

    /// A limit or an interrupt came first, if there is one; otherwise this.
    pub(crate) fn unless_stopped(stopped_by: Option<impl Display>, outcome: Outcome) -> Answer<Nothing> {
        match stopped_by {
            Some(by) => Answer { stopped_by: Some(by.to_string()), ..Answer::of(Outcome::Stopped) },
            None => Answer::of(outcome),
        }
    }

    /// A search for solutions that ended so.
    pub(crate) fn of_search(end: Step, statistics: &Statistics) -> Answer<Nothing> {
        let (outcome, by) = match end {
            Step::Exhausted if statistics.solutions == 0 => (Outcome::Unsatisfiable, None),
            Step::Exhausted => (Outcome::Complete, None),
            Step::Solution | Step::Stopped(StopReason::Solutions) => (Outcome::Satisfied, None),
            Step::Stopped(by) => (Outcome::Stopped, Some(by)),
        };
        Answer::unless_stopped(by, outcome).count(statistics.solutions).costs(statistics)
    }
}

impl<D> Answer<D> {
    /// The number of solutions.
    pub(crate) fn count(self, count: impl Into<u128>) -> Answer<D> {
        Answer { count: Some(count.into()), ..self }
    }

    /// The best value, and that which no solution exceeds, as far as they are known.
    pub(crate) fn objective(self, objective: Option<i64>, bound: Option<i64>) -> Answer<D> {
        Answer { objective, bound, ..self }
    }

    pub(crate) fn costs(self, statistics: &Statistics) -> Answer<D> {
        Answer { statistics: Some(statistics.into()), ..self }
    }

    pub(crate) fn seconds(self, seconds: f64) -> Answer<D> {
        Answer { seconds: Some(seconds), ..self }
    }

    /// The same with these details.
    pub(crate) fn with<E: Serialize>(self, details: E) -> Answer<E> {
        let Answer { outcome, stopped_by, count, objective, bound, statistics, seconds, .. } = self;
        Answer { outcome, stopped_by, count, objective, bound, details, statistics, seconds }
    }
}
