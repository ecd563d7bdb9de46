//! The lines of a trace, as serde writes and reads them. `docs/events.md` describes every field.

use super::{Damage, End, Event, FORMAT, Inferred, VERSION};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use solver_core::observe::Branch;
use solver_core::{Atom, Label, Relation, SymbolTable, ValueNames, ValueSet};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

/// A line of a trace. Fields that readers ignore are trail positions or repeat data of the first line.
#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(super) enum Line<'a> {
    Start {
        format: Cow<'a, str>,
        version: u32,
        variables: Vec<Variable<'a>>,
        #[serde(default)]
        roots: Vec<Variable<'a>>,
        constraints: Vec<Cow<'a, str>>,
        #[serde(default)]
        propagators: Vec<usize>,
    },
    Rule {
        name: Cow<'a, str>,
        text: Cow<'a, str>,
    },
    Decide {
        node: u64,
        depth: u32,
        #[serde(skip_deserializing)]
        position: Option<usize>,
        branch: Cow<'a, str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        choice: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<u32>,
        fact: Fact<'a>,
    },
    Propagate {
        propagator: u32,
        #[serde(skip_deserializing)]
        constraint: Option<&'a str>,
    },
    Prune(Reason<'a>),
    Fail {
        node: u64,
        depth: u32,
        #[serde(flatten, deserialize_with = "whole_or_none")]
        reason: Option<Reason<'a>>,
    },
    Solution {
        node: u64,
        depth: u32,
        number: u64,
        #[serde(skip_deserializing)]
        values: Vec<Option<i32>>,
    },
    Backtrack {
        depth: u32,
    },
    Learn {
        clause: Vec<Fact<'a>>,
        lbd: u32,
    },
    Restart {
        node: u64,
        restart: u64,
    },
    Done(Done),
    /// An unknown event. New kinds of events may be added without a new version.
    #[serde(other, skip_serializing)]
    New,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Variable<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) domain: Cow<'a, [(i32, i32)]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Values<'a>>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    introduced: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    alone: bool,
}

/// The names of consecutive values.
#[derive(Serialize, Deserialize)]
struct Values<'a> {
    first: i32,
    names: Cow<'a, [String]>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Fact<'a> {
    pub(super) variable: Cow<'a, str>,
    pub(super) relation: Cow<'a, str>,
    pub(super) value: i64,
}

/// An inference and its reason.
#[derive(Serialize, Deserialize)]
pub(super) struct Reason<'a> {
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    position: Option<usize>,
    pub(super) fact: Option<Fact<'a>>,
    pub(super) propagator: u32,
    #[serde(skip_deserializing)]
    constraint: Option<&'a str>,
    pub(super) rule: Cow<'a, str>,
    pub(super) premises: Vec<Fact<'a>>,
}

/// The end of a search. The fields that readers ignore can be derived from `end`.
#[derive(Serialize, Deserialize)]
pub(super) struct Done {
    #[serde(skip_deserializing)]
    outcome: &'static str,
    #[serde(flatten)]
    pub(super) end: End,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    restarts: Option<u64>,
}

/// Parses the reason for a failure, if there is one. An incomplete reason is an error.
fn whole_or_none<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Reason<'static>>, D::Error> {
    let fields = Map::<String, Value>::deserialize(from)?;
    if !["propagator", "rule", "premises"].iter().any(|name| fields.contains_key(*name)) {
        return Ok(None);
    }
    let part = |_| D::Error::custom("the reason of a failure is incomplete");
    serde_json::from_value(Value::Object(fields)).map(Some).map_err(part)
}

impl<'a> Variable<'a> {
    fn bare(name: &'a str, domain: &'a ValueSet) -> Variable<'a> {
        let (name, domain) = (name.into(), domain.ranges().into());
        Variable { name, domain, values: None, introduced: false, alone: false }
    }

    fn labelled(self, label: &'a Label) -> Variable<'a> {
        let values = label.values.as_ref().map(|names| Values { first: names.first(), names: names.names().into() });
        Variable { values, introduced: label.introduced, alone: label.alone, ..self }
    }

    pub(super) fn label(&self) -> Label {
        let names = |values: &Values<'_>| Arc::new(ValueNames::new(values.first, values.names.to_vec()));
        Label { values: self.values.as_ref().map(names), introduced: self.introduced, alone: self.alone }
    }
}

