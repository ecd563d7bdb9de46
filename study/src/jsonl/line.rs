//! A line of the stream, and the encoding of names, facts and reasons.

use super::{FORMAT, VERSION};
use serde::Serialize;
use solver_core::engine::Inference;
use solver_core::search::Statistics;
use solver_core::{Atom, Label, Relation, SymbolTable, ValueSet, Var};
use std::borrow::Cow;
use std::io::{self, Write};

/// A line of the stream.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(super) enum Line<'a> {
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
    Learn {
        clause: Vec<Fact<'a>>,
        lbd: u32,
    },
    Restart {
        node: u64,
        restart: u64,
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
pub(super) struct Variable<'a> {
    pub(super) name: &'a str,
    pub(super) domain: &'a [(i32, i32)],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) values: Option<Values<'a>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) introduced: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) alone: bool,
}

/// Names of consecutive values.
#[derive(Serialize)]
pub(super) struct Values<'a> {
    pub(super) first: i32,
    pub(super) names: &'a [String],
}

impl<'a> Variable<'a> {
    fn bare(name: &'a str, domain: &'a ValueSet) -> Variable<'a> {
        Variable { name, domain: domain.ranges(), values: None, introduced: false, alone: false }
    }

    fn labelled(self, label: &'a Label) -> Variable<'a> {
        let values = label.values.as_ref().map(|values| Values { first: values.first(), names: values.names() });
        Variable { values, introduced: label.introduced, alone: label.alone, ..self }
    }
}

#[derive(Serialize)]
pub(super) struct Fact<'a> {
    pub(super) variable: Cow<'a, str>,
    pub(super) relation: &'static str,
    pub(super) value: i64,
}

#[derive(Serialize)]
pub(super) struct Reason<'a> {
    pub(super) fact: Option<Fact<'a>>,
    pub(super) propagator: usize,
    pub(super) constraint: Option<&'a str>,
    pub(super) rule: &'static str,
    pub(super) premises: Vec<Fact<'a>>,
}

impl<'a> Line<'a> {
    pub(super) fn start(symbols: Option<&'a SymbolTable>, roots: Option<&'a [ValueSet]>) -> Line<'a> {
        let variables = || symbols.into_iter().flat_map(SymbolTable::variables);
        let labels = symbols.into_iter().flat_map(|symbols| symbols.vars().map(|var| symbols.label(var)));
        let declared = |((name, declared), label)| Variable::bare(name, declared).labelled(label);
        let others = variables().zip(roots.unwrap_or_default()).filter(|((_, declared), root)| declared != root);
        Line::Start {
            format: FORMAT,
            version: VERSION,
            variables: variables().zip(labels).map(declared).collect(),
            roots: others.map(|((name, _), root)| Variable::bare(name, root)).collect(),
            constraints: symbols.into_iter().flat_map(SymbolTable::constraints).collect(),
            propagators: symbols.into_iter().flat_map(SymbolTable::propagators).collect(),
        }
    }

    pub(super) fn done(stopped_by: Option<String>, statistics: Statistics) -> Line<'static> {
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

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        out.write_all(b"\n")
    }
}

/// The names of a search that has them.
pub(super) struct Names<'a>(pub(super) Option<&'a SymbolTable>);

impl<'a> Names<'a> {
    fn variable(&self, var: Var) -> Cow<'a, str> {
        match self.0 {
            Some(symbols) => Cow::Borrowed(symbols.variable(var)),
            None => Cow::Owned(format!("x{}", var.index())),
        }
    }

    pub(super) fn constraint(&self, propagator: usize) -> Option<&'a str> {
        self.0.map(|symbols| symbols.constraint(symbols.constraint_of(propagator)))
    }

    pub(super) fn fact(&self, atom: Atom) -> Fact<'a> {
        let v = i64::from(atom.value());
        let (relation, value) = match atom.relation() {
            Relation::AtLeast => (">=", v),
            Relation::Less => ("<=", v - 1),
            Relation::Equal => ("=", v),
            Relation::NotEqual => ("!=", v),
        };
        Fact { variable: self.variable(atom.var()), relation, value }
    }

    pub(super) fn reason(&self, inference: &Inference) -> Reason<'a> {
        Reason {
            fact: inference.fact.map(|atom| self.fact(atom)),
            propagator: inference.propagator,
            constraint: self.constraint(inference.propagator),
            rule: inference.rule.name,
            premises: inference.premises.iter().map(|&atom| self.fact(atom)).collect(),
        }
    }
}
