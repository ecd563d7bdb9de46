//! The common interface of the methods: numbered units of work, and workers that count them.

use super::Method;
use super::bits::Bits;
use super::quadrants::Quadrants;
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

/// The kernel of a method.
pub(super) fn kernel(n: u32, method: Method) -> Box<dyn Kernel> {
    match method {
        // A board of one row has no quarters.
        Method::Quadrants if n > 1 => Box::new(Quadrants::new(n)),
        Method::Bits | Method::Quadrants => Box::new(Bits::new(n)),
    }
}
