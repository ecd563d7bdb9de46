//! The common interface of the counting methods: numbered units of work, and workers that count them.

use super::tally::Tally;
use solver_core::CancelToken;
use std::fmt::Debug;

/// A prepared count, divided into units.
pub(super) trait Kernel: Debug + Send + Sync {
    /// The version of the division into units. It must be incremented whenever a method changes its units, so that old
    /// checkpoints are rejected.
    fn enumeration(&self) -> u32 {
        1
    }

    /// The number of parts that the units count for each board.
    fn scale(&self) -> u64 {
        1
    }

    /// The estimated work of each unit, in nanoseconds on one thread.
    fn work(&self) -> Vec<f64>;

    /// The threads' estimated memory, in bytes.
    fn memory(&self, threads: usize) -> f64;

    /// Creates a worker with the buffers of one thread; `scalar` disables vector lanes.
    fn worker(&self, scalar: bool) -> Worker<'_>;
}

/// Counts the boards of a unit; returns `None` if cancelled before the unit is finished.
pub(super) type Worker<'a> = Box<dyn FnMut(usize, &CancelToken) -> Option<Tally> + 'a>;
