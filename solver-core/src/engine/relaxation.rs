//! The linear relaxation in the engine: made at the root of a search that learns, and run at fixpoints.

use super::Engine;
use crate::linear_rows::LinearRows;
use crate::relaxation::LinearRelaxation;
use crate::store::{RelaxationStatistics, Relaxed};
use crate::view::View;

/// Units of the budget for each term of a row.
const COLLECTING: usize = 20;

/// The place of the linear relaxation among the propagators.
#[derive(Clone)]
pub(super) struct RelaxationSlot {
    pub(super) propagator: u32,
    /// Whether it runs at the root only.
    pub(super) root_only: bool,
    /// Whether the relaxation was made and is not empty.
    is_active: bool,
    /// The number of facts when it last ran.
    facts: usize,
}

impl RelaxationSlot {
    pub(super) fn new(propagator: u32, root_only: bool) -> RelaxationSlot {
        RelaxationSlot { propagator, root_only, is_active: false, facts: 0 }
    }
}

impl Engine {
    /// At the root's fixpoint: makes the relaxation of the propagators' rows, if the engine has a place for it. It uses
    /// at most `room` bytes of memory at the start.
    pub(crate) fn relax(&mut self, objective: Option<View>, room: Option<usize>) {
        if self.relaxation.is_none() {
            return;
        }
        let roots = self.domains();
        let (propagators, budget) = (&self.propagators, &mut self.store.budget);
        let rows = LinearRows::collect(roots, |rows| {
            for (p, propagator) in (0..).zip(propagators) {
                let terms = rows.add_from(p, |rows| propagator.linear_rows(rows));
                if !budget.spend(1 + COLLECTING * terms) {
                    return;
                }
            }
        });
        if budget.stopped.is_some() {
            return;
        }
        let relaxation = LinearRelaxation::new(rows, objective, room, self.store.budget.spent());
        let Relaxed { statistics, bytes } = &mut self.store.relaxed;
        (statistics.rows, statistics.columns) = relaxation.shape();
        *bytes = relaxation.bytes();
        if let Some(slot) = &mut self.relaxation {
            (slot.is_active, slot.facts) = (!relaxation.is_empty(), usize::MAX);
            self.propagators[slot.propagator as usize] = Box::new(relaxation);
        }
    }

    /// What the relaxation has done.
    pub(crate) fn relaxation_statistics(&self) -> RelaxationStatistics {
        self.store.relaxed.statistics
    }

    /// The propagator of the relaxation, if something has changed since it last ran.
    pub(super) fn relaxation_due(&mut self) -> Option<u32> {
        let facts = self.facts();
        let is_root = self.store.slots.level() == 0;
        let slot = self.relaxation.as_mut().filter(|slot| slot.is_active && slot.facts != facts)?;
        slot.facts = facts;
        (is_root || !slot.root_only).then_some(slot.propagator)
    }
}
