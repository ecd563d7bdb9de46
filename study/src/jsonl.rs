//! The event stream as JSON Lines: one object per event.
//!
//! `docs/events.md` describes every field. Nothing in the stream depends on the clock
//! or the machine: the same search writes the same bytes.

use serde::Serialize;
use solver_core::engine::{Engine, Inference};
use solver_core::observe::{Branch, Event, Observer};
use solver_core::search::{Statistics, Step};
use solver_core::{Atom, Legend, Relation, Rule, ValueSet, Var, View};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// The name of the format, in the first line of every stream.
pub const FORMAT: &str = "ferz-events";

/// The version of the format. Grows when a reader of the old one could misunderstand the new one;
/// new events and new fields alone do not make a new version.
pub const VERSION: u32 = 1;

/// Writes events as JSON Lines.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 2, 0..=1)?;
/// m.all_different(&x).named("both");
/// let mut lines = study::JsonLines::new(Vec::new());
/// m.search().observe(&mut lines)?;
/// let text = String::from_utf8(lines.finish()?)?;
/// let first = text.lines().next().unwrap();
/// assert!(first.starts_with(r#"{"event":"start","format":"ferz-events","version":1,"#));
/// assert!(text.contains(r#""rule":"all_different.value""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct JsonLines<W> {
    out: W,
    started: bool,
    legend: Option<Legend>,
    /// The rules whose sentences were told.
    rules: BTreeSet<&'static str>,
    error: Option<io::Error>,
}

/// A line of the stream.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Line<'a> {
    Start {
        format: &'static str,
        version: u32,
        variables: Vec<Variable<'a>>,
        roots: Vec<Variable<'a>>,
        constraints: Vec<&'a str>,
        propagators: Vec<usize>,
    },
    Rule {
        name: &'static str,
        text: &'static str,
    },
    Decide {
        node: u64,
        depth: u64,
        position: Option<usize>,
        branch: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        choice: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<u32>,
        fact: Fact<'a>,
    },
    Propagate {
        propagator: usize,
        constraint: Option<&'a str>,
    },
    Prune {
        position: usize,
        #[serde(flatten)]
        reason: Reason<'a>,
    },
    Fail {
        node: u64,
        depth: u64,
        #[serde(flatten)]
        reason: Option<Reason<'a>>,
    },
    Solution {
        node: u64,
        depth: u64,
        number: u64,
        values: Vec<Option<i32>>,
    },
    Backtrack {
        depth: u64,
    },
    Restart {
        node: u64,
        round: u64,
    },
    Done {
        outcome: &'static str,
        stopped_by: Option<String>,
        nodes: u64,
        failures: u64,
        solutions: u64,
        propagations: u64,
        peak_depth: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        restarts: Option<u64>,
    },
}

#[derive(Serialize)]
struct Variable<'a> {
    name: &'a str,
    domain: &'a [(i32, i32)],
}

#[derive(Serialize)]
struct Fact<'a> {
    variable: Cow<'a, str>,
    relation: &'static str,
    value: i64,
}

#[derive(Serialize)]
struct Reason<'a> {
    fact: Option<Fact<'a>>,
    propagator: usize,
    constraint: Option<&'a str>,
    rule: &'static str,
    premises: Vec<Fact<'a>>,
}

impl<W: Write> JsonLines<W> {
    /// Will write to `out`, which should have a buffer.
    pub fn new(out: W) -> JsonLines<W> {
        JsonLines { out, started: false, legend: None, rules: BTreeSet::new(), error: None }
    }

    /// Hands back the writer when all was written, flushed.
    ///
    /// # Errors
    /// The first error of the writer. It has ended the search.
    pub fn finish(mut self) -> io::Result<W> {
        match self.error {
            Some(error) => Err(error),
            None => {
                self.out.flush()?;
                Ok(self.out)
            }
        }
    }

    /// Writes the `done` of a search that could not tell its end: because somebody left it in
    /// the middle, or because a limit came before its first event. `by` is the `stopped_by`.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn leave(&mut self, by: String, statistics: Statistics) -> io::Result<()> {
        if !self.started {
            write(&mut self.out, &start(None, None))?;
        }
        write(&mut self.out, &done(Some(by), statistics))
    }

    fn tell(&mut self, event: &Event<'_>, engine: &Engine) -> io::Result<()> {
        if let Event::Start { legend } = event {
            self.started = true;
            self.legend = legend.map(distinct);
        }
        let inference = match *event {
            Event::Prune { position, .. } => engine.inference(position),
            Event::Fail { .. } => engine.conflict(),
            _ => None,
        };
        if let Some(Rule { name, text, .. }) = inference.as_ref().map(|inference| inference.rule)
            && self.rules.insert(name)
        {
            write(&mut self.out, &Line::Rule { name, text })?;
        }
        let names = Names(self.legend.as_ref());
        let line = match *event {
            Event::Start { .. } => start(self.legend.as_ref(), engine.roots()),
            Event::Decide { node, depth, atom, branch } => {
                let (branch, choice, of) = match branch {
                    Branch::Left => ("left", None, None),
                    Branch::Right => ("right", None, None),
                    Branch::Value { index, of } => ("value", Some(index + 1), Some(of)),
                };
                let position = engine.facts().checked_sub(1);
                Line::Decide { node, depth, position, branch, choice, of, fact: names.fact(atom) }
            }
            Event::Propagate { propagator } => Line::Propagate { propagator, constraint: names.constraint(propagator) },
            Event::Prune { position, .. } => {
                // What a propagator inferred has a reason.
                let Some(inference) = &inference else { return Ok(()) };
                Line::Prune { position, reason: names.reason(inference) }
            }
            Event::Fail { node, depth } => {
                Line::Fail { node, depth, reason: inference.as_ref().map(|conflict| names.reason(conflict)) }
            }
            Event::Solution { node, depth, number } => {
                let values = engine.vars().map(|var| engine.fixed(View::of(var))).collect();
                Line::Solution { node, depth, number, values }
            }
            Event::Backtrack { depth } => Line::Backtrack { depth },
            Event::Restart { node, round } => Line::Restart { node, round },
            Event::Done { end: Step::Stopped(by), statistics } => done(Some(by.to_string()), statistics),
            Event::Done { statistics, .. } => done(None, statistics),
            // An event that this version of the format has no name for.
            _ => return Ok(()),
        };
        write(&mut self.out, &line)
    }
}

