//! Backtracking in vector lanes: sixteen (or eight) subtrees advance together.
//!
//! Subtrees diverge, so if each lane followed one subtree, many lanes would soon be idle. Here, a lane holds a subtree
//! only for a single step. Each row has a pool of waiting positions. A step takes a vector of positions from a pool,
//! places a queen on the lowest free square in every lane, and packs the children that have a free square into the pool
//! of the next row (`vpcompressd`, or a permutation from a table). The deepest pool that fills a vector goes first, so
//! pools stay small enough for the first-level cache and nearly every vector is full.

use super::border::Border;
use super::depth;
use multiversion::multiversion;
use solver_core::CancelToken;

/// The waiting positions of one row: occupied columns, diagonals, and free squares.
#[derive(Clone, Debug)]
struct Pool {
    words: [[u32; Pool::ROOM]; 4],
    len: usize,
}

impl Pool {
    /// The capacity. A pool is drained once it fills a vector, so it has at most 15 positions when a step adds
    /// children: one in each of 16 lanes for each of at most 32 free squares. The last store may write past the used
    /// entries.
    const ROOM: usize = 16 * 34;

    const EMPTY: Pool = Pool { words: [[0; Pool::ROOM]; 4], len: 0 };
}

/// The buffers of one thread: a pool for each row.
#[derive(Debug)]
pub(super) struct Lanes {
    pools: Vec<Pool>,
}

impl Lanes {
    /// Creates buffers for boards of `n` rows; `None` if the processor cannot pack lanes.
    pub(super) fn new(n: u32) -> Option<Lanes> {
        width().map(|_| Lanes { pools: vec![Pool::EMPTY; n as usize] })
    }

    /// The memory of one thread's pools, in bytes.
    pub(super) fn bytes(n: u32) -> usize {
        n as usize * size_of::<Pool>()
    }

    /// Counts the completions of a border; the count is incomplete if the search is cancelled.
    pub(super) fn completions(&mut self, border: &Border, cancel: &CancelToken) -> u64 {
        let [first, _, ..] = border.rows[..] else { return depth::completions(border, cancel) };
        let pool = &mut self.pools[0];
        for (words, word) in pool.words.iter_mut().zip([border.columns, 0, 0, !(border.columns | first.blocked)]) {
            words[0] = word;
        }
        pool.len = 1;
        drain(&mut self.pools, border, cancel)
    }
}

/// The number of lanes on this processor; `None` if it does not support them.
pub(super) fn width() -> Option<usize> {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512vbmi2") && is_x86_feature_detected!("avx512vpopcntdq") {
            return Some(16);
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
            return Some(8);
        }
    }
    None
}

/// Empties all pools and counts the boards; stops early when cancelled.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512vbmi2+avx512vpopcntdq+popcnt+bmi1+bmi2",
    "x86_64+avx2+popcnt+bmi1+bmi2"
))]
fn drain(pools: &mut [Pool], border: &Border, cancel: &CancelToken) -> u64 {
    use multiversion::target::match_target;
    match_target! {
        "x86_64+avx512f" => run::<16>(pools, border, cancel, |lanes| x86::filled_16(lanes), |lanes, keep| x86::pack_16(lanes, keep)),
        "x86_64+avx2" => run::<8>(pools, border, cancel, |lanes| x86::filled_8(lanes), |lanes, keep| x86::pack_8(lanes, keep)),
        _ => run::<8>(pools, border, cancel, filled, pack),
    }
}

/// The set of non-zero lanes, as bits.
fn filled<const W: usize>(lanes: [u32; W]) -> u32 {
    lanes.iter().rev().fold(0, |bits, &lane| bits << 1 | u32::from(lane != 0))
}

