//! The common interface of the methods: numbered units of work, and workers to count them.

use super::Method;
use super::bits::Bits;
use super::quadrants::Quadrants;
use super::tally::Tally;
use solver_core::CancelToken;
use std::fmt::Debug;

/// A counting method, prepared for a board size and divided into units.
pub(super) trait Kernel: Debug + Send + Sync {
    /// The version of the decomposition into units. It must be increased when the units of a method change, so that old
    /// checkpoints are rejected.
    fn enumeration(&self) -> u32 {
        1
    }

    /// The factor by which the counts of units exceed the number of boards.
    fn scale(&self) -> u64 {
        1
    }

    /// The estimated work of each unit, in nanoseconds of one thread.
    fn work(&self) -> Vec<f64>;

    /// The estimated memory of the threads, in bytes.
    fn memory(&self, threads: usize) -> f64;

    /// Creates a worker with the buffers of one thread; `scalar` disables vector lanes.
    fn worker(&self, scalar: bool) -> Worker<'_>;
}

/// Counts the boards of a unit; `None` when cancelled.
pub(super) type Worker<'a> = Box<dyn FnMut(usize, &CancelToken) -> Option<Tally> + 'a>;

/// The kernel of a method.
pub(super) fn kernel(n: u32, method: Method) -> Box<dyn Kernel> {
    match method {
        // A board with one row has no quarters.
        Method::Quadrants if n > 1 => Box::new(Quadrants::new(n)),
        Method::Bits | Method::Quadrants => Box::new(Bits::new(n)),
    }
}