impl<'a> Line<'a> {
    pub(super) fn start(symbols: Option<&'a SymbolTable>, roots: Option<&'a [ValueSet]>) -> Line<'a> {
        let variables = || symbols.into_iter().flat_map(SymbolTable::variables);
        let labels = symbols.into_iter().flat_map(|symbols| symbols.vars().map(|var| symbols.label(var)));
        let declared = |((name, declared), label)| Variable::bare(name, declared).labelled(label);
        let others = variables().zip(roots.unwrap_or_default()).filter(|((_, declared), root)| declared != root);
        Line::Start {
            format: FORMAT.into(),
            version: VERSION,
            variables: variables().zip(labels).map(declared).collect(),
            roots: others.map(|((name, _), root)| Variable::bare(name, root)).collect(),
            constraints: symbols.into_iter().flat_map(SymbolTable::constraints).map(Cow::Borrowed).collect(),
            propagators: symbols.into_iter().flat_map(SymbolTable::propagators).collect(),
        }
    }

    /// Makes the line of an event. `position` is the trail position, `values` are the values of a solution.
    pub(super) fn new(
        event: Event,
        symbols: Option<&'a SymbolTable>,
        position: Option<usize>,
        values: Vec<Option<i32>>,
    ) -> Line<'a> {
        let names = Names(symbols);
        let facts = |atoms: &[Atom]| atoms.iter().map(|&atom| names.fact(atom)).collect();
        let reason = |Inferred { fact, propagator, rule, premises }: Inferred, position| Reason {
            position,
            fact: fact.map(|fact| names.fact(fact)),
            propagator,
            constraint: names.constraint(propagator),
            rule: rule.name.into(),
            premises: facts(&premises),
        };
        match event {
            Event::Decide { node, depth, fact, branch } => {
                let (branch, choice, of) = match branch {
                    Branch::Left => ("left", None, None),
                    Branch::Right => ("right", None, None),
                    Branch::Value { index, of } => ("value", Some(index + 1), Some(of)),
                };
                Line::Decide { node, depth, position, branch: branch.into(), choice, of, fact: names.fact(fact) }
            }
            Event::Propagate { propagator } => Line::Propagate { propagator, constraint: names.constraint(propagator) },
            Event::Prune(inferred) => Line::Prune(reason(inferred, position)),
            Event::Fail { node, depth, conflict } => {
                Line::Fail { node, depth, reason: conflict.map(|conflict| reason(conflict, None)) }
            }
            Event::Solution { node, depth, number } => Line::Solution { node, depth, number, values },
            Event::Backtrack { depth } => Line::Backtrack { depth },
            Event::Learn { clause, lbd } => Line::Learn { clause: facts(&clause), lbd },
            Event::Restart { node, restart } => Line::Restart { node, restart },
        }
    }

    pub(super) fn done(end: End, restarts: u64) -> Line<'static> {
        Line::Done(Done { outcome: end.outcome(), end, restarts: (restarts > 0).then_some(restarts) })
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        out.write_all(b"\n")
    }

    pub(super) fn parsed(line: &str) -> Result<Line<'static>, Damage> {
        // Keep only the column of the error, because the caller adds the line number.
        serde_json::from_str(line).map_err(|error| {
            let said = error.to_string();
            let why = said.split(" at line ").next().unwrap_or(&said).to_owned();
            Damage::Syntax(if error.column() > 0 { format!("{why} (column {})", error.column()) } else { why })
        })
    }
}

/// The symbol table of a search, if it has one.
struct Names<'a>(Option<&'a SymbolTable>);

impl<'a> Names<'a> {
    fn constraint(&self, propagator: u32) -> Option<&'a str> {
        self.0.map(|symbols| symbols.constraint(symbols.constraint_of(propagator as usize)))
    }

    fn fact(&self, atom: Atom) -> Fact<'a> {
        let var = atom.var();
        let variable =
            self.0.map_or_else(|| format!("x{}", var.index()).into(), |symbols| symbols.variable(var).into());
        let (relation, value) = relation_and_value(atom);
        Fact { variable, relation: relation.into(), value }
    }
}

/// Returns the relation and the value of an atom. There are no strict relations.
pub(crate) fn relation_and_value(atom: Atom) -> (&'static str, i64) {
    let v = i64::from(atom.value());
    match atom.relation() {
        Relation::Equal => ("=", v),
        Relation::NotEqual => ("!=", v),
        Relation::AtLeast => (">=", v),
        Relation::Less => ("<=", v - 1),
    }
}
