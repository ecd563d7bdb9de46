//! Activity-based search (ABS): variable scores by activity.
//!
//! A variable's activity grows by 1 at each node where propagation changes its domain, failed nodes included, and
//! decays by a factor at each node where it was open (L. Michel, P. Van Hentenryck, *Activity-based search for
//! black-box constraint programming solvers*, CPAIOR 2012, section 3). To find the changed domains, each node inspects
//! every variable.
//!
//! The initial activity is the mean over random probes from the root. Each decision of a probe gives a random open
//! variable a random value, until propagation fails or all variables are fixed (section 3.3). Probing ends when, for
//! every variable, the 95 % confidence interval extends at most 20 % to each side of the mean, after [`DIVES`]
//! probes, or when [`EFFORT`] is used up.

use super::sizes::Sizes;
use super::{DecisionVars, Score, size};
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::{Engine, Halt};
use crate::rng::Rng;
use crate::search::Branch;
use crate::view::View;

/// The decay factor of an activity per node.
const AGEING: f64 = 0.999;
/// The minimum and maximum number of probes.
const DIVES: std::ops::RangeInclusive<u32> = 10..=100;
/// No further probe begins after this many inspected variables plus propagator runs.
const EFFORT: u64 = 20_000_000;

pub(super) struct Activity {
    /// By variable index.
    activities: Vec<f64>,
    before: Sizes,
    /// Whether a decision was made since the last node.
    decided: bool,
    rng: Rng,
}

impl Activity {
    pub(super) fn new(decision_vars: &DecisionVars, seed: u64) -> Activity {
        let activities = vec![0.0; decision_vars.vars.len()];
        Activity { activities, before: Sizes::default(), decided: false, rng: Rng::new(seed) }
    }

    #[cfg(test)]
    pub(super) fn activities(&self) -> &[f64] {
        &self.activities
    }

    /// Updates the scores after the node's propagation. `emptied` is the index of the variable whose domain became
    /// empty, if there is one.
    fn scores(&mut self, engine: &Engine, decision_vars: &DecisionVars, emptied: Option<usize>) {
        if !std::mem::take(&mut self.decided) {
            return;
        }
        for (index, before, after) in self.before.open(engine, decision_vars) {
            self.activities[index] *= AGEING;
            if after != before || emptied == Some(index) {
                self.activities[index] += 1.0;
            }
        }
    }

    /// Runs one probe: decides at random until propagation fails or all variables are fixed. Counts each domain's
    /// changes and returns the work done.
    fn fix(
        &mut self,
        engine: &mut Engine,
        decision_vars: &DecisionVars,
        changes: &mut [f64],
    ) -> Result<u64, StopReason> {
        let (mut work, runs) = (0, engine.propagations());
        loop {
            self.before.record(engine, decision_vars);
            work += decision_vars.vars.len() as u64;
            // Picks a random open variable.
            let open = self.before.open(engine, decision_vars).count() as u64;
            let chosen = self.rng.below(open) as usize;
            let Some((index, values, _)) = self.before.open(engine, decision_vars).nth(chosen) else { break };
            let var = decision_vars.vars[index];
            let value = engine.nth(var, self.rng.below(values.into()) as u32);
            let end = engine.assume(Atom::equals(View::from(var), value)).and_then(|()| engine.propagate());
            if let Err(Halt::Stopped(by)) = end {
                return Err(by);
            }
            let emptied =
                if end.is_err() { engine.last_emptied().and_then(|var| decision_vars.index(var)) } else { None };
            for (index, before, after) in self.before.open(engine, decision_vars) {
                changes[index] += f64::from(u8::from(after != before || emptied == Some(index)));
            }
            if !engine.budget().spend(decision_vars.vars.len() / 2) {
                return Err(engine.budget().stopped.unwrap_or(StopReason::Cancelled));
            }
            if end.is_err() {
                break;
            }
        }
        Ok(work + engine.propagations() - runs)
    }
}

impl Score for Activity {
    fn prepare(&mut self, engine: &mut Engine, decision_vars: &DecisionVars) -> Result<(), StopReason> {
        let n = decision_vars.vars.len();
        let (mut sums, mut squares) = (vec![0.0; n], vec![0.0; n]);
        let mut work = 0;
        for dives in 1..=*DIVES.end() {
            let mut changes = vec![0.0; n];
            engine.push_level();
            let fix = self.fix(engine, decision_vars, &mut changes);
            engine.pop_level();
            work += fix?;
            for index in 0..n {
                sums[index] += changes[index];
                squares[index] += changes[index] * changes[index];
            }
            let count = f64::from(dives);
            self.activities.iter_mut().zip(&sums).for_each(|(activity, sum)| *activity = sum / count);
            let known = |index: usize| {
                let mean = self.activities[index];
                let variance = ((squares[index] - count * mean * mean) / (count - 1.0)).max(0.0);
                1.96 * (variance / count).sqrt() <= 0.2 * mean
            };
            if work > EFFORT || dives >= *DIVES.start() && (0..n).all(known) {
                break;
            }
        }
        Ok(())
    }

    fn inspects_all(&self) -> bool {
        true
    }

    fn deciding(&mut self, engine: &Engine, decision_vars: &DecisionVars, _: Atom, _: Branch) {
        self.before.record(engine, decision_vars);
        self.decided = true;
    }

    fn reached(&mut self, engine: &Engine, decision_vars: &DecisionVars) {
        self.scores(engine, decision_vars, None);
    }

    fn failed(&mut self, engine: &Engine, decision_vars: &DecisionVars, _: Option<usize>) {
        self.scores(engine, decision_vars, engine.last_emptied().and_then(|var| decision_vars.index(var)));
    }

    fn key(&self, engine: &Engine, decision_vars: &DecisionVars, index: usize) -> f64 {
        let activity = self.activities[index];
        if activity > 0.0 { size(engine, decision_vars, index) / activity } else { f64::INFINITY }
    }
}
