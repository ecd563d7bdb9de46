//! Refined weighted degree: `ca.cd`.
//!
//! When a constraint fails, it adds more weight for all its variables if fewer of them were undecided, and more for a
//! variable with fewer values (H. Wattez, C. Lecoutre, A. Paparrizou, S. Tabary, *Refining constraint weighting*, ICTAI
//! 2019, section III: `dom/wdeg` with weights ca.cd). A constraint has a weight for each of its variables, initially 1.
//! A failure adds `1 / (undecided variables × values of this variable)`, where an empty domain counts as half a value,
//! and a variable fixed by propagation has one value. Constraints without another unfixed variable do not count.

use super::network::Network;
use super::{DecisionVars, Score, size};
use crate::atom::{Atom, Relation};
use crate::engine::Engine;
use crate::search::Branch;
use crate::var::Var;

pub(super) struct Refined {
    network: Network,
    /// By variable-constraint pair.
    weights: Vec<f64>,
    /// The variables assigned by decisions on this branch, each with its decision level.
    decided: Vec<(usize, Var)>,
    /// By variable: whether it is in `decided`.
    is_decided: Vec<bool>,
    /// The undecided variables of the failed constraint, with their domain sizes.
    open: Vec<(Var, f64)>,
}

impl Refined {
    pub(super) fn new(engine: &Engine, decision_vars: &DecisionVars) -> Refined {
        let network = Network::new(engine, decision_vars);
        let is_decided = vec![false; engine.variables()];
        Refined { weights: vec![1.0; network.pairs()], network, decided: Vec::new(), is_decided, open: Vec::new() }
    }
}

impl Score for Refined {
    fn deciding(&mut self, engine: &Engine, _: &DecisionVars, atom: Atom, branch: Branch) {
        let level = engine.level();
        // The last branch of a node has no level of its own, so earlier decisions may be at the same level.
        let fresh = match branch {
            Branch::Left => true,
            Branch::Right => false,
            Branch::Value { index, of } => index + 1 < of,
        };
        while let Some((_, undone)) = self.decided.pop_if(|(at, _)| *at > level || fresh && *at == level) {
            self.is_decided[undone.index()] = false;
        }
        if atom.relation() == Relation::Equal {
            self.decided.push((level, atom.var()));
            self.is_decided[atom.var().index()] = true;
        }
    }

    fn failed(&mut self, engine: &Engine, decision_vars: &DecisionVars, propagator: Option<usize>) {
        let Some(propagator) = propagator else { return };
        self.open.clear();
        for view in engine.scope(propagator) {
            let var = view.var();
            if engine.last_emptied() == Some(var) {
                self.open.push((var, 0.5));
            } else if !self.is_decided[var.index()] {
                self.open.push((var, f64::from(engine.store.size(var))));
            }
        }
        self.open.sort_unstable_by_key(|(var, _)| *var);
        self.open.dedup_by_key(|(var, _)| *var);
        let count = self.open.len() as f64;
        for &(var, values) in &self.open {
            let pair = decision_vars.index(var).and_then(|index| self.network.pair(index, propagator));
            if let Some(pair) = pair {
                self.weights[pair] += 1.0 / (count * values);
            }
        }
    }

    fn key(&self, engine: &Engine, decision_vars: &DecisionVars, index: usize) -> f64 {
        let weight: f64 = self.network.joined(engine, decision_vars, index).map(|pair| self.weights[pair]).sum();
        // A variable that no constraint links to another open one can wait, so it gets the largest key, infinity.
        if weight > 0.0 { size(engine, decision_vars, index) / weight } else { f64::INFINITY }
    }
}
