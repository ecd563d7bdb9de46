//! Counting by bit-parallel backtracking.
//!
//! The queens on the four edges are placed first, one of each class of symmetric [`border`]s; then each interior is
//! searched one row at a time, by plain recursion ([`depth`]) or in vector [`lanes`] where the processor has them. The
//! memory is a few kilobytes for each thread.

mod border;
mod depth;
mod lanes;

use super::estimate::about;
use super::tally::Tally;
use border::Border;
use lanes::Lanes;
use solver_core::CancelToken;

/// Units of work, where there are enough borders: each has every n-th border, so that units have about the same size.
const UNITS: usize = 1024;

/// How many times longer the count takes without lanes.
pub(crate) const SCALAR_COST: f64 = 4.5;

/// The borders of one size of the board.
#[derive(Debug)]
pub(crate) struct Bits {
    n: u32,
    borders: Vec<Border>,
    units: usize,
}

impl Bits {
    /// For a board of `n` rows, from 2 to 32.
    pub(crate) fn new(n: u32) -> Bits {
        let borders = border::borders(n);
        let units = borders.len().min(UNITS);
        Bits { n, borders, units }
    }

    /// About how long each unit takes in lanes, in nanoseconds, from the time for a board
    /// on 14 to 18 rows.
    pub(crate) fn work(&self) -> Vec<f64> {
        let per_board = match lanes::width() {
            Some(16) => 31.0,
            Some(_) => 60.0,
            None => 138.0,
        };
        vec![about(self.n) * per_board / self.units.max(1) as f64; self.units]
    }

    /// About how much memory the threads need, in bytes.
    pub(crate) fn memory(&self, threads: usize) -> f64 {
        let borders: usize =
            self.borders.iter().map(|border| size_of::<Border>() + border.rows.len() * size_of::<border::Row>()).sum();
        (borders + threads * Lanes::bytes(self.n)) as f64
    }

    /// Working room for one thread; `scalar` keeps it from using lanes.
    pub(crate) fn worker(&self, scalar: bool) -> Worker<'_> {
        Worker { bits: self, lanes: if scalar { None } else { Lanes::new(self.n) } }
    }
}

/// What the lanes of this processor are called.
pub(crate) fn instructions() -> &'static str {
    match lanes::width() {
        Some(16) => "AVX-512",
        Some(_) => "AVX2",
        None => "portable",
    }
}

/// One thread's working room.
#[derive(Debug)]
pub(crate) struct Worker<'a> {
    bits: &'a Bits,
    lanes: Option<Lanes>,
}

impl Worker<'_> {
    /// The boards of a unit; `None` when cancelled.
    pub(crate) fn count(&mut self, unit: usize, cancel: &CancelToken) -> Option<Tally> {
        let mut tally = Tally::default();
        for border in self.bits.borders.iter().skip(unit).step_by(self.bits.units) {
            let found = match &mut self.lanes {
                Some(lanes) => lanes.completions(border, cancel),
                None => depth::completions(border, cancel),
            };
            // Then it is not all.
            if cancel.is_cancelled() {
                return None;
            }
            tally.add(found, border.images);
        }
        Some(tally)
    }
}
