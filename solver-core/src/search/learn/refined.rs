//! Refined weights: `ca.cd`.
//!
//! A failure of a constraint says more about its variables the fewer of them were still open, and more about a variable
//! the fewer values it had (H. Wattez, C. Lecoutre, A. Paparrizou, S. Tabary, *Refining constraint weighting*, ICTAI 2019,
//! section III: `dom/wdeg` with weights ca.cd). A constraint weighs on each variable apart; at the start each weight is 1. A failure adds
//! `1 / (open variables × values of this one)`, where a variable without values counts as open with half a value. What
//! is fixed, and constraints whose other variables are, does not count.

use super::network::Network;
use super::{Learner, Places, size};
use crate::engine::Engine;
use crate::var::Var;

pub(super) struct Refined {
    network: Network,
    /// By pair of a variable and a constraint.
    weights: Vec<f64>,
    /// The open variables of the constraint that has failed.
    open: Vec<(Var, f64)>,
}

impl Refined {
    pub(super) fn new(engine: &Engine, places: &Places) -> Refined {
        let network = Network::new(engine, places);
        Refined { weights: vec![1.0; network.pairs()], network, open: Vec::new() }
    }
}

impl Learner for Refined {
    fn failed(&mut self, engine: &Engine, places: &Places, propagator: Option<usize>) {
        let Some(propagator) = propagator else { return };
        self.open.clear();
        for view in engine.scope(propagator) {
            let var = view.var();
            if engine.last_emptied() == Some(var) {
                self.open.push((var, 0.5));
            } else if engine.store.fixed(var).is_none() {
                self.open.push((var, f64::from(engine.store.size(var))));
            }
        }
        self.open.sort_unstable_by_key(|(var, _)| *var);
        self.open.dedup_by_key(|(var, _)| *var);
        let count = self.open.len() as f64;
        for &(var, values) in &self.open {
            let pair = places.of(var).and_then(|place| self.network.pair(place, propagator));
            if let Some(pair) = pair {
                self.weights[pair] += 1.0 / (count * values);
            }
        }
    }

    fn key(&self, engine: &Engine, places: &Places, place: usize) -> f64 {
        let weight: f64 = self.network.joined(engine, places, place).map(|pair| self.weights[pair]).sum();
        // What no constraint joins to anything open can wait: 1/0 is the largest key.
        if weight > 0.0 { size(engine, places, place) / weight } else { f64::INFINITY }
    }
}
