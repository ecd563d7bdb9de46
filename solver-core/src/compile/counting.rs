//! Counting arguments at the root, which refute pigeonhole problems that weaker propagation does not detect.
//!
//! Sixteen lectures do not fit into twelve slots. Value consistency detects this only when the slots run out, and must
//! do so again in each subtree, so the search tree of a refutation grows exponentially. Domain consistency (by a
//! matching or a flow) detects it at once.

use super::CompileOptions;
use crate::budget::Budget;
use crate::engine::Halt;
use crate::model::{Consistency, Meaning, Model};

/// The maximum number of 64-value words that the arguments of all strengthened constraints may span; propagating these
/// takes a few milliseconds.
const WORDS: i128 = 1 << 16;

impl Model {
    /// Returns a copy that enforces domain consistency on each small constraint that supports all three levels, and on
    /// the sums in its arguments. `None` if nothing would change. The solutions are the same.
    pub(crate) fn with_counting(&self) -> Option<Model> {
        let mut left = WORDS;
        let is_small = |&number: &usize| {
            let constraint = &self.constraints[number];
            let levels = self.choice(number).filter(|_| matches!(constraint.meaning, Meaning::Defined(_)));
            if levels.is_none_or(|(all, now)| all != Consistency::ALL || now == Consistency::Domain) {
                return false;
            }
            let ranges = constraint.arguments().iter().map(|e| e.range(&|x| self.declared_bounds(x)));
            let (count, low, high) =
                ranges.fold((0, i128::MAX, i128::MIN), |(n, low, high), (a, b)| (n + 1, low.min(a), high.max(b)));
            let words = (high.saturating_sub(low) / 64 + 1).saturating_mul(count);
            let fits = count > 1 && words <= left;
            left -= if fits { words } else { 0 };
            fits
        };
        let small: Vec<usize> = (0..self.constraints()).filter(is_small).collect();
        if small.is_empty() {
            return None;
        }
        let mut stronger = self.snapshot();
        small.into_iter().for_each(|number| stronger.give_level(number, Consistency::Domain));
        Some(stronger)
    }

    /// Whether [counting](Model::with_counting) refutes the model at the root. Returns `false` if a limit is reached.
    pub(crate) fn is_refuted_by_counting(&self, mut budget: Budget) -> bool {
        let Some(stronger) = self.with_counting() else { return false };
        // A model too large for the higher levels is not refuted.
        let compiled = stronger.compile(&mut budget, CompileOptions::default());
        let Ok(Some(mut compiled)) = compiled else { return false };
        *compiled.engine.budget() = budget;
        matches!(compiled.engine.propagate(), Err(Halt::Failed))
    }
}
