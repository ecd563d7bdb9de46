//! Core-guided runs: for an objective that is a sum, they derive lower bounds from sets of terms that cannot all be
//! smallest.
//!
//! A run assumes that no [slice](Slice) of the objective costs anything. Assumptions that cannot hold together form a
//! *core*, which [reformulates](crate::search::totals) the objective and raises its bound. If all assumptions hold, the
//! search decides by activity. At first only the heaviest slices are assumed to cost nothing; lighter ones follow after
//! a run without a core (stratification: C. Ansótegui, M. L. Bonet, J. Levy, *SAT-based MaxSAT algorithms*, Artificial
//! Intelligence 196, 2013).

use super::analyse::Analysis;
use super::assumptions::{Assumption, Assumptions};
use super::schedule::Schedule;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::search::Objective;
use crate::search::totals::{ObjectiveSum, Reformulation, Slice, Total, Totals};
use crate::view::View;
use std::sync::Arc;

/// An objective that is a sum, and the assumptions about it.
pub(super) struct CoreGuided {
    objective: View,
    /// The largest objective value at the root.
    greatest: i32,
    sum: Arc<ObjectiveSum>,
    now: Reformulation,
    /// The weight of the lightest slices that are assumed to cost nothing, and the largest weight below it.
    stratum: i64,
    lighter: Option<i64>,
    /// The assumptions of this run, each with the index of its slice.
    assumptions: Assumptions,
    /// Whether this run is guided by cores.
    is_on: bool,
    /// The base of the sum at the start of the latest guided run.
    earlier: Option<i64>,
    /// The maximum number of atoms in a total.
    longest: usize,
}

impl CoreGuided {
    /// Creates the state of core-guided search, at the root. A total has at most `longest` atoms.
    pub(super) fn new(objective: &Objective, sum: &Arc<ObjectiveSum>, engine: &Engine, longest: usize) -> CoreGuided {
        let slice = |&(weight, view): &(i64, View)| Slice { view, above: engine.min(view), once: false, weight };
        let slices: Vec<Slice> = sum.terms.iter().map(slice).collect();
        let base = sum.base + slices.iter().map(|slice| slice.weight * i64::from(slice.above)).sum::<i64>();
        CoreGuided {
            objective: objective.view,
            greatest: engine.max(objective.view),
            sum: sum.clone(),
            now: Reformulation { base, slices, totals: Vec::new() },
            stratum: i64::MAX,
            lighter: None,
            assumptions: Assumptions::default(),
            is_on: false,
            earlier: None,
            longest,
        }
    }

    /// Begins a run. If the last guided run did not raise the base, this run also assumes lighter slices, down to half
    /// the weight of the heaviest slice not yet assumed.
    pub(super) fn next_run(&mut self, schedule: &Schedule) {
        let is_fruitful = self.earlier.is_some_and(|base| self.now.base > base);
        if self.is_on && !is_fruitful {
            self.stratum = self.lighter.map_or(self.stratum, |weight| weight / 2 + 1);
        }
        self.is_on = self.now.totals.len() < self.sum.reserved.len() && schedule.is_guided(is_fruitful);
        if self.is_on {
            self.earlier = None;
        }
    }

    /// Collects the assumptions, at the root.
    pub(super) fn begin(&mut self, engine: &Engine) {
        if !self.is_on {
            return;
        }
        self.take_root(engine);
        self.earlier.get_or_insert(self.now.base);
        let cost = |slice: &Slice| next(engine, slice).1;
        let mut heavy: Vec<(i64, usize)> = (0..).zip(&self.now.slices).map(|(k, slice)| (cost(slice), k)).collect();
        heavy.sort_unstable_by_key(|&(weight, number)| (std::cmp::Reverse(weight), number));
        let greatest = heavy.first().map_or(0, |slice| slice.0);
        self.stratum = self.stratum.min(greatest);
        let split = heavy.partition_point(|slice| slice.0 >= self.stratum);
        self.lighter = heavy.get(split).map(|slice| slice.0);
        heavy.truncate(split);
        self.assumptions = Assumptions::new(heavy.iter().map(|&(_, number)| (self.now.slices[number].free(), number)));
    }

