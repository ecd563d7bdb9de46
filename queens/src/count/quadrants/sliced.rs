//! Half boards sliced by diagonal: for each line, a bit row records which of 512 halves occupy it.
//!
//! To match one half board against a list of others, the rows of its lines are united. The union contains every listed
//! half that shares a line with it, so a few instructions test 512 halves. The rows are computed from the list by
//! transposing its bit matrix: eight lanes of 64 × 64 bits at a time, in six passes that swap ever smaller blocks
//! (Hacker's Delight, §7-3).
//!
//! The rows of a piece are united without a branch: for each field of the [line word](super::lines), the unions for all
//! values of the field are tabulated once per block (the method of four Russians). The pieces of a quarter have lines
//! in only three of the four fields.

use std::ops::{BitAnd, BitOr, Not};

/// The field in which the pieces of this quarter have no lines.
pub(super) const SOUTH_WEST: usize = 0;
pub(super) const NORTH_EAST: usize = 1;
pub(super) const SOUTH_EAST: usize = 2;
pub(super) const NORTH_WEST: usize = 3;

/// A row of a block: 512 bits, aligned to a cache line, since a row that straddles two costs twice as much to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [u64; 8]);

impl Row {
    pub(super) const EMPTY: Row = Row([0; 8]);

    /// The set of positions from `place` onwards. Position `8 k + lane` is bit `k` of a lane.
    fn from_place(place: usize) -> Row {
        Row(std::array::from_fn(|lane| {
            let before = (place + 7 - lane) / 8;
            if before >= 64 { 0 } else { !0 << before }
        }))
    }

    /// Adds the popcount of each lane to the lane's counter.
    #[inline(always)]
    pub(super) fn tally(self, counts: &mut [u64; 8]) {
        for (count, lane) in counts.iter_mut().zip(self.0) {
            *count += u64::from(lane.count_ones());
        }
    }
}

impl BitOr for Row {
    type Output = Row;

    #[inline(always)]
    fn bitor(self, other: Row) -> Row {
        Row(std::array::from_fn(|lane| self.0[lane] | other.0[lane]))
    }
}

impl BitAnd for Row {
    type Output = Row;

    #[inline(always)]
    fn bitand(self, other: Row) -> Row {
        Row(std::array::from_fn(|lane| self.0[lane] & other.0[lane]))
    }
}

impl Not for Row {
    type Output = Row;

    #[inline(always)]
    fn not(self) -> Row {
        Row(self.0.map(|lane| !lane))
    }
}

/// The number of halves in a block.
pub(super) const BLOCK: usize = 512;

/// The unions of rows for one block of halves, set by [`load`](Slices::load).
#[derive(Debug)]
pub(super) struct Slices {
    lines: Box<[Row; 64]>,
    /// For each field of the line word, the unions for all values of the field.
    unions: [Vec<Row>; 4],
    /// The shift for a field of negative diagonals, whose lowest bits never occur.
    unused: u32,
    /// The positions in the block that hold no half.
    pub(super) vacant: Row,
    /// The positions whose half is at or after the border given to [`load`](Slices::load).
    pub(super) late: Row,
}

impl Slices {
    /// Allocates space for the line words of quarters of side `m`.
    pub(super) fn new(m: u32) -> Slices {
        let unions = [m - 1, m, m - 1, m].map(|width| vec![Row::EMPTY; 1 << width]);
        Slices { lines: Box::new([Row::EMPTY; 64]), unions, unused: 17 - m, vacant: Row::EMPTY, late: Row::EMPTY }
    }

    /// The number of unions that [`load`](Slices::load) tabulates.
    pub(super) fn unions(m: u32) -> usize {
        3 << m
    }

    /// The memory that [`new`](Slices::new) allocates, in bytes.
    pub(super) fn bytes(m: u32) -> usize {
        Slices::unions(m) * size_of::<Row>()
    }

