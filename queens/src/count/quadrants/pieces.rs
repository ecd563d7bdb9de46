//! Tables of pieces: all placements of `k` queens on an `m × m` quarter board.
//!
//! A table is sorted by the set of rows and the set of columns that the queens occupy. It contains an eight-byte word
//! for each piece, that is, for each placement of `k` queens on the quarter (OEIS A348129).

use super::lines::square_lines;
use super::subsets::Subsets;
use crate::bits::bits;
use solver_core::CancelToken;

/// The pieces with `k` queens, by row set and column set.
#[derive(Debug)]
pub(super) struct Pieces {
    words: Vec<u64>,
    starts: Vec<u32>,
    column_sets: usize,
}

impl Pieces {
    /// Lists all placements of `queens` queens on a quarter of side `m`, as [`square_lines`]; returns `None` if
    /// cancelled.
    pub(super) fn enumerate(m: u32, queens: u32, subsets: &Subsets, cancel: &CancelToken) -> Option<Pieces> {
        let sets = subsets.of_size(queens);
        let mut pieces = Pieces { words: Vec::new(), starts: vec![0], column_sets: sets.len() };
        let mut found = Vec::new();
        for &rows in sets {
            if cancel.is_cancelled() {
                return None;
            }
            found.clear();
            let rows: Vec<u32> = bits(u64::from(rows)).map(|row| row as u32).collect();
            place(m, &rows, 0, 0, &mut |columns, lines| found.push((subsets.rank(columns) as u32, lines)));
            found.sort_unstable();
            let mut next = 0;
            for columns in 0..sets.len() {
                while next < found.len() && found[next].0 as usize == columns {
                    pieces.words.push(found[next].1);
                    next += 1;
                }
                pieces.starts.push(pieces.words.len() as u32);
            }
        }
        Some(pieces)
    }

    /// The pieces that occupy none of these diagonals, each converted by `transform`; `None` if cancelled.
    pub(super) fn without(
        &self,
        attacked: u64,
        transform: impl Fn(u64) -> u64,
        cancel: &CancelToken,
    ) -> Option<Pieces> {
        let mut pieces = Pieces { words: Vec::new(), starts: vec![0], column_sets: self.column_sets };
        for bucket in self.starts.windows(2) {
            if cancel.is_cancelled() {
                return None;
            }
            let bucket = &self.words[bucket[0] as usize..bucket[1] as usize];
            pieces.words.extend(bucket.iter().filter(|&&word| word & attacked == 0).map(|&word| transform(word)));
            pieces.starts.push(pieces.words.len() as u32);
        }
        pieces.words.shrink_to_fit();
        Some(pieces)
    }

    /// The pieces on the row set and the column set with the given ranks.
    #[inline]
    pub(super) fn at(&self, rows: usize, columns: usize) -> &[u64] {
        let at = rows * self.column_sets + columns;
        &self.words[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// Enumerates placements with a queen on each of `rows`, and passes their columns and diagonals to `found`.
fn place(m: u32, rows: &[u32], columns: u32, lines: u64, found: &mut impl FnMut(u32, u64)) {
    let Some((&row, rest)) = rows.split_first() else {
        return found(columns, lines);
    };
    for column in (0..m).filter(|column| columns >> column & 1 == 0) {
        let square = square_lines(row, column);
        if lines & square == 0 {
            place(m, rest, columns | 1 << column, lines | square, found);
        }
    }
}
