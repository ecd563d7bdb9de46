//! Logs the search of one part of the tree, including the parts that it leaves unexplored and better objective values
//! found elsewhere.

use super::ProofLog;
use crate::search::Cube;

impl ProofLog<'_> {
    /// Writes a row that requires a smaller objective value.
    pub(crate) fn improve_on(&mut self, value: i32) {
        if let Some(view) = self.objective {
            self.encoding.improve_on(view, value);
        }
    }

    /// Writes rows that exclude the solutions of these parts, then clauses stating that nothing else remains: the last
    /// branch of every open node on the path to the current node is among the parts.
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
