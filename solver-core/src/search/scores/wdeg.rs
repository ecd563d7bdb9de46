//! Degree and weighted degree: `degree`, `dom/deg`, `dom/wdeg`.

use super::{DecisionVars, Score, size};
use crate::engine::Engine;
use crate::search::VarSelect;

/// The number of constraints on each decision variable.
pub(crate) struct Degrees {
    per_value: bool,
    counts: Vec<u64>,
}

impl Degrees {
    /// Counts the propagators that watch each variable, once per position.
    pub(crate) fn new(order: VarSelect, engine: &Engine, decision_vars: &DecisionVars) -> Degrees {
        let counts = decision_vars.vars.iter().map(|&v| engine.watchers(v).count() as u64).collect();
        Degrees { per_value: order == VarSelect::DomDeg, counts }
    }
}

impl Score for Degrees {
    fn key(&self, engine: &Engine, decision_vars: &DecisionVars, index: usize) -> f64 {
        let degree = self.counts[index];
        // Quotients of numbers below 2^53 are rounded correctly, so equal quotients give equal keys.
        if self.per_value { size(engine, decision_vars, index) / degree.max(1) as f64 } else { -(degree as f64) }
    }
}

/// Weighted degree: degree plus failures.
pub(crate) struct Failures {
    sums: Vec<u64>,
    /// By propagator: failures not yet added to the sums of its variables. While the variables of an earlier group are
    /// being decided, no keys are requested, and recording a failure takes constant time.
    pending: Vec<u64>,
    /// The propagators with pending failures.
    with_pending: Vec<u32>,
}

impl Failures {
    pub(crate) fn new(engine: &Engine, decision_vars: &DecisionVars) -> Failures {
        let weight = |v| engine.watchers(v).map(|p| 1 + engine.weight(p)).sum();
        let sums = decision_vars.vars.iter().map(|&v| weight(v)).collect();
        Failures { sums, pending: vec![0; engine.propagators()], with_pending: Vec::new() }
    }
}

impl Score for Failures {
    fn failed(&mut self, _: &Engine, _: &DecisionVars, propagator: Option<usize>) {
        if let Some(propagator) = propagator {
            if self.pending[propagator] == 0 {
                self.with_pending.push(propagator as u32);
            }
            self.pending[propagator] += 1;
        }
    }

    fn settle(&mut self, engine: &Engine, decision_vars: &DecisionVars) {
        for propagator in self.with_pending.drain(..) {
            let failures = std::mem::take(&mut self.pending[propagator as usize]);
            for index in engine.scope(propagator as usize).iter().filter_map(|view| decision_vars.index(view.var())) {
                self.sums[index] += failures;
            }
        }
    }

    fn key(&self, engine: &Engine, decision_vars: &DecisionVars, index: usize) -> f64 {
        size(engine, decision_vars, index) / self.sums[index].max(1) as f64
    }
}
