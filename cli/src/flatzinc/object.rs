//! `ferz solve --format json`: prints each solution as values keyed by output name, then the answer.

use crate::run::envelope::{Envelope, Fields, Outcome, answer, costs};
use flatzinc::instance::{Output, Value};
use flatzinc::protocol::{Ending, OutputSink, RunStatistics};
use flatzinc::{Instance, Quantity};
use serde_json::{Map, Value as Json};
use std::io::{self, Write};

/// Writes the JSON object while solutions are found.
pub(super) struct Object<W> {
    out: W,
    envelope: Option<Envelope>,
}

impl<W: Write> Object<W> {
    pub(super) fn new(out: W, file: &str) -> Object<W> {
        Object { out, envelope: Some(Envelope::listing("solve", Fields::new().with("file", file))) }
    }
}

impl<W: Write> OutputSink for Object<W> {
    fn solution(&mut self, instance: &Instance, values: &[Quantity], objective: Option<Quantity>) -> io::Result<()> {
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
        let found = Fields::new().some("objective", objective.map(number)).with("values", shown);
        self.envelope.iter_mut().try_for_each(|envelope| envelope.solution(&mut self.out, &found))?;
        self.out.flush()
    }

    fn end(&mut self, ending: Ending, statistics: &RunStatistics) -> io::Result<()> {
        let optimises = statistics.objective.is_some();
        let outcome = match ending {
            Ending::Complete if optimises => Outcome::Optimal,
            Ending::Complete => Outcome::Complete,
            Ending::Unsatisfiable => Outcome::Unsatisfiable,
            Ending::Enough => Outcome::Satisfied,
            Ending::Some | Ending::Unknown => Outcome::Stopped,
        };
        let seconds = (statistics.init + statistics.solve).as_secs_f64();
        let answer = answer(None::<&str>, outcome).with("count", statistics.solutions);
        let answer =
            answer.some("objective", statistics.objective.map(number)).some("bound", statistics.bound.map(number));
        let answer = answer.with("statistics", costs(&statistics.search)).with("seconds", seconds);
        self.envelope.take().map_or(Ok(()), |envelope| envelope.close(&mut self.out, answer))
    }
}

fn number(value: Quantity) -> Json {
    if value.scale.is_some() { value.nearest().into() } else { value.numerator.into() }
}

fn one(value: Value<'_>, values: &[Quantity]) -> Json {
    match value {
        Value::Variable(x) if x.ty() == flatzinc::instance::Type::Bool => {
            (values[x.id().index()].numerator != 0).into()
        }
        Value::Variable(x) => number(values[x.id().index()]),
        Value::Int(v) => v.into(),
        Value::Bool(v) => v.into(),
        Value::Float(v) => v.into(),
        Value::IntSet(set) => set.values().map(Json::from).collect(),
        _ => Json::Null,
    }
}
