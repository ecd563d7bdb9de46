//! Copies of the engine at its root, for other searches on the same problem.

use super::Engine;
use crate::atom_trail::AtomTrail;
use crate::propagator::Propagator;
use crate::value_set::ValueSet;

impl Engine {
    /// Returns a copy at the root, with all root facts, which shares the objective bound with the original.
    pub(crate) fn at_root(&self) -> Engine {
        let mut engine = self.clone();
        while engine.level() > 0 {
            engine.pop_level();
        }
        engine.propagations = 0;
        engine.store.budget.forget_work();
        engine
    }

    /// Like [`at_root`](Engine::at_root), in explain mode; reasons are relative to this root.
    pub(crate) fn at_explained_root(&self) -> Engine {
        let mut engine = self.at_root();
        engine.store.atoms = Some(AtomTrail::new(engine.domains(), &engine.store.domains));
        engine
    }

    /// The domains of all variables.
    pub(super) fn domains(&self) -> Vec<ValueSet> {
        self.vars().map(|var| self.store.domains.values(&self.store.slots, var)).collect()
    }

    /// Switches the engine, which must be at the root, to classical mode.
    pub(crate) fn without_reasons(mut self) -> Engine {
        self.store.atoms = None;
        self
    }

    /// Resets the count of [propagations](Engine::propagations) to an earlier value, to exclude the runs since then.
    pub(crate) fn count_propagations_from(&mut self, propagations: u64) {
        self.propagations = propagations;
    }

    /// Replaces the propagator with this index by one with the same scope.
    pub(crate) fn replace(&mut self, propagator: u32, by: Box<dyn Propagator>) {
        self.propagators[propagator as usize] = by;
        self.replaced_at = self.facts();
        self.store.revive(propagator);
        self.wake(propagator);
    }
}
