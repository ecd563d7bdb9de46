//! Failure rate (FRBA): variable scores by the share of failed decisions.
//!
//! The score is the share of the decisions on a variable that failed at once, combined with how long ago the last of
//! them was (H. Li, M. Yin, Z. Li, *Failure based variable ordering heuristics for solving CSPs*, CP 2021, section 3).
//! Only branches that assign a value count, not their negations. Initially each variable has half a failure in one
//! decision.

use super::{Places, Score, size};
use crate::atom::Atom;
use crate::engine::Engine;
use crate::search::Branch;

pub(super) struct FailureRate {
    /// By variable index: the number of decisions, of failed decisions, and of all failures up to the last of these.
    tried: Vec<f64>,
    failed: Vec<f64>,
    last: Vec<u64>,
    failures: u64,
    /// The index of the variable being decided.
    current: Option<usize>,
}

impl FailureRate {
    pub(super) fn new(places: &Places) -> FailureRate {
        let n = places.vars.len();
        FailureRate { tried: vec![1.0; n], failed: vec![0.5; n], last: vec![0; n], failures: 0, current: None }
    }
}

impl Score for FailureRate {
    fn deciding(&mut self, _: &Engine, places: &Places, atom: Atom, branch: Branch) {
        self.current = if branch == Branch::Right { None } else { places.index(atom.var()) };
        if let Some(place) = self.current {
            self.tried[place] += 1.0;
        }
    }

    fn reached(&mut self, _: &Engine, _: &Places) {
        self.current = None;
    }

    fn failed(&mut self, _: &Engine, _: &Places, _: Option<usize>) {
        self.failures += 1;
        if let Some(place) = self.current.take() {
            self.failed[place] += 1.0;
            self.last[place] = self.failures;
        }
    }

    fn key(&self, engine: &Engine, places: &Places, place: usize) -> f64 {
        let rate = self.failed[place] / self.tried[place];
        let lately = 1.0 / (self.failures - self.last[place] + 1) as f64;
        size(engine, places, place) / (rate + lately)
    }
}
