//! The join: pieces to halves, halves to boards.
//!
//! For a set of rows of the western queens (north and south part), the western halves
//! are the pairs of a north-western and a south-western piece with complementary
//! columns and disjoint line words; the eastern halves have the complementary rows.
//! Boards are the pairs of a western and an eastern half with disjoint line words.
//! The halves of one side are listed and cut into [`Slices`]; those of the other are tested against 512 of them at a
//! time, and never stored: a pair of pieces is the union of two rows. Which side is cut is [decided](cost::heavier) for
//! each set of rows. On odd boards the sides differ most.
//!
//! Cost for one set of rows: the pairs of pieces with fitting columns, plus western
//! halves × eastern halves / 512.

use super::cost::{self, Amount, Side};
use super::sliced::{BLOCK, Row, Slices};
use multiversion::multiversion;

/// Boards by kind: neither, the western, the eastern or both halves tie with the
/// largest class (see [`super::symmetry`]).
pub(super) type Kinds = [u64; 4];

/// Pieces whose columns complement each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket<'a> {
    pub(super) north: &'a [u64],
    pub(super) south: &'a [u64],
    pub(super) tied: bool,
}

/// The halves that are weighed: the pairs of places in a bucket that go together, northern one
/// in the upper half of the word, and where the pairs of each bucket end. What comes after the
/// last end is left from earlier lists.
#[derive(Debug, Default)]
struct Mates {
    pairs: Vec<u32>,
    ends: Vec<usize>,
}

/// Working room of one thread.
#[derive(Debug)]
pub(super) struct Join {
    m: u32,
    slices: Slices,
    /// The halves that are cut, the tied ones last; what comes after is left from earlier lists.
    halves: Vec<u64>,
    mates: Mates,
    struck: Struck,
}

/// For one bucket and one block: which halves each piece strikes.
#[derive(Debug, Default)]
struct Struck {
    north: Vec<Row>,
    south: Vec<Row>,
}

impl Join {
    pub(super) fn new(m: u32) -> Join {
        Join { m, slices: Slices::new(m), halves: vec![], mates: Mates::default(), struck: Struck::default() }
    }

    /// Boards from western and eastern buckets; of each the tied ones come last.
    pub(super) fn count(&mut self, west: &[Bucket<'_>], east: &[Bucket<'_>]) -> Kinds {
        match cost::heavier(self.m, amount(west), amount(east)) {
            Side::West => self.weigh_all(east, west, Side::West),
            Side::East => self.weigh_all(west, east, Side::East),
        }
    }

    /// Cuts one half of the board and weighs the other, which is on this side.
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

/// How much there is to list.
fn amount(buckets: &[Bucket<'_>]) -> Amount {
    buckets.iter().fold(Amount::default(), |sum, bucket| {
        let (north, south) = (bucket.north.len() as f64, bucket.south.len() as f64);
        Amount { pieces: sum.pieces + north + south, pairs: sum.pairs + north * south }
    })
}

/// Lists the halves of all buckets; answers how many there are, and from where on they are tied.
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

/// Lists the pairs of pieces that go together; answers how many.
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

/// Counts the pairs of a half that is weighed and one of a block of halves that are cut.
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
        // No piece has all lines: those of the north-west have no rising ones below the centre, and so on around.
        match side {
            Side::West => {
                struck.north.extend(bucket.north.iter().map(|&word| slices.vacant | slices.struck::<3>(word)));
                struck.south.extend(bucket.south.iter().map(|&word| slices.struck::<0>(word)));
            }
            Side::East => {
                struck.north.extend(bucket.north.iter().map(|&word| slices.vacant | slices.struck::<1>(word)));
                struck.south.extend(bucket.south.iter().map(|&word| slices.struck::<2>(word)));
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
