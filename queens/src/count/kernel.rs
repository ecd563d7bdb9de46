//! The common interface of the methods: numbered units of work, and workers that count them.

use super::Method;
use super::bits::{self, Bits};
use super::quadrants::{self, Quadrants};
use super::tally::Tally;
use solver_core::CancelToken;

/// A prepared count: it knows its units.
#[derive(Debug)]
pub(super) enum Kernel {
    /// Boards of one row: nothing to prepare.
    Single,
    Bits(Bits),
    Quadrants(Quadrants),
}

impl Kernel {
    pub(super) fn new(n: u32, method: Method) -> Kernel {
        match method {
            _ if n == 1 => Kernel::Single,
            Method::Bits => Kernel::Bits(Bits::new(n)),
            Method::Quadrants => Kernel::Quadrants(Quadrants::new(n)),
        }
    }

    /// Which decomposition into units this is. To be raised when the units of a method change, so
    /// that old checkpoints are refused.
    pub(super) fn enumeration(&self) -> u32 {
        match self {
            Kernel::Single | Kernel::Bits(_) | Kernel::Quadrants(_) => 1,
        }
    }

    /// How many parts make one board in the counts of the units.
    pub(super) fn scale(&self) -> u64 {
        match self {
            Kernel::Single | Kernel::Bits(_) => 1,
            Kernel::Quadrants(_) => quadrants::SCALE,
        }
    }

    /// About how much work each unit is, in nanoseconds of one thread.
    pub(super) fn work(&self) -> Vec<f64> {
        match self {
            Kernel::Single => vec![1.0],
            Kernel::Bits(bits) => bits.work(),
            Kernel::Quadrants(quadrants) => quadrants.work(),
        }
    }

    /// About how much memory the threads need, in bytes.
    pub(super) fn memory(&self, threads: usize) -> f64 {
        match self {
            Kernel::Single => 0.0,
            Kernel::Bits(bits) => bits.memory(threads),
            Kernel::Quadrants(quadrants) => quadrants.memory(threads),
        }
    }

    pub(super) fn worker(&self, scalar: bool) -> Worker<'_> {
        match self {
            Kernel::Single => Worker::Single,
            Kernel::Bits(bits) => Worker::Bits(bits.worker(scalar)),
            Kernel::Quadrants(quadrants) => Worker::Quadrants(Box::new(quadrants.worker())),
        }
    }
}

/// One thread's working room.
#[derive(Debug)]
pub(super) enum Worker<'a> {
    Single,
    Bits(bits::Worker<'a>),
    Quadrants(Box<quadrants::Worker<'a>>),
}

impl Worker<'_> {
    /// Counts a unit; `None` when cancelled in between.
    pub(super) fn count(&mut self, unit: usize, cancel: &CancelToken) -> Option<Tally> {
        match self {
            Worker::Single => {
                let mut tally = Tally::default();
                tally.add(1, 1);
                Some(tally)
            }
            Worker::Bits(worker) => worker.count(unit, cancel),
            Worker::Quadrants(worker) => worker.count(unit, cancel),
        }
    }
}
