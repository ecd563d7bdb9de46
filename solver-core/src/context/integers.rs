//! Trailed integers: a propagator's own state that backtracking restores.
//!
//! A propagator requests them in [`Scope::trailed_integers`](crate::Scope::trailed_integers) and accesses them by index
//! through its [`Context`](crate::Context). They are ordinary slots, written to the trail at most once per level. All
//! are 0 before the first call. An index out of range is a bug in the propagator, which debug builds and the harness
//! report.

use super::Context;

impl Context<'_> {
    /// The value of this propagator's trailed integer `i`.
    #[inline]
    pub fn trailed(&self, i: usize) -> i64 {
        debug_assert!(i < self.core.integers(self.propagator), "an integer that was not asked for");
        self.core.slots.get(self.first_integer + i) as i64
    }

    /// Sets this propagator's trailed integer `i`; undone when the search backtracks.
    #[inline]
    pub fn set_trailed(&mut self, i: usize, value: i64) {
        debug_assert!(i < self.core.integers(self.propagator), "an integer that was not asked for");
        self.core.slots.set(self.first_integer + i, value as u64);
    }
}
