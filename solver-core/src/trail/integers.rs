//! Trailed cells: a propagator's own state that search takes back.
//!
//! A propagator asks for cells in [`Scope::cells`](crate::Scope::cells) and uses
//! them by number through its [`Context`](crate::Context). They are slots like
//! any other: written once per level to the trail, undone for free. All cells
//! are 0 before the first call. A number beyond those asked for is a bug of the
//! propagator that debug builds, and so the harness, report.

use crate::context::Context;

impl Context<'_> {
    /// The value of this propagator's cell `i`.
    #[inline]
    pub fn trailed(&self, i: usize) -> i64 {
        debug_assert!(i < self.core.cell_count(self.propagator), "a cell that was not asked for");
        self.core.slots.get(self.cells + i) as i64
    }

    /// Sets this propagator's cell `i`; undone when the search backtracks.
    #[inline]
    pub fn set_trailed(&mut self, i: usize, value: i64) {
        debug_assert!(i < self.core.cell_count(self.propagator), "a cell that was not asked for");
        self.core.slots.set(self.cells + i, value as u64);
    }
}
