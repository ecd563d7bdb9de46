//! Core-guided runs: bounds on an objective that is a sum, from terms that cannot all be as small as possible.
//!
//! A run assumes that no [slice](Slice) of the objective costs anything. Either some of these assumptions exclude each other, a *core*, by which the objective is
//! [rewritten](crate::search::totals) and bounded anew; or all of them hold, and decisions by activity go on from there. At first only what is heaviest is
//! assumed, and more after a run without a core (stratification: C. Ansótegui, M. L. Bonet, J. Levy, *SAT-based MaxSAT algorithms*, Artificial Intelligence 196, 2013).

use super::analyse::Analysis;
use super::schedule::Schedule;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::search::Objective;
use crate::search::totals::{MOST, ObjectiveSum, Reformulation, Slice, Total, Totals};
use crate::store::LiteralState;
use crate::view::View;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What comes next in a core-guided run.
pub(in crate::search) enum Assumption {
    /// This is assumed.
    Assume(Atom),
    /// What was assumed makes the next assumption false: back to the root, for [`ConflictDriven::adopt_core`](super::ConflictDriven::adopt_core).
    Core,
}

/// An objective that is a sum, and what is assumed of it.
pub(super) struct CoreGuided {
    objective: View,
    /// The largest value of the objective at the root.
    greatest: i32,
    sum: Arc<ObjectiveSum>,
    now: Reformulation,
    /// The weight of the lightest assumptions, and the greatest one below it.
    stratum: i64,
    lighter: Option<i64>,
    /// What this run assumes, and the slices that it is about, by number; and how many of these hold.
    assumed: Vec<(Atom, usize)>,
    holding: usize,
    /// This run is guided.
    is_on: bool,
    /// The latest guided run has shown a core.
    is_fruitful: bool,
    /// The slices of the core that was found.
    core: Vec<usize>,
}

impl CoreGuided {
    /// At the root.
    pub(super) fn new(objective: &Objective, sum: &Arc<ObjectiveSum>, engine: &mut Engine) -> CoreGuided {
        // It rests where nobody looks for cores.
        engine.replace(sum.propagator, Box::new(Totals::none_yet(objective.view, sum)));
        let slice = |&(weight, view): &(i64, View)| {
            let above = engine.min(view);
            Slice { view, above, units: i32::MAX, weight }
        };
        let slices: Vec<Slice> = sum.terms.iter().map(slice).collect();
        let base = sum.base + slices.iter().map(|slice| slice.weight * i64::from(slice.above)).sum::<i64>();
        CoreGuided {
            objective: objective.view,
            greatest: engine.max(objective.view),
            sum: sum.clone(),
            now: Reformulation { base, slices, totals: Vec::new() },
            stratum: i64::MAX,
            lighter: None,
            assumed: Vec::new(),
            holding: 0,
            is_on: false,
            is_fruitful: false,
            core: Vec::new(),
        }
    }

    /// A run begins. Where one has shown no core, the next one assumes more: what weighs half as much as the heaviest of the others.
    pub(super) fn next_run(&mut self, schedule: &Schedule) {
        if self.is_on && !self.is_fruitful {
            self.stratum = self.lighter.map_or(self.stratum, |weight| weight / 2 + 1);
        }
        self.is_on = self.now.totals.len() < self.sum.spare.len() && schedule.is_guided(self.is_fruitful);
        self.is_fruitful &= !self.is_on;
    }

    /// At the root: what to assume.
    pub(super) fn begin(&mut self, engine: &Engine) {
        if !self.is_on {
            return;
        }
        self.take_root(engine);
        let weight = |slice: &Slice| slice.weight * i64::from(step(engine, slice));
        let mut heavy: Vec<(i64, usize)> = (0..).zip(&self.now.slices).map(|(k, slice)| (weight(slice), k)).collect();
        heavy.sort_unstable_by_key(|&(weight, number)| (std::cmp::Reverse(weight), number));
        let greatest = heavy.first().map_or(0, |slice| slice.0);
        self.stratum = self.stratum.min(greatest);
        let split = heavy.partition_point(|slice| slice.0 >= self.stratum);
        self.lighter = heavy.get(split).map(|slice| slice.0);
        heavy.truncate(split);
        self.assumed.clear();
        self.assumed.extend(heavy.iter().map(|&(_, number)| (self.now.slices[number].free(), number)));
        self.holding = 0;
    }