/// Moves the lanes in `keep` to the front.
fn pack<const W: usize>(lanes: [u32; W], keep: u32) -> [u32; W] {
    let mut packed = [0; W];
    let kept = lanes.into_iter().enumerate().filter(|&(lane, _)| keep >> lane & 1 != 0);
    for (to, (_, word)) in packed.iter_mut().zip(kept) {
        *to = word;
    }
    packed
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use bytemuck::cast;
    use std::arch::x86_64::*;

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn filled_16(lanes: [u32; 16]) -> u32 {
        let lanes: __m512i = cast(lanes);
        u32::from(_mm512_test_epi32_mask(lanes, lanes))
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn pack_16(lanes: [u32; 16], keep: u32) -> [u32; 16] {
        cast(_mm512_maskz_compress_epi32(keep as u16, cast(lanes)))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn filled_8(lanes: [u32; 8]) -> u32 {
        let empty = _mm256_cmpeq_epi32(cast(lanes), _mm256_setzero_si256());
        !_mm256_movemask_ps(_mm256_castsi256_ps(empty)) as u32 & 0xff
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn pack_8(lanes: [u32; 8], keep: u32) -> [u32; 8] {
        cast(_mm256_permutevar8x32_epi32(cast(lanes), cast(PLACES[keep as usize & 0xff])))
    }

    /// For each set of lanes, the indices of its lanes, ascending.
    static PLACES: [[u32; 8]; 256] = {
        let mut table = [[0; 8]; 256];
        let mut keep = 0;
        while keep < 256 {
            let (mut lane, mut to) = (0, 0);
            while lane < 8 {
                if keep >> lane & 1 != 0 {
                    table[keep][to] = lane;
                    to += 1;
                }
                lane += 1;
            }
            keep += 1;
        }
        table
    };
}

/// A step continues while more than one in this many lanes has a free square, then returns the remaining positions to
/// the pool.
const BUSY: usize = 4;

#[inline(always)]
fn run<const W: usize>(
    pools: &mut [Pool],
    border: &Border,
    cancel: &CancelToken,
    filled: impl Fn([u32; W]) -> u32,
    pack: impl Fn([u32; W], u32) -> [u32; W],
) -> u64 {
    let rows = &border.rows[..];
    let mut found = 0;
    // Bit `r` of `waiting` is set if pool `r` is non-empty; bit `r` of `full`, if pool `r` can fill a vector.
    let (mut waiting, mut full) = (u32::from(pools[0].len > 0), 0u32);
    while waiting != 0 {
        let level = if full != 0 { 31 - full.leading_zeros() } else { waiting.trailing_zeros() } as usize;
        if level + depth::DEEP < rows.len() && cancel.is_cancelled() {
            return found;
        }
        let (upper, lower) = pools.split_at_mut(level + 1);
        let pool = &mut upper[level];
        let start = pool.len.saturating_sub(W);
        let taken = pool.len - start;
        pool.len = start;
        let [columns, left, right, mut free] = load::<W>(pool, start);
        for (lane, free) in free.iter_mut().enumerate() {
            *free = if lane < taken { *free } else { 0 };
        }
        let step = rows[level].step;
        let next = rows[level + 1];
        if level + 2 == rows.len() {
            let boards: [u32; W] =
                std::array::from_fn(|i| depth::last_two(columns[i], left[i], right[i], free[i], step, next.blocked));
            found += u64::from(boards.iter().sum::<u32>());
            waiting = mark(waiting, level, pool.len > 0);
            full = mark(full, level, pool.len >= W);
            continue;
        }
        let (after, children) = (rows[level + 2].blocked, &mut lower[0]);
        let mut alive = filled(free);
        loop {
            let queen: [u32; W] = std::array::from_fn(|i| free[i] & free[i].wrapping_neg());
            free = std::array::from_fn(|i| free[i] & free[i].wrapping_sub(1));
            let columns: [u32; W] = std::array::from_fn(|i| columns[i] | queen[i]);
            let left: [u32; W] = std::array::from_fn(|i| (left[i] | queen[i]) << step);
            let right: [u32; W] = std::array::from_fn(|i| (right[i] | queen[i]) >> step);
            let open: [u32; W] = std::array::from_fn(|i| !(columns[i] | left[i] | right[i] | next.blocked));
            let later: [u32; W] =
                std::array::from_fn(|i| !(columns[i] | left[i] << next.step | right[i] >> next.step | after));
            let keep = filled(open) & filled(later) & alive;
            store(children, [columns, left, right, open].map(|lanes| pack(lanes, keep)), keep.count_ones());
            alive = filled(free);
            if (alive.count_ones() as usize) * BUSY <= W {
                break;
            }
        }
        store(pool, [columns, left, right, free].map(|lanes| pack(lanes, alive)), alive.count_ones());
        waiting = mark(waiting, level, pool.len > 0);
        full = mark(full, level, pool.len >= W);
        waiting = mark(waiting, level + 1, children.len > 0);
        full = mark(full, level + 1, children.len >= W);
    }
    found
}

#[inline(always)]
fn mark(set: u32, level: usize, on: bool) -> u32 {
    set & !(1 << level) | u32::from(on) << level
}

/// Loads a vector of positions, starting at `start`.
#[inline(always)]
fn load<const W: usize>(pool: &Pool, start: usize) -> [[u32; W]; 4] {
    let start = start.min(Pool::ROOM - W);
    std::array::from_fn(|word| std::array::from_fn(|lane| pool.words[word][start + lane]))
}

/// Appends the first `count` lanes to the pool.
#[inline(always)]
fn store<const W: usize>(pool: &mut Pool, lanes: [[u32; W]; 4], count: u32) {
    let start = pool.len.min(Pool::ROOM - W);
    for (words, lanes) in pool.words.iter_mut().zip(lanes) {
        words[start..start + W].copy_from_slice(&lanes);
    }
    pool.len = start + count as usize;
}

#[cfg(test)]
mod tests {
    use super::super::border::borders;
    use super::*;

    #[test]
    fn lanes_find_what_plain_search_finds_on_every_border() {
        for n in 4..=11 {
            let never = CancelToken::new();
            let mut lanes = Lanes { pools: vec![Pool::EMPTY; n as usize] };
            for border in borders(n) {
                let expected = depth::completions(&border, &never);
                assert_eq!(lanes.completions(&border, &never), expected, "{border:?}");
                // Also test the portable version, whatever the processor.
                if let [first, _, ..] = border.rows[..] {
                    let mut pools = vec![Pool::EMPTY; n as usize];
                    let free = !(border.columns | first.blocked);
                    store(&mut pools[0], [[border.columns; 8], [0; 8], [0; 8], [free; 8]], 1);
                    assert_eq!(run::<8>(&mut pools, &border, &never, filled, pack), expected, "{border:?}");
                }
            }
        }
    }
}
