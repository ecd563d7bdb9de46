//! Logging of a search of a part of the tree, which leaves parts and learns about solutions of other parts.

use super::ProofLog;
use crate::search::Cube;

impl ProofLog<'_> {
    /// Writes that only solutions with a smaller value of the objective count.
    pub(crate) fn improve_on(&mut self, value: i32) {
        if let Some(view) = self.objective {
            self.encoding.improve_on(view, value);
        }
    }

    /// Writes that the solutions of these parts are left out, and then that nothing else is left: every open node on the
    /// path to the current one has its last branch among the parts.
    pub(crate) fn leave(&mut self, parts: &[Cube]) {
        for (number, part) in (1..).zip(parts) {
            if let Err(error) = self.encoding.leave(number, part) {
                self.failed.get_or_insert(error);
                return;
            }
        }
        for level in (0..=self.left.len()).rev() {
            self.refute(level);
        }
    }
}
