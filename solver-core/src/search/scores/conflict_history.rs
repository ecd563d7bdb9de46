//! Conflict-history search (CHS): variable scores by recent failures.
//!
//! Each constraint has a score, an exponential average of rewards. The fewer failures the search has had since the
//! constraint's previous failure, the higher the reward for its next one (D. Habet, C. Terrioux, *Conflict history
//! based heuristic for constraint satisfaction problem solving*, Journal of Heuristics 27, 2021, section 3, with its
//! parameters). A restart smooths the scores, older ones more, and resets the weight of new rewards.

use super::network::Network;
use super::{DecisionVars, Score, size};
use crate::engine::Engine;

/// The share of a new reward in a score: its initial value, decrement per failure, and final value.
const FIRST_SHARE: f64 = 0.4;
const LESS: f64 = 1e-6;
const LAST_SHARE: f64 = 0.06;
/// The constant added to every score, so that constraints without failures count too.
const DELTA: f64 = 1e-4;
/// The smoothing factor at a restart, applied once for each search failure since the constraint's last failure.
const SMOOTHING: f64 = 0.995;

pub(super) struct History {
    network: Network,
    /// By propagator.
    scores: Vec<f64>,
    /// By propagator: the number of search failures before this propagator's last failure.
    last: Vec<u64>,
    failures: u64,
    share: f64,
}

impl History {
    pub(super) fn new(engine: &Engine, decision_vars: &DecisionVars) -> History {
        let n = engine.propagators();
        let network = Network::new(engine, decision_vars);
        History { network, scores: vec![0.0; n], last: vec![0; n], failures: 0, share: FIRST_SHARE }
    }

    #[cfg(test)]
    pub(super) fn score(&self, propagator: usize) -> f64 {
        self.scores[propagator]
    }
}

impl Score for History {
    fn failed(&mut self, _: &Engine, _: &DecisionVars, propagator: Option<usize>) {
        let Some(propagator) = propagator else { return };
        let reward = 1.0 / (self.failures - self.last[propagator] + 1) as f64;
        let score = &mut self.scores[propagator];
        *score = (1.0 - self.share) * *score + self.share * reward;
        self.share = (self.share - LESS).max(LAST_SHARE);
        self.last[propagator] = self.failures;
        self.failures += 1;
    }

    fn restarted(&mut self) {
        for (score, &last) in self.scores.iter_mut().zip(&self.last) {
            *score *= power(SMOOTHING, self.failures - last);
        }
        self.share = FIRST_SHARE;
    }

    fn key(&self, engine: &Engine, decision_vars: &DecisionVars, index: usize) -> f64 {
        let joined = self.network.joined(engine, decision_vars, index);
        let score: f64 = joined.map(|pair| self.scores[self.network.propagator(pair)] + DELTA).sum();
        if score > 0.0 { size(engine, decision_vars, index) / score } else { f64::INFINITY }
    }
}

/// Raises a number to a power by multiplications in a fixed order. The result is therefore the same on every machine,
/// which `powi` does not guarantee.
fn power(mut base: f64, mut exponent: u64) -> f64 {
    let mut result = 1.0;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    result
}