    /// The search has gone back.
    pub(super) fn back(&mut self) {
        self.holding = 0;
    }

    /// What comes next; `None` if all that was assumed holds.
    pub(super) fn next(&mut self, engine: &Engine, analysis: &mut Analysis) -> Option<Assumption> {
        if !self.is_on {
            return None;
        }
        while let Some(&(atom, number)) = self.assumed.get(self.holding) {
            match engine.store.literal_state(atom) {
                LiteralState::True => self.holding += 1,
                LiteralState::Open => return Some(Assumption::Assume(atom)),
                LiteralState::False => {
                    let mut decisions = Vec::new();
                    analysis.decisions_behind(engine, !atom, &mut decisions);
                    let numbers: FxHashMap<Atom, usize> = self.assumed.iter().copied().collect();
                    // All decisions are assumptions: others come only when every assumption holds.
                    let core: Option<Vec<usize>> = decisions.iter().map(|atom| numbers.get(atom).copied()).collect();
                    self.core = core?;
                    self.core.push(number);
                    self.core.sort_unstable();
                    return Some(Assumption::Core);
                }
            }
        }
        None
    }

    /// What is known at the root is paid, and moves to the base.
    fn take_root(&mut self, engine: &Engine) {
        for slice in &mut self.now.slices {
            let paid = slice.paid(engine.min(slice.view));
            self.now.base += slice.weight * paid;
            slice.above += paid as i32;
            slice.units = units_without(slice.units, paid as i32);
        }
        self.now.slices.retain(|slice| slice.units > 0 && engine.max(slice.view) > slice.above);
    }

    /// Back at the root: rewrites the objective by the core. Returns the new total, if it needs one.
    pub(super) fn adopt(&mut self, engine: &mut Engine) -> Option<&Total> {
        self.is_fruitful = true;
        let core = std::mem::take(&mut self.core);
        let next = |number: usize| {
            let slice = self.now.slices[number];
            Slice { above: slice.above + step(engine, &slice), ..slice }
        };
        let atoms: Vec<Atom> =
            core.iter().map(|&number| Atom::at_least(next(number).view, next(number).above)).collect();
        let [_, _, ..] = atoms[..] else {
            engine.learn(&atoms, 1);
            return None;
        };
        let Some(&view) = self.sum.spare.get(self.now.totals.len()).filter(|_| atoms.len() <= MOST as usize) else {
            engine.adopt_nogood(&atoms);
            self.is_on = false;
            return None;
        };
        // What a slice costs at its next value, at least.
        let lump = |number: usize| {
            let slice = self.now.slices[number];
            slice.weight * i64::from(next(number).above - slice.above)
        };
        let weight = core.iter().map(|&number| lump(number)).min().unwrap_or(0);
        let mut rest = Vec::new();
        for &number in &core {
            let (slice, after) = (self.now.slices[number], next(number));
            let left = lump(number) - weight;
            if left > 0 {
                rest.push(Slice { above: after.above - 1, units: 1, weight: left, ..slice });
            }
            rest.push(Slice { units: units_without(slice.units, after.above - slice.above), ..after });
        }
        for &number in core.iter().rev() {
            self.now.slices.swap_remove(number);
        }
        self.now.base += weight;
        self.now.slices.extend(rest.into_iter().filter(|slice| slice.units > 0));
        self.now.slices.push(Slice { view, above: 1, units: i32::MAX, weight });
        self.now.totals.push(Total { view, atoms });
        let totals = Totals::new(self.objective, self.greatest, &self.sum, self.now.clone());
        engine.replace(self.sum.propagator, Box::new(totals));
        engine.learn(&[Atom::at_least(view, 1)], 1);
        self.now.totals.last()
    }
}

/// At the root: the units to the next value of the slice's view, of those that it has.
fn step(engine: &Engine, slice: &Slice) -> i32 {
    let next = engine.next_value(slice.view, slice.above + 1).map_or(1, |value| value - slice.above);
    next.min(slice.units)
}

/// Those that are not limited remain so.
fn units_without(units: i32, paid: i32) -> i32 {
    if units == i32::MAX { units } else { units - paid }
}
