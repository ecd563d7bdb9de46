//! Activity-based search (ABS): variable scores by activity.
//!
//! A variable's activity grows by 1 at each node where propagation changes its domain, failed nodes included, and
//! decays by a factor at each node where it was open (L. Michel, P. Van Hentenryck, *Activity-based search for
//! black-box constraint programming solvers*, CPAIOR 2012, section 3). To find the changed domains, each node inspects
//! every variable.
//!
//! The initial activity is the mean over random probes from the root. Each decision of a probe gives a random open
//! variable a random value, until propagation fails or all variables are fixed (section 3.3). Probing ends when for
//! every variable the 95 % confidence interval of the mean reaches at most 20 % to each side, after [`DIVES`] probes,
//! or when [`EFFORT`] is used up.

use super::sizes::Sizes;
use super::{Places, Score, size};
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::{Engine, Halt};
use crate::search::Branch;
use crate::search::rng::Rng;
use crate::view::View;

/// The decay factor of an activity per node.
const AGEING: f64 = 0.999;
/// Probes: minimum and maximum.
const DIVES: std::ops::RangeInclusive<u32> = 10..=100;
/// Variables inspected plus propagator runs, after which no further probe begins.
const EFFORT: u64 = 20_000_000;

pub(super) struct Activity {
    /// By variable index.
    activities: Vec<f64>,
    before: Sizes,
    /// A decision was made since the last node.
    decided: bool,
    rng: Rng,
}

impl Activity {
    pub(super) fn new(places: &Places, seed: u64) -> Activity {
        let activities = vec![0.0; places.vars.len()];
        Activity { activities, before: Sizes::default(), decided: false, rng: Rng::new(seed) }
    }

    #[cfg(test)]
    pub(super) fn activities(&self) -> &[f64] {
        &self.activities
    }

    /// Updates the scores after the node's propagation. `emptied` is the index of the variable whose domain became
    /// empty, if there is one.
    fn scores(&mut self, engine: &Engine, places: &Places, emptied: Option<usize>) {
        if !std::mem::take(&mut self.decided) {
            return;
        }
        for (place, before, after) in self.before.open(engine, places) {
            self.activities[place] *= AGEING;
            if after != before || emptied == Some(place) {
                self.activities[place] += 1.0;
            }
        }
    }

    /// Runs one probe: decides at random until propagation fails or all variables are fixed. Counts the changes of
    /// each domain and returns the work done.
    fn fix(&mut self, engine: &mut Engine, places: &Places, changes: &mut [f64]) -> Result<u64, StopReason> {
        let (mut work, runs) = (0, engine.propagations());
        loop {
            self.before.record(engine, places);
            work += places.vars.len() as u64;
            // A random open variable.
            let open = self.before.open(engine, places).count() as u64;
            let chosen = self.rng.below(open) as usize;
            let Some((place, values, _)) = self.before.open(engine, places).nth(chosen) else { break };
            let var = places.vars[place];
            let value = engine.nth(var, self.rng.below(values.into()) as u32);
            let end = engine.assume(Atom::equals(View::of(var), value)).and_then(|()| engine.propagate());
            if let Err(Halt::Stopped(by)) = end {
                return Err(by);
            }
            let emptied = if end.is_err() { engine.last_emptied().and_then(|var| places.index(var)) } else { None };
            for (place, before, after) in self.before.open(engine, places) {
                changes[place] += f64::from(u8::from(after != before || emptied == Some(place)));
            }
            if !engine.budget().spend(places.vars.len() / 2) {
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
    fn prepare(&mut self, engine: &mut Engine, places: &Places) -> Result<(), StopReason> {
        let n = places.vars.len();
        let (mut sums, mut squares) = (vec![0.0; n], vec![0.0; n]);
        let mut work = 0;
        for dives in 1..=*DIVES.end() {
            let mut changes = vec![0.0; n];
            engine.push_level();
            let fix = self.fix(engine, places, &mut changes);
            engine.pop_level();
            work += fix?;
            for place in 0..n {
                sums[place] += changes[place];
                squares[place] += changes[place] * changes[place];
            }
            let count = f64::from(dives);
            self.activities.iter_mut().zip(&sums).for_each(|(activity, sum)| *activity = sum / count);
            let known = |place: usize| {
                let mean = self.activities[place];
                let variance = ((squares[place] - count * mean * mean) / (count - 1.0)).max(0.0);
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

    fn deciding(&mut self, engine: &Engine, places: &Places, _: Atom, _: Branch) {
        self.before.record(engine, places);
        self.decided = true;
    }

    fn reached(&mut self, engine: &Engine, places: &Places) {
        self.scores(engine, places, None);
    }

    fn failed(&mut self, engine: &Engine, places: &Places, _: Option<usize>) {
        self.scores(engine, places, engine.last_emptied().and_then(|var| places.index(var)));
    }

    fn key(&self, engine: &Engine, places: &Places, place: usize) -> f64 {
        let activity = self.activities[place];
        if activity > 0.0 { size(engine, places, place) / activity } else { f64::INFINITY }
    }
}
