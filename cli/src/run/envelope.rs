//! `--format json`: the JSON object that every command prints, written incrementally.
//!
//! It consists of a question, the solutions (if they are listed, each on its own line), and an answer. See
//! `docs/json.md`.

use crate::run::output::Out;
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use solver_core::search::Statistics;
use std::fmt::Display;
use std::io::{self, Write};

/// The fields of a JSON object, in order.
pub(crate) struct Fields(serde_json::Result<String>);

impl Fields {
    pub(crate) fn new() -> Fields {
        Fields(Ok(String::new()))
    }

    /// Adds a field; `None` is written as `null`.
    pub(crate) fn with(self, name: &str, value: impl Serialize) -> Fields {
        self.and(Fields(serde_json::to_string(&value).map(|value| format!("\"{name}\":{value}"))))
    }

    /// Adds a field if it has a value.
    pub(crate) fn some(self, name: &str, value: Option<impl Serialize>) -> Fields {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds all fields of a structure.
    pub(crate) fn all_of(self, structure: impl Serialize) -> Fields {
        self.and(Fields(serde_json::to_string(&structure).and_then(|object| {
            let fields = object.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            Ok(fields.ok_or_else(|| Error::custom("this is no object with fields"))?.to_owned())
        })))
    }

    /// Appends other fields.
    pub(crate) fn and(self, more: Fields) -> Fields {
        Fields(self.0.and_then(|text| {
            let more = more.0?;
            let comma = if text.is_empty() || more.is_empty() { "" } else { "," };
            Ok(format!("{text}{comma}{more}"))
        }))
    }

    /// The object as one line.
    pub(crate) fn line(self) -> io::Result<String> {
        Ok(format!("{{{}}}", self.0?))
    }
}

/// Serializes the fields as an object.
impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let fields = self.0.as_ref().map_err(S::Error::custom)?;
        RawValue::from_string(format!("{{{fields}}}")).map_err(S::Error::custom)?.serialize(to)
    }
}

/// What the answer proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// The question is completely answered; a search has found all solutions.
    Complete,
    /// The last solution has been proved optimal.
    Optimal,
    /// It has been proved that there is no solution.
    Unsatisfiable,
    /// The requested number of solutions was found; there may be more.
    Satisfied,
    /// A limit or an interrupt stopped the command.
    Stopped,
}

/// Returns the first fields of an answer: the outcome, and the limit or interrupt that stopped the command, if any.
pub(crate) fn answer(stopped_by: Option<impl Display>, outcome: Outcome) -> Fields {
    let by = stopped_by.map(|by| by.to_string());
    let outcome = if by.is_some() { Outcome::Stopped } else { outcome };
    Fields::new().with("outcome", outcome).with("stopped_by", by)
}

/// Returns the first fields of a complete answer.
pub(crate) fn complete() -> Fields {
    answer(None::<&str>, Outcome::Complete)
}

/// The costs of a search.
pub(crate) fn costs(statistics: &Statistics) -> Fields {
    let &Statistics { nodes, failures, solutions, propagations, restarts, peak_depth, .. } = statistics;
    let costs = Fields::new().with("nodes", nodes).with("failures", failures).with("solutions", solutions);
    let costs = costs.with("propagations", propagations).with("restarts", restarts).with("peak_depth", peak_depth);
    let relaxation = statistics.relaxation.by_name().into_iter().map(|count| ("relaxation", count));
    let explanations = statistics.explanations.by_name().into_iter().map(|count| ("explanations", count));
    relaxation.chain(explanations).fold(costs, |costs, (of, (name, n))| costs.with(&format!("{of}_{name}"), n))
}

/// A JSON object that is being written to the output passed to each call. It is opened only when the first result
/// arrives, so that an error does not leave an unclosed object.
pub(crate) struct Envelope {
    problem: &'static str,
    /// The problem and the options that affect the answer; `None` once written.
    question: Option<Fields>,
    /// Whether the object has a list of solutions, which may be empty.
    lists: bool,
    is_empty: bool,
}

impl Envelope {
    /// Starts an object without a list of solutions.
    pub(crate) fn new(problem: &'static str, question: Fields) -> Envelope {
        Envelope { problem, question: Some(question), lists: false, is_empty: true }
    }

    /// Starts an object with a list of solutions.
    pub(crate) fn listing(problem: &'static str, question: Fields) -> Envelope {
        Envelope { lists: true, ..Envelope::new(problem, question) }
    }

    fn open(&mut self, out: &mut impl Write) -> io::Result<()> {
        let Some(question) = self.question.take() else { return Ok(()) };
        let list = if self.lists { r#","solutions":["# } else { "" };
        write!(out, r#"{{"problem":"{}","question":{}{list}"#, self.problem, question.line()?)
    }

    /// Writes one solution on its own line.
    pub(crate) fn solution(&mut self, out: &mut impl Write, solution: &impl Serialize) -> io::Result<()> {
        self.open(out)?;
        writeln!(out, "{}", if std::mem::take(&mut self.is_empty) { "" } else { "," })?;
        Ok(serde_json::to_writer(out, solution)?)
    }

    /// Writes the answer and closes the object.
    pub(crate) fn close(mut self, out: &mut impl Write, answer: Fields) -> io::Result<()> {
        self.open(out)?;
        let end = if self.lists { "]" } else { "" };
        writeln!(out, r#"{end},"answer":{}}}"#, answer.line()?)?;
        out.flush()
    }
}

/// Prints the object for a question that has no list of solutions.
pub(crate) fn print(problem: &'static str, question: Fields, answer: Fields) -> io::Result<()> {
    Envelope::new(problem, question).close(&mut Out::new(), answer)
}
