//! A line of a trace, for reading.

use super::{Damage, End};
use serde::Deserialize;
use solver_core::{Label, ValueNames};
use std::sync::Arc;

#[derive(Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(super) enum Line {
    Start {
        format: String,
        version: u32,
        variables: Vec<Variable>,
        #[serde(default)]
        roots: Vec<Variable>,
        constraints: Vec<String>,
        #[serde(default)]
        propagators: Vec<usize>,
    },
    Rule {
        name: String,
        text: String,
    },
    Decide {
        node: u64,
        depth: u32,
        branch: String,
        choice: Option<u32>,
        of: Option<u32>,
        fact: Fact,
    },
    Propagate {
        propagator: u32,
    },
    Prune(Reason),
    Fail {
        node: u64,
        depth: u32,
        fact: Option<Fact>,
        propagator: Option<u32>,
        rule: Option<String>,
        premises: Option<Vec<Fact>>,
    },
    Solution {
        node: u64,
        depth: u32,
        number: u64,
    },
    Backtrack {
        depth: u32,
    },
    Learn {
        clause: Vec<Fact>,
        lbd: u32,
    },
    Restart {
        node: u64,
        restart: u64,
    },
    Done(End),
    /// Of a later edition of this version.
    #[serde(other)]
    New,
}

#[derive(Deserialize)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) domain: Vec<(i32, i32)>,
    pub(super) values: Option<Values>,
    #[serde(default)]
    pub(super) introduced: bool,
    #[serde(default)]
    pub(super) alone: bool,
}

#[derive(Deserialize)]
pub(super) struct Values {
    first: i32,
    names: Vec<String>,
}

impl Variable {
    pub(super) fn label(&self) -> Label {
        let values = self.values.as_ref().map(|values| Arc::new(ValueNames::new(values.first, values.names.clone())));
        Label { values, introduced: self.introduced, alone: self.alone }
    }
}

#[derive(Deserialize)]
pub(super) struct Fact {
    pub(super) variable: String,
    pub(super) relation: String,
    pub(super) value: i64,
}

#[derive(Deserialize)]
pub(super) struct Reason {
    pub(super) fact: Option<Fact>,
    pub(super) propagator: u32,
    pub(super) rule: String,
    pub(super) premises: Vec<Fact>,
}

impl Line {
    pub(super) fn parsed(line: &str) -> Result<Line, Damage> {
        // Errors have the column only: the reader of the line adds its number.
        serde_json::from_str(line).map_err(|error| {
            let said = error.to_string();
            let why = said.split(" at line ").next().unwrap_or(&said).to_owned();
            Damage::Syntax(if error.column() > 0 { format!("{why} (column {})", error.column()) } else { why })
        })
    }
}
