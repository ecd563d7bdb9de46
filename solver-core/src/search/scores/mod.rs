//! Variable scores: heuristics that use the history of the search (`dom/wdeg`, CHS, activity, impact, …).

mod activity;
mod conflict_history;
mod failure_rate;
mod impact;
mod network;
mod refined_wdeg;
mod sizes;
#[cfg(test)]
mod tests;
mod wdeg;

use super::VarSelect;
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::Engine;
use crate::search::Branch;
use crate::var::Var;

/// The decision variables, with their indices.
#[derive(Clone, Debug)]
pub(crate) struct DecisionVars {
    pub(crate) vars: Vec<Var>,
    /// By engine variable.
    indices: Vec<u32>,
}

impl DecisionVars {
    pub(crate) fn new(engine: &Engine, vars: Vec<Var>) -> DecisionVars {
        let mut indices = vec![u32::MAX; engine.variables()];
        for (i, var) in vars.iter().enumerate() {
            indices[var.index()] = i as u32;
        }
        DecisionVars { vars, indices }
    }

    /// Returns a variable's index, if it is a decision variable.
    #[inline]
    pub(crate) fn index(&self, var: Var) -> Option<usize> {
        match self.indices[var.index()] {
            u32::MAX => None,
            i => Some(i as usize),
        }
    }
}

/// A variable score. It receives search events and gives each variable a key.
///
/// At each node, `deciding` comes first, then `reached` or `failed`. The root has no decision.
pub(crate) trait Score: Send {
    /// Initialises the score at the root's fixpoint, and undoes all its probes.
    ///
    /// # Errors
    /// The limit that stopped the initialisation.
    fn prepare(&mut self, _: &mut Engine, _: &DecisionVars) -> Result<(), StopReason> {
        Ok(())
    }

    /// Called before a decision is made at a node.
    fn deciding(&mut self, _: &Engine, _: &DecisionVars, _: Atom, _: Branch) {}

    /// Called when the node's fixpoint is reached.
    fn reached(&mut self, _: &Engine, _: &DecisionVars) {}

    /// Called when propagation has failed in this propagator; `None` means that the decision itself contradicted a
    /// domain.
    fn failed(&mut self, _: &Engine, _: &DecisionVars, _propagator: Option<usize>) {}

    /// Called after failures, before keys are requested.
    fn settle(&mut self, _: &Engine, _: &DecisionVars) {}

    /// Whether the score inspects all variables at every node.
    fn inspects_all(&self) -> bool {
        false
    }

    /// Called when the search continues from the root.
    fn restarted(&mut self) {}

    /// Returns the observed impact of assigning a value, from 0 to 1.
    fn impact(&self, _: &Engine, _: &DecisionVars, _place: usize, _value: i32) -> f64 {
        0.0
    }

    /// Returns the value with the least impact; ties go to the smallest.
    fn least_impact(&self, engine: &Engine, decision_vars: &DecisionVars, index: usize) -> i32 {
        engine.store.bounds(decision_vars.vars[index]).0
    }

    /// Returns the key of a variable; the variable with the smallest key is selected. Called only for unfixed
    /// variables.
    fn key(&self, engine: &Engine, decision_vars: &DecisionVars, index: usize) -> f64;
}

/// Creates the score that a variable selection needs; `None` if the selection depends on domains only.
pub(crate) fn score(
    order: VarSelect,
    engine: &Engine,
    decision_vars: &DecisionVars,
    seed: u64,
) -> Option<Box<dyn Score>> {
    Some(match order {
        VarSelect::Degree | VarSelect::DomDeg => Box::new(wdeg::Degrees::new(order, engine, decision_vars)),
        VarSelect::DomWdeg => Box::new(wdeg::Failures::new(engine, decision_vars)),
        VarSelect::RefinedWdeg => Box::new(refined_wdeg::Refined::new(engine, decision_vars)),
        VarSelect::ConflictHistory => Box::new(conflict_history::History::new(engine, decision_vars)),
        VarSelect::Activity => Box::new(activity::Activity::new(decision_vars, seed)),
        VarSelect::Impact => Box::new(impact::Impact::new(engine, decision_vars)),
        VarSelect::FailureRate => Box::new(failure_rate::FailureRate::new(decision_vars)),
        VarSelect::Input
        | VarSelect::SmallestDomain
        | VarSelect::LargestDomain
        | VarSelect::SmallestValue
        | VarSelect::LargestValue
        | VarSelect::MaxRegret
        | VarSelect::MostConstrained
        | VarSelect::Random => return None,
    })
}

/// The number of values left.
fn size(engine: &Engine, decision_vars: &DecisionVars, index: usize) -> f64 {
    f64::from(engine.store.size(decision_vars.vars[index]))
}
