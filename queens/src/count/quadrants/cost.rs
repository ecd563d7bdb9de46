//! Cost estimates for a count.
//!
//! The number of pieces with the same rows and columns is modelled as `k! exp(-0.8 k (k - 1) / m)`: the number of
//! permutations, reduced by a factor for the diagonals (within 5 % of the true mean for m = 9). The times are fitted to
//! runs with 16 to 20 queens on one core of an AMD EPYC with AVX-512. The terms *cut* and *weighed* are explained in
//! `join`.

use super::frame::Middle;
use super::sliced::{BLOCK, Slices};
use super::stage::Stage;
use super::subsets::Subsets;
use super::symmetry::Ties;

/// The estimated number of pieces with `k` queens on the same rows and columns, on a quarter of side `m`.
fn pieces(m: u32, k: u32) -> f64 {
    let (m, queens) = (f64::from(m), f64::from(k));
    (1..=k).map(f64::from).product::<f64>() * (-0.8 * queens * (queens - 1.0) / m).exp()
}

fn choose(m: u32, k: u32) -> f64 {
    (0..k.min(m)).map(|i| f64::from(m - i) / f64::from(i + 1)).product()
}

/// A half of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    West,
    East,
}

/// The estimated numbers of pieces on one side, and of their compatible pairs.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Amount {
    pub(super) pieces: f64,
    /// The number of pairs of pieces with complementary columns.
    pub(super) pairs: f64,
}

/// Chooses the side whose halves are weighed; the other side's halves are cut.
pub(super) fn heavier(m: u32, west: Amount, east: Amount) -> Side {
    // The model is coarse, so the east is weighed only if this is clearly cheaper.
    if 1.25 * weighing(m, west, east) < weighing(m, east, west) { Side::East } else { Side::West }
}

/// The estimated time in nanoseconds to cut one side's halves and weigh the other's.
fn weighing(m: u32, cut: Amount, weighed: Amount) -> f64 {
    let blocks = (HALVES * cut.pairs / BLOCK as f64).ceil();
    blocks * (UNITED * Slices::unions(m) as f64 + STRUCK * weighed.pieces + WEIGHED * HALVES * weighed.pairs)
}

/// The total estimated time for all stripes of a unit, in nanoseconds.
pub(super) fn unit(m: u32, stage: Stage, rows: u32, subsets: &Subsets) -> f64 {
    let share = stage.share(m);
    let ties = Ties::new(stage, m, rows, subsets);
    let allowed = |k: u32| subsets.of_size(k).iter().filter(|&&set| ties.with(set).is_some()).count() as f64;
    let arms = stage.middle.arms(m).len() as f64;
    let western_columns =
        if stage.middle.is_symmetric() { allowed(share.north_west) } else { choose(m - 1, share.north_west) };
    let attacked = match stage.middle {
        Middle::Even => 0.0,
        // The queen on the middle column attacks about m squares of a quarter.
        Middle::Centre | Middle::North(_) => 1.0,
    };
    let spared = |k: u32| pieces(m, k) * (-attacked * f64::from(k) / f64::from(m)).exp();
    let amount = |columns: f64, north, south| {
        let (north, south) = (spared(north), spared(south));
        Amount { pieces: columns * (north + south), pairs: columns * north * south }
    };
    let west = amount(arms * western_columns, share.north_west, share.south_west);
    let east = amount(allowed(share.south_east), share.north_east, share.south_east);
    let weighing = match heavier(m, west, east) {
        Side::West => weighing(m, east, west),
        Side::East => weighing(m, west, east),
    };
    allowed(share.south_east) * (LISTED * (west.pairs + east.pairs) + weighing)
}

/// The fraction of pairs of pieces that form halves.
const HALVES: f64 = 0.4;
/// The time in nanoseconds per pair of pieces that is tested.
const LISTED: f64 = 1.0;
/// The time in nanoseconds per union that is tabulated for a block.
const UNITED: f64 = 0.65;
/// The time in nanoseconds per weighed piece and block.
const STRUCK: f64 = 1.9;
/// The time in nanoseconds per weighed half and block.
const WEIGHED: f64 = 1.0;

/// The threads' estimated memory, in bytes.
pub(super) fn memory(m: u32, stages: &[Stage], threads: usize) -> f64 {
    let table = |k: u32| choose(m, k).powi(2) * (8.0 * pieces(m, k) + 4.0);
    let tables = |stage: &Stage| {
        let share = stage.share(m);
        let all = [share.north_west, share.south_west, share.north_east, share.south_east].map(table);
        if stage.middle.is_symmetric() {
            // Two of the four tables are built from one source, which is dropped afterwards.
            all.iter().sum::<f64>() + all[0] + all[1]
        } else {
            // Sum up the sources, the eastern tables, and for each arm the western tables, which lack one row, one
            // column and most of the attacked pieces.
            let arms = stage.middle.arms(m).len() as f64;
            all.iter().sum::<f64>() + all[2] + all[3] + 0.3 * arms * (all[0] + all[1])
        }
    };
    let largest = stages.iter().map(tables).fold(0.0, f64::max);
    let halves = stages.iter().map(|stage| {
        let share = stage.share(m);
        8.0 * choose(m, share.south_east) * pieces(m, share.north_east) * pieces(m, share.south_east)
    });
    largest + threads as f64 * (Slices::bytes(m) as f64 + halves.fold(0.0, f64::max))
}
