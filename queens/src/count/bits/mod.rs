//! Counting by bit-parallel backtracking.
//!
//! The queens on the four edges are placed first: one [`border`] for each symmetry class. Each interior is then
//! searched row by row, by plain recursion ([`depth`]) or, if the processor has them, in vector [`lanes`]. Each thread
//! needs a few kilobytes.

mod border;
mod depth;
mod lanes;

use super::kernel::{Kernel, Worker};
use super::tally::Tally;
use border::Border;
use lanes::Lanes;

/// The maximum number of units. Unit `u` takes border `u` and every `units`-th border after it, so that units have
/// about the same size.
const UNITS: usize = 1024;

/// The factor by which counting is slower without lanes.
pub(super) const SCALAR_COST: f64 = 4.5;

/// The borders for one board size.
#[derive(Debug)]
pub(super) struct Bits {
    n: u32,
    borders: Vec<Border>,
    units: usize,
}

impl Bits {
    /// Prepares a board of `n` rows, from 1 to 32.
    pub(super) fn new(n: u32) -> Bits {
        let borders = border::borders(n);
        let units = borders.len().min(UNITS);
        Bits { n, borders, units }
    }
}

impl Kernel for Bits {
    /// Extrapolates from the time per board that was measured with lanes for 14 to 18 rows.
    fn work(&self) -> Vec<f64> {
        let per_board = match lanes::width() {
            Some(16) => 31.0,
            Some(_) => 60.0,
            None => 138.0,
        };
        vec![about(self.n) * per_board / self.units.max(1) as f64; self.units]
    }

    fn memory(&self, threads: usize) -> f64 {
        let borders: usize =
            self.borders.iter().map(|border| size_of::<Border>() + border.rows.len() * size_of::<border::Row>()).sum();
        (borders + threads * Lanes::bytes(self.n)) as f64
    }

    fn worker(&self, scalar: bool) -> Worker<'_> {
        let mut lanes = if scalar { None } else { Lanes::new(self.n) };
        Box::new(move |unit, cancel| {
            let mut tally = Tally::default();
            for border in self.borders.iter().skip(unit).step_by(self.units) {
                let found = match &mut lanes {
                    Some(lanes) => lanes.completions(border, cancel),
                    None => depth::completions(border, cancel),
                };
                // The count is incomplete.
                if cancel.is_cancelled() {
                    return None;
                }
                tally.add(found, border.images);
            }
            Some(tally)
        })
    }
}

/// The approximate number of boards, used to estimate times: `n`ⁿ·e^(−1.942·n) (M. Simkin, *The number of n-queens
/// configurations*, 2021), times a factor that lies between 20 and 32 for 10 to 27 queens.
fn about(n: u32) -> f64 {
    let n = f64::from(n);
    27.0 * (n * (n.ln() - 1.942)).exp()
}

/// The name of the vector instructions in use.
pub(super) fn instructions() -> &'static str {
    match lanes::width() {
        Some(16) => "AVX-512",
        Some(_) => "AVX2",
        None => "portable",
    }
}
