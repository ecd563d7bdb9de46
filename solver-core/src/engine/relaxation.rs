//! The linear relaxation in the engine: built at the root of a search with clause learning, and run at fixpoints.

use super::Engine;
use crate::linear_rows::LinearRows;
use crate::relaxation::LinearRelaxation;
use crate::store::{RelaxationStatistics, Relaxed};
use crate::value_set::ValueSet;
use crate::view::View;

/// The number of budget units for each term of a row.
const COLLECTING: usize = 20;

/// The propagator reserved for the linear relaxation, and the state of the relaxation.
#[derive(Clone)]
pub(super) struct RelaxationSlot {
    pub(super) propagator: u32,
    /// Whether the relaxation runs only at the root.
    pub(super) root_only: bool,
    /// Whether reasons are relative to the domains at the root's fixpoint rather than to the declared domains.
    from_root: bool,
    /// Whether the relaxation has been built and is not empty.
    is_active: bool,
    /// The number of facts when the relaxation was built.
    pub(super) made_at: usize,
    /// The number of facts when the relaxation last ran.
    facts: usize,
}

impl RelaxationSlot {
    pub(super) fn new(propagator: u32, root_only: bool, from_root: bool) -> RelaxationSlot {
        RelaxationSlot { propagator, root_only, from_root, is_active: false, made_at: 0, facts: 0 }
    }
}

impl Engine {
    /// At the root's fixpoint: builds the relaxation from the propagators' rows that `admit` accepts, if a
    /// propagator is reserved for it. Initially, the relaxation takes at most `room` bytes of memory. If `declared`
    /// domains are given, the rows hold for them.
    pub(crate) fn relax(
        &mut self,
        objective: Option<View>,
        room: Option<usize>,
        declared: Option<&[ValueSet]>,
        admit: impl FnOnce(&Engine, &mut LinearRows),
    ) {
        let Some(&RelaxationSlot { from_root, .. }) = self.relaxation.as_ref() else { return };
        let roots = match declared {
            Some(declared) => declared.to_vec(),
            None if from_root => self.domains(),
            None => self.root_domains().to_vec(),
        };
        let (propagators, budget) = (&self.propagators, &mut self.store.budget);
        let mut rows = LinearRows::collect(roots, |rows| {
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
        admit(self, &mut rows);
        let relaxation = LinearRelaxation::new(rows, objective, room, self.store.budget.spent(), from_root);
        let Relaxed { statistics, bytes } = &mut self.store.relaxed;
        (statistics.rows, statistics.columns) = relaxation.shape();
        *bytes = relaxation.bytes();
        let made_at = self.facts();
        if let Some(slot) = &mut self.relaxation {
            (slot.is_active, slot.made_at, slot.facts) = (!relaxation.is_empty(), made_at, usize::MAX);
            self.propagators[slot.propagator as usize] = Box::new(relaxation);
        }
    }

    /// The statistics of the relaxation.
    pub(crate) fn relaxation_statistics(&self) -> RelaxationStatistics {
        self.store.relaxed.statistics
    }

    /// The relaxation's propagator, if anything has changed since it last ran.
    pub(super) fn relaxation_due(&mut self) -> Option<u32> {
        let facts = self.facts();
        let is_root = self.store.slots.level() == 0;
        let slot = self.relaxation.as_mut().filter(|slot| slot.is_active && slot.facts != facts)?;
        slot.facts = facts;
        (is_root || !slot.root_only).then_some(slot.propagator)
    }
}
