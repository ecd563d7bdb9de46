//! Degree and weighted degree: `degree`, `dom/deg`, `dom/wdeg`.

use super::{Places, Score, size};
use crate::engine::Engine;
use crate::search::VarSelect;

/// The number of constraints on each decision variable.
pub(crate) struct Degrees {
    per_value: bool,
    counts: Vec<u64>,
}

impl Degrees {
    /// One for every propagator that watches the variable, at each position.
    pub(crate) fn new(order: VarSelect, engine: &Engine, places: &Places) -> Degrees {
        let counts = places.vars.iter().map(|&v| engine.watchers(v).count() as u64).collect();
        Degrees { per_value: order == VarSelect::DomDeg, counts }
    }
}

impl Score for Degrees {
    fn key(&self, engine: &Engine, places: &Places, place: usize) -> f64 {
        let degree = self.counts[place];
        // The quotient of two numbers below 2^53 is rounded correctly: equal quotients are equal keys.
        if self.per_value { size(engine, places, place) / degree.max(1) as f64 } else { -(degree as f64) }
    }
}

/// Degree plus failures.
pub(crate) struct Failures {
    sums: Vec<u64>,
}

impl Failures {
    pub(crate) fn new(engine: &Engine, places: &Places) -> Failures {
        let weight = |v| engine.watchers(v).map(|p| 1 + engine.weight(p)).sum();
        Failures { sums: places.vars.iter().map(|&v| weight(v)).collect() }
    }
}

impl Score for Failures {
    fn failed(&mut self, engine: &Engine, places: &Places, propagator: Option<usize>) {
        for view in propagator.map_or(&[][..], |p| engine.scope(p)) {
            if let Some(place) = places.of(view.var()) {
                self.sums[place] += 1;
            }
        }
    }

    fn key(&self, engine: &Engine, places: &Places, place: usize) -> f64 {
        size(engine, places, place) / self.sums[place].max(1) as f64
    }
}
