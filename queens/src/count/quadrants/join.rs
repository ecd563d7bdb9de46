//! Joins pieces to halves, and halves to boards.
//!
//! Fix the rows of the western queens in the north and in the south. A western half is a pair of a north-western and a
//! south-western piece with complementary columns and disjoint line words; an eastern half is formed in the same way on
//! the complementary rows. A board is a pair of a western and an eastern half with disjoint line words. The halves of
//! one side are *cut* into [`Slices`]. The halves of the other side are *weighed*: each is tested against 512 cut
//! halves at a time by the union of two rows, one for each of its pieces. The side to cut is [chosen](cost::heavier)
//! for each set of rows; the sides differ most on odd boards.
//!
//! For one set of rows, the cost is the number of piece pairs with complementary columns plus 1/512 of the number of
//! pairs of a western and an eastern half.

use super::cost::{self, Amount, Side};
use super::sliced::{BLOCK, NORTH_EAST, NORTH_WEST, Row, SOUTH_EAST, SOUTH_WEST, Slices};
use multiversion::multiversion;

/// The numbers of boards in which no half, only the western half, only the eastern half, or both halves tie with the
/// largest set (see [`super::symmetry`]).
pub(super) type Kinds = [u64; 4];

/// Northern and southern pieces with complementary columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket<'a> {
    pub(super) north: &'a [u64],
    pub(super) south: &'a [u64],
    pub(super) tied: bool,
}

/// The halves to be weighed. For each compatible pair of pieces in a bucket, the indices of both pieces, that of the
/// northern piece in the upper half of the word; for each bucket, where its pairs end. Entries after the last end are
/// leftovers from earlier lists.
#[derive(Debug, Default)]
struct Mates {
    pairs: Vec<u32>,
    ends: Vec<usize>,
}

/// The buffers of one thread.
#[derive(Debug)]
pub(super) struct Join {
    m: u32,
    slices: Slices,
    /// The halves to be cut, with the tied ones last. Entries after the current ones are leftovers from earlier lists.
    halves: Vec<u64>,
    mates: Mates,
    struck: Struck,
}

/// For one bucket and one block, the cut halves that each piece attacks.
#[derive(Debug, Default)]
struct Struck {
    north: Vec<Row>,
    south: Vec<Row>,
}

impl Join {
    pub(super) fn new(m: u32) -> Join {
        Join { m, slices: Slices::new(m), halves: vec![], mates: Mates::default(), struck: Struck::default() }
    }

    /// Counts the boards from western and eastern buckets. On each side, the tied buckets come last.
    pub(super) fn count(&mut self, west: &[Bucket<'_>], east: &[Bucket<'_>]) -> Kinds {
        match cost::heavier(self.m, amount(west), amount(east)) {
            Side::West => self.weigh_all(east, west, Side::West),
            Side::East => self.weigh_all(west, east, Side::East),
        }
    }

    /// Cuts the halves of one side and weighs those of the other side, which is `side`.
    fn weigh_all(&mut self, cut: &[Bucket<'_>], weighed: &[Bucket<'_>], side: Side) -> Kinds {
        let mut boards = [0; 4];
        if find_mates(&mut self.mates, weighed) == 0 {
            return boards;
        }
        let (len, tied) = pair_up(&mut self.halves, cut);
        for (block, halves) in self.halves[..len].chunks(BLOCK).enumerate() {
            let border = tied.saturating_sub(block * BLOCK).min(halves.len());
            weigh(&mut self.slices, halves, border, (side, weighed), &self.mates, &mut self.struck, &mut boards);
        }
        boards
    }
}

