//! Conflict heuristics: last conflict and conflict ordering.

use crate::engine::Engine;
use crate::names::{OptionError, OptionValue};
use crate::search::scores::DecisionVars;
use crate::var::Var;

/// How recent conflicts influence any variable selection.
#[doc(alias("last conflict", "conflict ordering", "cos"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ConflictHeuristic {
    /// Not at all.
    #[default]
    None,
    /// Last conflict: the variables of the last failed decisions, at most this many, come next until all are fixed
    /// (C. Lecoutre, L. Saïs, S. Tabary, V. Vidal, *Reasoning from last conflict(s) in constraint programming*,
    /// Artificial Intelligence 173, 2009). 1 is the usual number; 0 is the same as `None`.
    LastConflict(u32),
    /// Conflict ordering: variables whose decisions have failed come first, starting with the most recent failure;
    /// variable selection chooses among the other variables (S. Gay, R. Hartert, C. Lecoutre, P. Schaus, *Conflict
    /// ordering search for scheduling problems*, CP 2015).
    ConflictOrdering,
}

impl std::fmt::Display for ConflictHeuristic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ConflictHeuristic::None => f.write_str("none"),
            ConflictHeuristic::LastConflict(k) => write!(f, "last-conflict:{k}"),
            ConflictHeuristic::ConflictOrdering => f.write_str("conflict-ordering"),
        }
    }
}

impl std::str::FromStr for ConflictHeuristic {
    type Err = OptionError;

    fn from_str(given: &str) -> Result<ConflictHeuristic, OptionError> {
        Ok(match given.split_once(':') {
            None if given == "none" => ConflictHeuristic::None,
            None if given == "last-conflict" => ConflictHeuristic::LastConflict(1),
            None if given == "conflict-ordering" => ConflictHeuristic::ConflictOrdering,
            Some(("last-conflict", k)) => {
                ConflictHeuristic::LastConflict(OptionError::number(k, 1.., "a number of variables, 1 or more")?)
            }
            _ => return Err(OptionError::Form("none, last-conflict, last-conflict:K or conflict-ordering")),
        })
    }
}

impl OptionValue for ConflictHeuristic {}

/// The recorded conflicts.
#[derive(Clone, Debug)]
pub(super) enum Conflicts {
    Forget,
    Last {
        most: usize,
        /// Indices of the variables under test, in the order in which they failed.
        tested: Vec<u32>,
    },
    Ordered {
        /// By variable index: the index of the latest failure, or 0 if there was none.
        stamps: Vec<u64>,
        failures: u64,
    },
}

impl Conflicts {
    pub(super) fn new(after: ConflictHeuristic, decision_vars: &DecisionVars) -> Conflicts {
        match after {
            ConflictHeuristic::None | ConflictHeuristic::LastConflict(0) => Conflicts::Forget,
            ConflictHeuristic::LastConflict(k) => Conflicts::Last { most: k as usize, tested: Vec::new() },
            ConflictHeuristic::ConflictOrdering => {
                Conflicts::Ordered { stamps: vec![0; decision_vars.vars.len()], failures: 0 }
            }
        }
    }

    /// Records that a decision on this variable has failed.
    pub(super) fn failed(&mut self, decision_vars: &DecisionVars, var: Var) {
        let Some(index) = decision_vars.index(var) else { return };
        match self {
            Conflicts::Forget => {}
            Conflicts::Last { most, tested } => {
                let index = index as u32;
                if !tested.contains(&index) && tested.len() < *most {
                    tested.push(index);
                }
            }
            Conflicts::Ordered { stamps, failures } => {
                *failures += 1;
                stamps[index] = *failures;
            }
        }
    }

    /// The number of variables that [`next`](Conflicts::next) inspects.
    pub(super) fn inspections(&self) -> usize {
        match self {
            Conflicts::Forget => 0,
            Conflicts::Last { tested, .. } => tested.len(),
            Conflicts::Ordered { stamps, .. } => stamps.len(),
        }
    }

    /// Returns the variable with an index below `end` that recent failures suggest, if any.
    pub(super) fn next(&mut self, engine: &Engine, decision_vars: &DecisionVars, end: usize) -> Option<Var> {
        let open = |index: usize| index < end && engine.store.fixed(decision_vars.vars[index]).is_none();
        let index = match self {
            Conflicts::Forget => None,
            Conflicts::Last { tested, .. } => {
                // The variable added last is the likeliest culprit; once all variables under test are fixed, the
                // conflict is resolved.
                let found = tested.iter().rev().map(|&p| p as usize).find(|&p| open(p));
                if found.is_none() {
                    tested.clear();
                }
                found
            }
            Conflicts::Ordered { stamps, .. } => {
                let stamped = (0..stamps.len()).filter(|&p| stamps[p] > 0 && open(p));
                stamped.max_by_key(|&p| stamps[p])
            }
        };
        index.map(|p| decision_vars.vars[p])
    }
}
