//! Counting by joining four quarters of the board.
//!
//! ```text
//!        C      C'
//!     +------+------+
//!   R |  NW  |  NE  | not R      Tables of quarters: every way to put k queens on
//!     |  x   |  u   |            an m x m quarter, sorted by the rows and columns
//!     +------+------+            that they take.
//!   S |  SW  |  SE  | not S
//!     |  y   |  v   |            Halves: x and y with complementary columns, u and v
//!     +------+------+            with complementary columns, rows complementary.
//!      not C  not C'
//! ```
//!
//! The idea is Kluev's (2022): a board consists of four quarter boards with complementary rows and columns and
//! different diagonals. Fix the rows R and S of the western queens. The western halves are the compatible pairs (x, y),
//! the eastern halves are the compatible pairs (u, v), and the boards are the pairs of a western and an eastern half
//! without a common diagonal.
//!
//! Our improvements:
//!
//! - A piece is a [word of diagonals](lines), encoded so that each of the six conditions between four pieces becomes
//!   "no common bit", and so that moving a piece to another quarter rotates or reverses its word.
//! - The halves of one side are [cut by diagonals](sliced) into rows of 512 bits, and a half of the other side is
//!   tested against 512 of them by a union of two rows; [the side](cost::heavier) is chosen for each R and S.
//! - Only an eighth of the boards is counted, by [a rule on sets](symmetry) that costs nothing in the inner loops.
//! - On odd boards, the queens of the middle row and column are placed first (see [`frame`]); the eastern halves are
//!   shared by all positions of the middle row's queen.

mod cost;
mod frame;
mod join;
mod lines;
mod pieces;
mod sliced;
mod stage;
mod subsets;
mod symmetry;

use super::kernel::{self, Kernel};
use super::tally::Tally;
use join::{Bucket, Join};
use pieces::Pieces;
use solver_core::CancelToken;
use stage::{Library, Stage, Tables};
use std::sync::Arc;
use subsets::Subsets;
use symmetry::{Ties, WEIGHTS};

/// A unit of work: the rows of the north-western queens are fixed, and the set of southern rows runs through every
/// `stripes`-th set, starting with set `stripe`.
#[derive(Clone, Copy, Debug)]
struct Unit {
    stage: usize,
    rows: u32,
    stripe: usize,
}

/// The quadrant join for one board size.
#[derive(Debug)]
pub(super) struct Quadrants {
    m: u32,
    subsets: Subsets,
    stages: Vec<Stage>,
    units: Vec<Unit>,
    stripes: usize,
    library: Library,
}

/// The number of parts per board: an eighth of the boards is counted, each as 24 parts.
const SCALE: u64 = 3;

impl Quadrants {
    /// Prepares a board of `n` rows, from 2 to 24.
    pub(super) fn new(n: u32) -> Quadrants {
        let m = n / 2;
        let subsets = Subsets::new(m);
        let stages = Stage::all(n);
        let stripes = if n < 20 { 1 } else { 8 };
        let mut units = Vec::new();
        for (number, stage) in stages.iter().enumerate() {
            // Put the largest units first, so that threads finish together.
            for &rows in subsets.of_size(stage.north_west).iter().rev() {
                if stage.allows(rows, m) {
                    units.extend((0..stripes).map(|stripe| Unit { stage: number, rows, stripe }));
                }
            }
        }
        let library = Library::new(m, stages.len());
        Quadrants { m, subsets, stages, units, stripes, library }
    }
}

impl Kernel for Quadrants {
    fn scale(&self) -> u64 {
        SCALE
    }

    fn work(&self) -> Vec<f64> {
        let work = |unit: &Unit| cost::unit(self.m, self.stages[unit.stage], unit.rows, &self.subsets);
        self.units.iter().map(|unit| work(unit) / self.stripes as f64).collect()
    }

    fn memory(&self, threads: usize) -> f64 {
        cost::memory(self.m, &self.stages, threads)
    }

    /// Ignores `scalar`, because the method does not use lanes.
    fn worker(&self, _scalar: bool) -> kernel::Worker<'_> {
        let mut worker = Worker { quadrants: self, join: Join::new(self.m), tables: None };
        Box::new(move |unit, cancel| worker.count(unit, cancel))
    }
}

/// The buffers of one thread.
#[derive(Debug)]
struct Worker<'a> {
    quadrants: &'a Quadrants,
    join: Join,
    tables: Option<(usize, Arc<Tables>)>,
}

