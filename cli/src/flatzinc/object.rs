//! `ferz solve --format json`: solutions by the names of the output, and the answer.

use crate::run::envelope::{Costs, Envelope, Fields, Outcome, answer};
use flatzinc::Instance;
use flatzinc::instance::{Output, Value};
use flatzinc::protocol::{Ending, OutputSink, RunStatistics};
use serde::Serialize;
use serde_json::{Map, Value as Json};
use std::io::{self, Write};

/// Writes the object as solutions come.
pub(super) struct Object<'a, W> {
    out: W,
    file: &'a str,
    envelope: Option<Envelope>,
}

#[derive(Serialize)]
struct Found {
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<i64>,
    values: Map<String, Json>,
}

impl<'a, W: Write> Object<'a, W> {
    pub(super) fn new(out: W, file: &'a str) -> Object<'a, W> {
        Object { out, file, envelope: None }
    }

    /// The object, opened once there is something to tell.
    fn envelope(&mut self) -> io::Result<Envelope> {
        match self.envelope.take() {
            Some(envelope) => Ok(envelope),
            None => Envelope::open(&mut self.out, "solve", Fields::new().with("file", self.file))?.list(&mut self.out),
        }
    }
}

impl<W: Write> OutputSink for Object<'_, W> {
    fn solution(&mut self, instance: &Instance, values: &[i64], objective: Option<i64>) -> io::Result<()> {
        let mut shown = Map::new();
        for item in instance.output() {
            match item {
                Output::Variable(x) => {
                    shown.insert(x.name().to_owned(), one(Value::Variable(x), values));
                }
                Output::Array { array, .. } => {
                    let list = array.elements().iter().map(|term| one(instance.value(*term), values));
                    shown.insert(array.name().to_owned(), list.collect());
                }
            }
        }
        let mut envelope = self.envelope()?;
        envelope.solution(&mut self.out, &Found { objective, values: shown })?;
        self.envelope = Some(envelope);
        self.out.flush()
    }

    fn end(&mut self, ending: Ending, told: &RunStatistics) -> io::Result<()> {
        let optimises = told.objective.is_some();
        let outcome = match ending {
            Ending::Complete if optimises => Outcome::Optimal,
            Ending::Complete => Outcome::Complete,
            Ending::Unsatisfiable => Outcome::Unsatisfiable,
            Ending::Enough => Outcome::Satisfied,
            Ending::Some | Ending::Unknown => Outcome::Stopped,
        };
        let seconds = (told.init + told.solve).as_secs_f64();
        let answer = answer(None::<&str>, outcome).with("count", told.solutions);
        let answer = answer.some("objective", told.objective).some("bound", told.bound);
        let answer = answer.with("statistics", Costs::from(&told.search)).with("seconds", seconds);
        self.envelope()?.close(&mut self.out, answer)?;
        self.out.flush()
    }
}

fn one(value: Value<'_>, values: &[i64]) -> Json {
    match value {
        Value::Variable(x) if x.ty() == flatzinc::instance::Type::Bool => (values[x.id().index()] != 0).into(),
        Value::Variable(x) => values[x.id().index()].into(),
        Value::Int(v) => v.into(),
        Value::Bool(v) => v.into(),
        Value::Float(v) => v.into(),
        Value::IntSet(set) => set.values().map(Json::from).collect(),
        _ => Json::Null,
    }
}
