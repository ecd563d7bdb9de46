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
    /// What was assumed makes the next assumption false. The slices that these are about, by number: back to the root, for
    /// [`ConflictDriven::adopt_core`](super::ConflictDriven::adopt_core).
    Core(Vec<usize>),
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
    /// The base when the latest guided run began.
    earlier: Option<i64>,
}

impl CoreGuided {
    /// At the root.
    pub(super) fn new(objective: &Objective, sum: &Arc<ObjectiveSum>, engine: &Engine) -> CoreGuided {
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
            assumed: Vec::new(),
            holding: 0,
            is_on: false,
            earlier: None,
        }
    }

    /// A run begins. Where one has not raised the base, the next one assumes more: what weighs half as much as the heaviest of the others.
    pub(super) fn next_run(&mut self, schedule: &Schedule) {
        let is_fruitful = self.earlier.is_some_and(|base| self.now.base > base);
        if self.is_on && !is_fruitful {
            self.stratum = self.lighter.map_or(self.stratum, |weight| weight / 2 + 1);
        }
        self.is_on = self.now.totals.len() < self.sum.spare.len() && schedule.is_guided(is_fruitful);
        if self.is_on {
            self.earlier = None;
        }
    }

    /// At the root: what to assume.
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
        self.assumed.clear();
        self.assumed.extend(heavy.iter().map(|&(_, number)| (self.now.slices[number].free(), number)));
        self.holding = 0;
    }

    /// The search has gone back to this level.
    pub(super) fn back_to(&mut self, level: usize) {
        // Each level decides one of them at least.
        self.holding = self.holding.min(level);
    }

    /// What comes next; `None` if all that was assumed holds.
    pub(super) fn next(&mut self, engine: &Engine, analysis: &mut Analysis) -> Option<Assumption> {
        if !self.is_on {
            return None;
        }
        while let Some(&(atom, _)) = self.assumed.get(self.holding) {
            match engine.store.literal_state(atom) {
                LiteralState::True => self.holding += 1,
                LiteralState::Open => return Some(Assumption::Assume(atom)),
                LiteralState::False => {
                    let numbers: FxHashMap<Atom, usize> = self.assumed.iter().copied().collect();
                    // All decisions are assumptions: others come only when every assumption holds.
                    let number = |atom: &Atom| numbers.get(atom).copied();
                    let decisions = analysis.decisions_behind(engine, !atom);
                    let core = decisions.and_then(|decisions| decisions.iter().chain([&atom]).map(number).collect());
                    self.is_on = core.is_some();
                    return core.map(Assumption::Core);
                }
            }
        }
        None
    }

    /// What is known at the root is paid, and moves to the base.
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

    /// Back at the root: rewrites the objective by a core. Returns the new total, if it needs one.
    pub(super) fn adopt(&mut self, engine: &mut Engine, mut core: Vec<usize>) -> Option<&Total> {
        let slices = &mut self.now.slices;
        // Of a variable only the weakest: where it is false, so is a stronger one.
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
        let Some(&view) = self.sum.spare.get(self.now.totals.len()).filter(|_| atoms.len() <= MOST as usize) else {
            engine.adopt_nogood(&atoms);
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
        self.now.totals.push(Total { view, atoms });
        let totals = Totals::new(self.objective, self.greatest, &self.sum, self.now.clone());
        engine.replace(self.sum.propagator, Box::new(totals));
        engine.learn(&[Atom::at_least(view, 1)], 1);
        self.now.totals.last()
    }

    /// The memory held, in bytes: twice, because the propagator has what is written now, too.
    pub(super) fn bytes(&self) -> usize {
        let atoms: usize = self.now.totals.iter().map(|total| total.atoms.len()).sum();
        2 * (self.now.slices.len() * size_of::<Slice>() + atoms * size_of::<Atom>())
    }
}

/// At the root: the next value of a slice's view that costs something, and what it costs.
fn next(engine: &Engine, slice: &Slice) -> (i32, i64) {
    let least = slice.above + 1;
    let value = if slice.once { least } else { engine.next_value(slice.view, least).unwrap_or(least) };
    (value, slice.weight * slice.paid(value))
}