/// The northern pieces of a unit that have the same columns.
struct Northern<'t> {
    pieces: &'t [u64],
    /// The southern pieces to combine with the northern ones.
    south: &'t Pieces,
    /// The rank of the set of columns that are left to the southern pieces.
    columns: usize,
    tied: bool,
}

impl<'t> Northern<'t> {
    /// The bucket of these pieces with the southern pieces on the given rows.
    fn above(&self, rows: usize) -> Bucket<'t> {
        Bucket { north: self.pieces, south: self.south.at(rows, self.columns), tied: self.tied }
    }
}

impl Worker<'_> {
    /// Counts the boards of a unit, each as [`SCALE`] parts; returns `None` if cancelled.
    fn count(&mut self, unit: usize, cancel: &CancelToken) -> Option<Tally> {
        let q = self.quadrants;
        let (m, subsets) = (q.m, &q.subsets);
        let Unit { stage: number, rows, stripe } = q.units[unit];
        let stage = q.stages[number];
        let share = stage.share(m);
        let tables = self.tables(number, cancel)?;
        let ties = Ties::new(stage, m, rows, subsets);
        let west = western(&tables, stage, rows, subsets, &ties);
        let east = eastern(&tables, stage, m, rows, subsets, &ties);
        let mut tally = Tally::default();
        let (mut west_buckets, mut east_buckets) = (Vec::new(), Vec::new());
        for &rows in subsets.of_size(share.south_east).iter().skip(stripe).step_by(q.stripes) {
            let Some(tied) = ties.with(rows) else { continue };
            if cancel.is_cancelled() {
                return None;
            }
            let (western_rows, eastern_rows) = (subsets.rank(subsets.complement(rows)), subsets.rank(rows));
            west_buckets.clear();
            west_buckets.extend(west.iter().map(|north| north.above(western_rows)));
            east_buckets.clear();
            east_buckets.extend(east.iter().map(|north| north.above(eastern_rows)));
            let kinds = self.join.count(&west_buckets, &east_buckets);
            for (kind, boards) in kinds.into_iter().enumerate() {
                tally.add(boards, WEIGHTS[usize::from(tied) + kind.count_ones() as usize]);
            }
        }
        Some(tally)
    }

    fn tables(&mut self, number: usize, cancel: &CancelToken) -> Option<Arc<Tables>> {
        if let Some((held, tables)) = &self.tables
            && *held == number
        {
            return Some(Arc::clone(tables));
        }
        let q = self.quadrants;
        let tables = q.library.tables(number, q.stages[number], &q.subsets, cancel)?;
        self.tables = Some((number, Arc::clone(&tables)));
        Some(tables)
    }
}

/// Returns the north-western pieces on these rows, grouped by columns. Each group comes with the south-western pieces
/// to combine it with; tied groups come last.
fn western<'t>(tables: &'t Tables, stage: Stage, rows: u32, subsets: &Subsets, ties: &Ties<'_>) -> Vec<Northern<'t>> {
    let mut all = Vec::new();
    for of_arm in &tables.west {
        for &columns in subsets.of_size(stage.north_west) {
            let pieces = of_arm.north.at(subsets.rank(rows), subsets.rank(columns));
            if columns & !of_arm.columns == 0
                && !pieces.is_empty()
                && let Some(tied) = ties.with(columns)
            {
                let columns = subsets.rank(of_arm.columns & !columns);
                all.push(Northern { pieces, south: &of_arm.south, columns, tied });
            }
        }
    }
    all.sort_by_key(|north| north.tied);
    all
}

/// Returns the north-eastern pieces on the other northern rows, grouped by columns; tied groups come last.
fn eastern<'t>(
    tables: &'t Tables,
    stage: Stage,
    m: u32,
    rows: u32,
    subsets: &Subsets,
    ties: &Ties<'_>,
) -> Vec<Northern<'t>> {
    let beside = subsets.rank(stage.middle.northern_rows(m) & !rows);
    let mut all = Vec::new();
    for &columns in subsets.of_size(stage.share(m).south_east) {
        let pieces = tables.north_east.at(beside, subsets.rank(subsets.complement(columns)));
        if !pieces.is_empty()
            && let Some(tied) = ties.with(columns)
        {
            all.push(Northern { pieces, south: &tables.south_east, columns: subsets.rank(columns), tied });
        }
    }
    all.sort_by_key(|north| north.tied);
    all
}