/// Sums up the pieces and pairs of the buckets.
fn amount(buckets: &[Bucket<'_>]) -> Amount {
    buckets.iter().fold(Amount::default(), |sum, bucket| {
        let (north, south) = (bucket.north.len() as f64, bucket.south.len() as f64);
        Amount { pieces: sum.pieces + north + south, pairs: sum.pairs + north * south }
    })
}

/// Lists the halves of all buckets. Returns their number and the index of the first tied half.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+popcnt+bmi1+bmi2", "x86_64+avx2+popcnt+bmi1+bmi2"))]
fn pair_up(halves: &mut Vec<u64>, buckets: &[Bucket<'_>]) -> (usize, usize) {
    let mut len = 0;
    let mut tied = None;
    for bucket in buckets {
        if bucket.tied && tied.is_none() {
            tied = Some(len);
        }
        for &north in bucket.north {
            if halves.len() < len + bucket.south.len() {
                halves.resize(2 * halves.len() + bucket.south.len(), 0);
            }
            let room = &mut halves[len..];
            let mut found = 0;
            for &south in bucket.south {
                room[found] = north | south;
                found += usize::from(north & south == 0);
            }
            len += found;
        }
    }
    (len, tied.unwrap_or(len))
}

/// Lists the compatible pairs of pieces, and returns their number.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+popcnt+bmi1+bmi2", "x86_64+avx2+popcnt+bmi1+bmi2"))]
fn find_mates(mates: &mut Mates, buckets: &[Bucket<'_>]) -> usize {
    mates.ends.clear();
    let pairs = &mut mates.pairs;
    let mut len = 0;
    for bucket in buckets {
        for (place, &north) in bucket.north.iter().enumerate() {
            if pairs.len() < len + bucket.south.len() {
                pairs.resize(2 * pairs.len() + bucket.south.len(), 0);
            }
            let room = &mut pairs[len..];
            let mut found = 0;
            for (mate, &south) in bucket.south.iter().enumerate() {
                room[found] = (place << 16 | mate) as u32;
                found += usize::from(north & south == 0);
            }
            len += found;
        }
        mates.ends.push(len);
    }
    len
}

/// Counts the pairs of a weighed half and a half in the block without a common diagonal.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512vpopcntdq+popcnt+bmi1+bmi2",
    "x86_64+avx2+popcnt+bmi1+bmi2"
))]
fn weigh(
    slices: &mut Slices,
    halves: &[u64],
    border: usize,
    (side, weighed): (Side, &[Bucket<'_>]),
    mates: &Mates,
    struck: &mut Struck,
    boards: &mut Kinds,
) {
    slices.load(halves, border);
    let mut start = 0;
    for (bucket, &end) in weighed.iter().zip(&mates.ends) {
        let pairs = &mates.pairs[start..end];
        start = end;
        if pairs.is_empty() {
            continue;
        }
        struck.north.clear();
        struck.south.clear();
        // No piece uses all fields: north-western pieces have no rising lines below the centre, and so on.
        match side {
            Side::West => {
                struck
                    .north
                    .extend(bucket.north.iter().map(|&word| slices.vacant | slices.struck::<{ NORTH_WEST }>(word)));
                struck.south.extend(bucket.south.iter().map(|&word| slices.struck::<{ SOUTH_WEST }>(word)));
            }
            Side::East => {
                struck
                    .north
                    .extend(bucket.north.iter().map(|&word| slices.vacant | slices.struck::<{ NORTH_EAST }>(word)));
                struck.south.extend(bucket.south.iter().map(|&word| slices.struck::<{ SOUTH_EAST }>(word)));
            }
        }
        let free = |pair: u32| !(struck.north[pair as usize >> 16] | struck.south[pair as usize & 0xffff]);
        let (mut all, mut late) = ([0u64; 8], [0u64; 8]);
        if border < halves.len() {
            for &pair in pairs {
                let free = free(pair);
                free.tally(&mut all);
                (free & slices.late).tally(&mut late);
            }
        } else {
            for &pair in pairs {
                free(pair).tally(&mut all);
            }
        }
        let (all, late) = (all.iter().sum::<u64>(), late.iter().sum::<u64>());
        boards[usize::from(bucket.tied)] += all - late;
        boards[2 + usize::from(bucket.tied)] += late;
    }
}
