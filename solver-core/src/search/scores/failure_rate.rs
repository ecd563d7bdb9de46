//! Failure rate (FRBA): variable scores by the share of failed decisions.
//!
//! A variable's score combines the share of its decisions that failed immediately with the age of its last failed
//! decision (H. Li, M. Yin, Z. Li, *Failure based variable ordering heuristics for solving CSPs*, CP 2021, section 3).
//! Only branches that assign a value count, not their negations. Initially, each variable is assumed to have had one
//! decision with half a failure.

use super::{DecisionVars, Score, size};
use crate::atom::Atom;
use crate::engine::Engine;
use crate::search::Branch;

pub(super) struct FailureRate {
    /// By variable index: the number of decisions, the number of failed decisions, and the total number of failures up
    /// to the last failed decision.
    tried: Vec<f64>,
    failed: Vec<f64>,
    last: Vec<u64>,
    failures: u64,
    /// The index of the variable being decided.
    current: Option<usize>,
}

impl FailureRate {
    pub(super) fn new(decision_vars: &DecisionVars) -> FailureRate {
        let n = decision_vars.vars.len();
        FailureRate { tried: vec![1.0; n], failed: vec![0.5; n], last: vec![0; n], failures: 0, current: None }
    }
}

impl Score for FailureRate {
    fn deciding(&mut self, _: &Engine, decision_vars: &DecisionVars, atom: Atom, branch: Branch) {
        self.current = if branch == Branch::Right { None } else { decision_vars.index(atom.var()) };
        if let Some(index) = self.current {
            self.tried[index] += 1.0;
        }
    }

    fn reached(&mut self, _: &Engine, _: &DecisionVars) {
        self.current = None;
    }

    fn failed(&mut self, _: &Engine, _: &DecisionVars, _: Option<usize>) {
        self.failures += 1;
        if let Some(index) = self.current.take() {
            self.failed[index] += 1.0;
            self.last[index] = self.failures;
        }
    }

    fn key(&self, engine: &Engine, decision_vars: &DecisionVars, index: usize) -> f64 {
        let rate = self.failed[index] / self.tried[index];
        let lately = 1.0 / (self.failures - self.last[index] + 1) as f64;
        size(engine, decision_vars, index) / (rate + lately)
    }
}