impl<W: Write> Observer for JsonLines<W> {
    fn see(&mut self, event: &Event<'_>, engine: &Engine) -> ControlFlow<()> {
        match self.tell(event, engine) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

fn write(out: &mut impl Write, line: &Line<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// The same names, but for variables that share one: the later ones get a number, since a line tells a variable by its name alone.
fn distinct(legend: &Legend) -> Legend {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut count: BTreeMap<&str, u64> = BTreeMap::new();
    let mut variables = Vec::new();
    for (name, declared) in legend.variables() {
        let mut distinct = name.to_owned();
        while !taken.insert(distinct.clone()) {
            let number = count.entry(name).or_insert(1);
            *number += 1;
            distinct = format!("{name}#{number}");
        }
        variables.push((distinct, declared.clone()));
    }
    let constraints = legend.constraints().map(str::to_owned);
    Legend::of_names(variables, constraints, legend.propagators()).unwrap_or_else(|| legend.clone())
}

fn start<'a>(legend: Option<&'a Legend>, roots: Option<&'a [ValueSet]>) -> Line<'a> {
    let variables = || legend.into_iter().flat_map(Legend::variables);
    let others = variables().zip(roots.unwrap_or_default()).filter(|((_, declared), root)| declared != root);
    Line::Start {
        format: FORMAT,
        version: VERSION,
        variables: variables().map(|(name, declared)| Variable { name, domain: declared.ranges() }).collect(),
        roots: others.map(|((name, _), root)| Variable { name, domain: root.ranges() }).collect(),
        constraints: legend.into_iter().flat_map(Legend::constraints).collect(),
        propagators: legend.into_iter().flat_map(Legend::propagators).collect(),
    }
}

fn done(stopped_by: Option<String>, statistics: Statistics) -> Line<'static> {
    let Statistics { nodes, failures, solutions, propagations, peak_depth, restarts } = statistics;
    let outcome = if stopped_by.is_some() { "stopped" } else { "complete" };
    Line::Done {
        outcome,
        stopped_by,
        nodes,
        failures,
        solutions,
        propagations,
        peak_depth,
        restarts: (restarts > 0).then_some(restarts),
    }
}

/// The names of a search that has them.
struct Names<'a>(Option<&'a Legend>);

impl<'a> Names<'a> {
    fn variable(&self, var: Var) -> Cow<'a, str> {
        match self.0 {
            Some(legend) => Cow::Borrowed(legend.variable(var)),
            None => Cow::Owned(format!("x{}", var.index())),
        }
    }

    fn constraint(&self, propagator: usize) -> Option<&'a str> {
        self.0.map(|legend| legend.constraint(legend.constraint_of(propagator)))
    }

    fn fact(&self, atom: Atom) -> Fact<'a> {
        let v = i64::from(atom.value());
        let (relation, value) = match atom.relation() {
            Relation::AtLeast => (">=", v),
            Relation::Less => ("<=", v - 1),
            Relation::Equal => ("=", v),
            Relation::NotEqual => ("!=", v),
        };
        Fact { variable: self.variable(atom.var()), relation, value }
    }

    fn reason(&self, inference: &Inference) -> Reason<'a> {
        Reason {
            fact: inference.fact.map(|atom| self.fact(atom)),
            propagator: inference.propagator,
            constraint: self.constraint(inference.propagator),
            rule: inference.rule.name,
            premises: inference.premises.iter().map(|&atom| self.fact(atom)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::Recording;
    use solver_core::prelude::*;

    #[test]
    fn variables_that_share_a_name_are_told_apart() {
        let mut m = Model::new();
        for name in ["first", "first", "first#2"] {
            let x = m.int(name, 0..=1).expect("a variable");
            m.post(constraint!(x >= 0));
        }
        let mut lines = JsonLines::new(Vec::new());
        m.search().observe(&mut lines).expect("a search");
        let text = lines.finish().expect("memory can be written");
        let read = Recording::read(&text[..], usize::MAX).expect("a trace that can be read");
        let names: Vec<&str> = read.legend().variables().map(|(name, _)| name).collect();
        assert_eq!(names, ["first", "first#2", "first#2#2"]);
        assert_eq!(read.end().expect("it is complete").solutions, 8);
    }
}
