//! Domain sizes before a decision, to compare with those after it.

use super::Places;
use crate::engine::Engine;

/// The sizes of all decision variables at the last inspection.
#[derive(Default)]
pub(super) struct Sizes(Vec<u32>);

impl Sizes {
    pub(super) fn record(&mut self, engine: &Engine, places: &Places) {
        self.0.clear();
        self.0.extend(places.vars.iter().map(|&var| engine.store.size(var)));
    }

    /// The variables that were open then, by index, with their sizes then and now.
    pub(super) fn open<'a>(
        &'a self,
        engine: &'a Engine,
        places: &'a Places,
    ) -> impl Iterator<Item = (usize, u32, u32)> + 'a {
        let before = self.0.iter().zip(&places.vars).enumerate().filter(|(_, (size, _))| **size > 1);
        before.map(|(place, (&size, &var))| (place, size, engine.store.size(var)))
    }
}
