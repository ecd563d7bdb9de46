//! The common interface of the methods: numbered units of work, and workers that count them.

use super::tally::Tally;
use solver_core::CancelToken;
use std::fmt::Debug;

/// A prepared count: it knows its units.
pub(super) trait Kernel: Debug + Send + Sync {
    /// Which decomposition into units this is. To be raised when the units of a method change, so
    /// that old checkpoints are refused.
    fn enumeration(&self) -> u32 {
        1
    }

    /// How many parts make one board in the counts of the units.
    fn scale(&self) -> u64 {
        1
    }

    /// About how much work each unit is, in nanoseconds of one thread.
    fn work(&self) -> Vec<f64>;

    /// About how much memory the threads need, in bytes.
    fn memory(&self, threads: usize) -> f64;

    /// What counts units, with the working room of one thread; `scalar` keeps it from using vector lanes.
    fn worker(&self, scalar: bool) -> Worker<'_>;
}

/// Counts the boards of a unit; `None` when cancelled in between.
pub(super) type Worker<'a> = Box<dyn FnMut(usize, &CancelToken) -> Option<Tally> + 'a>;
