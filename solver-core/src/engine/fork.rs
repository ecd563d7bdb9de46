//! A copy of the engine at its root, for another search of the same problem.

use super::Engine;
use crate::atom_trail::AtomTrail;
use crate::propagator::Propagator;

impl Engine {
    /// A copy that stands at the root and knows what is known there, in explain mode: reasons go back as far as that. It has
    /// the bound on the objective in common with this one. The propagator with this index is replaced by another one, which stands still.
    pub(crate) fn forked(&self, replaced: u32, still: Box<dyn Propagator>) -> Engine {
        let mut engine = self.clone();
        while engine.level() > 0 {
            engine.pop_level();
        }
        engine.propagators[replaced as usize] = still;
        engine.wake(replaced);
        engine.propagations = 0;
        engine.store.budget.forget_work();
        let roots = engine.vars().map(|var| engine.store.domains.values(&engine.store.slots, var)).collect();
        engine.store.atoms = Some(AtomTrail::new(roots, &engine.store.domains));
        engine
    }
}
