//! The details of a node: its domains and the reason for its failure.

use serde::Serialize;
use solver_core::DomainsAt;
use solver_core::engine::Engine;
use solver_core::{SymbolTable, ValueSet, Var, View};

/// The maximum number of variables whose domains are sent.
const VARIABLES: usize = 200;

/// The maximum width of a domain sent in full; for wider domains, only the bounds are sent.
const REACH: i64 = 4096;

/// The details as JSON, which the receiver shows unchanged, one line per entry.
#[derive(Serialize)]
pub(super) struct Info {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) node: Option<u64>,
    pub(super) depth: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) failure: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) domains: Vec<String>,
    /// The number of variables that are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) more_variables: Option<usize>,
}

impl Info {
    pub(super) fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// Returns the domains of the model's first variables, and the number of other variables.
pub(super) fn domains(engine: &Engine, symbols: &SymbolTable, past: &DomainsAt<'_>) -> (Vec<String>, Option<usize>) {
    let shown = engine.vars().take(VARIABLES).map(|var| domain(var, symbols, past)).collect();
    (shown, engine.variables().checked_sub(VARIABLES).filter(|&more| more > 0))
}

/// Formats a domain: `x = 3`, `x in 1..4, 7`.
fn domain(var: Var, symbols: &SymbolTable, past: &DomainsAt<'_>) -> String {
    let (view, name) = (View::from(var), symbols.variable(var));
    let (low, high) = (past.min(view), past.max(view));
    if low == high {
        return format!("{name} = {low}");
    }
    if i64::from(high) - i64::from(low) > REACH {
        return format!("{name} in {low}..{high}, perhaps not all of them");
    }
    let values = ValueSet::from_values((low..=high).filter(|&v| past.contains(view, v)));
    let range = |&(low, high): &(i32, i32)| if low == high { low.to_string() } else { format!("{low}..{high}") };
    format!("{name} in {}", values.ranges().iter().map(range).collect::<Vec<_>>().join(", "))
}