    /// Loads up to [`BLOCK`] halves; those from index `border` on are marked as late.
    #[inline(always)]
    pub(super) fn load(&mut self, halves: &[u64], border: usize) {
        *self.lines = [Row::EMPTY; 64];
        let mut eights = halves.chunks_exact(8);
        let mut rows = self.lines.iter_mut();
        for (eight, row) in (&mut eights).zip(&mut rows) {
            row.0.copy_from_slice(eight);
        }
        if let Some(row) = rows.next() {
            let rest = eights.remainder();
            row.0[..rest.len()].copy_from_slice(rest);
        }
        transpose(&mut self.lines);
        self.vacant = Row::from_place(halves.len());
        self.late = Row::from_place(border);
        for (field, unions) in self.unions.iter_mut().enumerate() {
            let mut line = 16 * field + if field.is_multiple_of(2) { self.unused as usize } else { 0 };
            let mut known = 1;
            while known < unions.len() {
                let row = self.lines[line & 63];
                let (old, new) = unions.split_at_mut(known);
                for (new, &old) in new.iter_mut().zip(&*old) {
                    *new = old | row;
                }
                known *= 2;
                line += 1;
            }
        }
    }

    /// The halves that share a line with a piece. `WITHOUT` is the field in which pieces of this quarter have no lines.
    #[inline(always)]
    pub(super) fn struck<const WITHOUT: usize>(&self, word: u64) -> Row {
        let field = |field: usize| {
            let unused = if field.is_multiple_of(2) { self.unused } else { 0 };
            self.unions[field][usize::from((word >> (16 * field)) as u16) >> unused]
        };
        let [a, b, c] = const { [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]][WITHOUT] };
        field(a) | field(b) | field(c)
    }
}

/// Transposes: bit `l` of row `k` becomes bit `k` of row `l`, in each lane.
#[inline(always)]
fn transpose(rows: &mut [Row; 64]) {
    let mut mask = 0xffff_ffffu64;
    let mut side = 32;
    while side > 0 {
        let mut k = 0;
        while k < 64 {
            let (low, high) = (rows[k & 63].0, rows[(k | side) & 63].0);
            let swap: [u64; 8] = std::array::from_fn(|lane| (low[lane] >> side ^ high[lane]) & mask);
            rows[k & 63] = Row(std::array::from_fn(|lane| low[lane] ^ swap[lane] << side));
            rows[(k | side) & 63] = Row(std::array::from_fn(|lane| high[lane] ^ swap[lane]));
            k = ((k | side) + 1) & !side;
        }
        side /= 2;
        mask ^= mask << side;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_twice_changes_nothing_and_once_exchanges_bits() {
        let mut seed = 1u64;
        let mut rows = [Row::EMPTY; 64];
        for word in rows.iter_mut().flat_map(|row| &mut row.0) {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            *word = seed ^ seed >> 29;
        }
        let before = rows;
        transpose(&mut rows);
        for (k, l, lane) in (0..64).flat_map(|k| (0..64).map(move |l| (k, l, (k + l) % 8))) {
            assert_eq!(rows[k].0[lane] >> l & 1, before[l].0[lane] >> k & 1);
        }
        transpose(&mut rows);
        assert_eq!(rows, before);
    }

    #[test]
    fn a_piece_strikes_the_halves_that_share_a_line_with_it() {
        let mut slices = Slices::new(5);
        let used = 0x001f_f000_001f_f000u64;
        let halves: Vec<u64> =
            (0..300u64).map(|h| h.wrapping_mul(0x9e3779b97f4a7c15) & used & 0x0011_1000_000a_9000).collect();
        slices.load(&halves, 200);
        // Each quarter has lines in three of the four fields.
        let pieces = [
            (0x0000_8000_0012_0000u64, slices.struck::<3>(0x0000_8000_0012_0000)),
            (0x0000_1000_0001_8000, slices.struck::<3>(0x0000_1000_0001_8000)),
            (0x0010_1000_0008_0000, slices.struck::<0>(0x0010_1000_0008_0000)),
            (0x0011_8000_0000_1000, slices.struck::<1>(0x0011_8000_0000_1000)),
            (0x0001_0000_0008_2000, slices.struck::<2>(0x0001_0000_0008_2000)),
            (0, slices.struck::<3>(0)),
        ];
        for (piece, struck) in pieces {
            for (place, &half) in halves.iter().enumerate() {
                let has = |row: Row| row.0[place % 8] >> (place / 8) & 1 == 1;
                assert_eq!(has(struck), half & piece != 0);
                assert!(!has(slices.vacant));
                assert_eq!(has(slices.late), place >= 200);
            }
        }
        assert_eq!(slices.vacant.0.iter().map(|word| word.count_ones()).sum::<u32>(), 212);
    }
}