    /// Backtracks to this level.
    pub(super) fn back_to(&mut self, level: usize) {
        self.assumptions.back_to(level);
    }

    /// Returns the next step, or `None` if all assumptions hold. Pass a core to [`apply`](CoreGuided::apply) once back
    /// at the root.
    pub(super) fn next(&mut self, engine: &Engine, analysis: &mut Analysis) -> Option<Assumption> {
        if !self.is_on {
            return None;
        }
        match self.assumptions.next(engine)? {
            (atom, true) => Some(Assumption::Assume(atom)),
            (atom, false) => {
                let core = self.assumptions.core(engine, analysis, atom);
                self.is_on = core.is_some();
                core.map(Assumption::Core)
            }
        }
    }

    /// Moves the cost that is certain at the root to the base.
    fn take_root(&mut self, engine: &Engine) {
        let Reformulation { base, slices, .. } = &mut self.now;
        slices.retain_mut(|slice| {
            let least = engine.min(slice.view);
            let paid = slice.paid(least);
            *base += slice.weight * paid;
            slice.above = slice.above.max(least);
            engine.max(slice.view) > slice.above && !(slice.once && paid > 0)
        });
    }

    /// Returns a core as a clause: not all of its assumptions hold.
    pub(super) fn clause(&self, core: &[usize]) -> Vec<Atom> {
        core.iter().map(|&number| !self.now.slices[number].free()).collect()
    }

    /// Uses a core to reformulate the objective, at the root. Returns the new total, if there is one.
    pub(super) fn apply(&mut self, engine: &mut Engine, mut core: Vec<usize>) -> Option<&Total> {
        let slices = &mut self.now.slices;
        // Keeps only the weakest assumption about each variable: if it is false, so are the stronger ones.
        core.sort_unstable_by_key(|&number| (slices[number].view.var(), slices[number].above));
        core.dedup_by_key(|number| slices[*number].view.var());
        let members: Vec<(Slice, i32, i64)> = core
            .iter()
            .map(|&number| {
                let (value, cost) = next(engine, &slices[number]);
                (slices[number], value, cost)
            })
            .collect();
        let atoms: Vec<Atom> = members.iter().map(|&(slice, value, _)| Atom::at_least(slice.view, value)).collect();
        let [_, _, ..] = atoms[..] else {
            engine.learn(&atoms, 1);
            return None;
        };
        let Some(&view) = self.sum.reserved.get(self.now.totals.len()).filter(|_| atoms.len() <= self.longest) else {
            engine.store_at_root(&atoms);
            self.is_on = false;
            return None;
        };
        core.sort_unstable();
        for &number in core.iter().rev() {
            slices.swap_remove(number);
        }
        let weight = members.iter().map(|member| member.2).min().unwrap_or(0);
        for (slice, value, cost) in members {
            if cost > weight {
                slices.push(Slice { above: value - 1, once: true, weight: cost - weight, ..slice });
            }
            if !slice.once {
                slices.push(Slice { above: value, ..slice });
            }
        }
        self.now.base += weight;
        slices.push(Slice { view, above: 1, once: false, weight });
        self.now.totals.push(Total { view, atoms, weight });
        let totals = Totals::new(self.objective, self.greatest, &self.sum, self.now.clone());
        engine.replace(self.sum.propagator, Box::new(totals));
        engine.learn(&[Atom::at_least(view, 1)], 1);
        self.now.totals.last()
    }

    /// The memory held, in bytes. The reformulation counts twice, because the propagator has a copy of it.
    pub(super) fn bytes(&self) -> usize {
        let atoms: usize = self.now.totals.iter().map(|total| total.atoms.len()).sum();
        2 * (self.now.slices.len() * size_of::<Slice>() + atoms * size_of::<Atom>())
    }
}

/// Returns, at the root, the next value of a slice's view that costs something, and its cost.
fn next(engine: &Engine, slice: &Slice) -> (i32, i64) {
    let least = slice.above + 1;
    let value = if slice.once { least } else { engine.next_value(slice.view, least).unwrap_or(least) };
    (value, slice.weight * slice.paid(value))
}
