//! Subsets of the rows (or columns) of a quarter, by size and rank.
//!
//! A quarter has `width <= 16` rows, and a subset of them is a word. Subsets of the same size are ranked in ascending
//! order of their words, so that a pair of ranks is a table index.

/// All subsets of `0..width`.
#[derive(Debug)]
pub(super) struct Subsets {
    by_size: Vec<Vec<u32>>,
    rank: Vec<u32>,
    full: u32,
}

impl Subsets {
    pub(super) fn new(width: u32) -> Subsets {
        let mut by_size = vec![Vec::new(); width as usize + 1];
        let rank = (0u32..1 << width)
            .map(|set| {
                let of_size: &mut Vec<u32> = &mut by_size[set.count_ones() as usize];
                of_size.push(set);
                of_size.len() as u32 - 1
            })
            .collect();
        Subsets { by_size, rank, full: (1 << width) - 1 }
    }

    /// The subsets of a size, in order of rank.
    pub(super) fn of_size(&self, size: u32) -> &[u32] {
        &self.by_size[size as usize]
    }

    /// The rank of the set among the subsets of the same size.
    #[inline]
    pub(super) fn rank(&self, set: u32) -> usize {
        self.rank[set as usize] as usize
    }

    /// The complement of the set.
    #[inline]
    pub(super) fn complement(&self, set: u32) -> u32 {
        self.full & !set
    }
}

/// Whether the set, of `m` positions, is the representative of itself and its complement. If both have the same size,
/// the representative is the one that contains the innermost position; otherwise it is the smaller one, and only
/// smaller sets are passed.
pub(super) fn is_representative(set: u32, m: u32) -> bool {
    2 * set.count_ones() != m || set & 1 != 0 || m == 0
}
