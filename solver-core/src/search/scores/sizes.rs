//! Domain sizes before a decision, for comparison with the sizes after it.

use super::DecisionVars;
use crate::engine::Engine;

/// The domain sizes of all decision variables at the last inspection.
#[derive(Default)]
pub(super) struct Sizes(Vec<u32>);

impl Sizes {
    pub(super) fn record(&mut self, engine: &Engine, decision_vars: &DecisionVars) {
        self.0.clear();
        self.0.extend(decision_vars.vars.iter().map(|&var| engine.store.size(var)));
    }

    /// The variables open at the last inspection, by index, with their sizes then and now.
    pub(super) fn open<'a>(
        &'a self,
        engine: &'a Engine,
        decision_vars: &'a DecisionVars,
    ) -> impl Iterator<Item = (usize, u32, u32)> + 'a {
        let before = self.0.iter().zip(&decision_vars.vars).enumerate().filter(|(_, (size, _))| **size > 1);
        before.map(|(index, (&size, &var))| (index, size, engine.store.size(var)))
    }
}
