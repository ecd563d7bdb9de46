//! Copies of the engine at its root, for other searches of the same problem.

use super::Engine;
use crate::atom_trail::AtomTrail;
use crate::propagator::Propagator;

impl Engine {
    /// A copy that stands at the root and knows what is known there. It has the bound on the objective in common with this one.
    pub(crate) fn at_root(&self) -> Engine {
        let mut engine = self.clone();
        while engine.level() > 0 {
            engine.pop_level();
        }
        engine.propagations = 0;
        engine.store.budget.forget_work();
        engine
    }

    /// As [`at_root`](Engine::at_root), in explain mode: reasons go back as far as that.
    pub(crate) fn at_explained_root(&self) -> Engine {
        let mut engine = self.at_root();
        let roots = engine.vars().map(|var| engine.store.domains.values(&engine.store.slots, var)).collect();
        engine.store.atoms = Some(AtomTrail::new(roots, &engine.store.domains));
        engine
    }

    /// The same engine, at the root, in classical mode from here on.
    pub(crate) fn without_reasons(mut self) -> Engine {
        self.store.atoms = None;
        self
    }

    /// Goes back to an earlier count of [propagations](Engine::propagations): those since then do not count.
    pub(crate) fn count_propagations_from(&mut self, propagations: u64) {
        self.propagations = propagations;
    }

    /// Puts another propagator, which must have the same scope, in the place of the one with this index.
    pub(crate) fn replace(&mut self, propagator: u32, by: Box<dyn Propagator>) {
        self.propagators[propagator as usize] = by;
        self.store.revive(propagator);
        self.wake(propagator);
    }
}
