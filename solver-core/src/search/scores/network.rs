//! The constraint network: which constraints are on which variables, and which of them link two open variables.

use super::DecisionVars;
use crate::engine::Engine;
use crate::var::Var;
use std::cell::Cell;
use std::ops::Range;

/// The constraints on each decision variable.
pub(super) struct Network {
    /// For each variable in order: the propagators that watch it, without repetitions, in ascending order.
    on: Vec<u32>,
    /// By variable index: the end of its range in `on`.
    ends: Vec<u32>,
    /// By propagator: two scope positions whose variables were open at the last inspection. These hints are in cells,
    /// because updating them does not change the network.
    open: Vec<Cell<[u32; 2]>>,
}

impl Network {
    pub(super) fn new(engine: &Engine, decision_vars: &DecisionVars) -> Network {
        let (mut on, mut ends) = (Vec::new(), Vec::with_capacity(decision_vars.vars.len()));
        for &var in &decision_vars.vars {
            let start = on.len();
            on.extend(engine.watchers(var).map(|p| p as u32));
            on[start..].sort_unstable();
            let mut kept = start;
            for i in start..on.len() {
                if kept == start || on[kept - 1] != on[i] {
                    on[kept] = on[i];
                    kept += 1;
                }
            }
            on.truncate(kept);
            ends.push(on.len() as u32);
        }
        Network { on, ends, open: vec![Cell::new([0, 1]); engine.propagators()] }
    }

    /// The number of variable-constraint pairs.
    pub(super) fn pairs(&self) -> usize {
        self.on.len()
    }

    /// The indices of the pairs that contain the variable with this index.
    pub(super) fn pairs_on(&self, index: usize) -> Range<usize> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        start as usize..self.ends[index] as usize
    }

    /// The index of a variable-constraint pair, if the constraint is on the variable.
    pub(super) fn pair(&self, index: usize, propagator: usize) -> Option<usize> {
        let range = self.pairs_on(index);
        let found = self.on[range.clone()].binary_search(&(propagator as u32)).ok()?;
        Some(range.start + found)
    }

    /// The constraint of a pair.
    pub(super) fn propagator(&self, pair: usize) -> usize {
        self.on[pair] as usize
    }

    /// The pairs of an open variable with constraints that contain another open variable. Costs one step per
    /// constraint, plus a scan of the constraint's variables if those recorded as open are now fixed.
    pub(super) fn joined<'a>(
        &'a self,
        engine: &'a Engine,
        decision_vars: &DecisionVars,
        index: usize,
    ) -> impl Iterator<Item = usize> + 'a {
        let var = decision_vars.vars[index];
        self.pairs_on(index).filter(move |&pair| self.joins(engine, self.propagator(pair), var))
    }

    fn joins(&self, engine: &Engine, propagator: usize, var: Var) -> bool {
        let scope = engine.scope(propagator);
        let other = |k: u32| {
            let view = scope.get(k as usize);
            view.is_some_and(|view| view.var() != var && engine.store.fixed(view.var()).is_none())
        };
        let [first, second] = self.open[propagator].get();
        if other(first) || other(second) {
            return true;
        }
        let found = (0..scope.len() as u32).find(|&k| other(k));
        if let Some(k) = found {
            self.open[propagator].set([k, first]);
        }
        found.is_some()
    }
}
