//! A binary relation between two lists of values, stored as bits in both directions.

use std::sync::Arc;

/// The allowed pairs of values, by their indices in two lists. Clones share the data.
#[derive(Clone)]
pub struct Relation(Arc<[Matrix; 2]>);

/// The pairs in row-major order, with the values of one side as rows.
struct Matrix {
    rows: usize,
    words: usize,
    bits: Box<[u64]>,
}

impl Relation {
    /// Creates a relation between `sizes.0` and `sizes.1` values that allows the pairs for which the closure returns
    /// `true`.
    pub fn new(sizes: (usize, usize), mut allows: impl FnMut(usize, usize) -> bool) -> Relation {
        let empty = |rows: usize, columns: usize| {
            let words = columns.div_ceil(64);
            Matrix { rows, words, bits: vec![0; rows * words].into() }
        };
        let (mut forth, mut back) = (empty(sizes.0, sizes.1), empty(sizes.1, sizes.0));
        let pairs = (0..sizes.0).flat_map(|a| (0..sizes.1).map(move |b| (a, b)));
        for (a, b) in pairs.filter(|&(a, b)| allows(a, b)) {
            forth.bits[a * forth.words + b / 64] |= 1 << (b % 64);
            back.bits[b * back.words + a / 64] |= 1 << (a % 64);
        }
        Relation(Arc::new([forth, back]))
    }

    /// Returns the numbers of values on both sides.
    pub fn sizes(&self) -> (usize, usize) {
        (self.0[0].rows, self.0[1].rows)
    }

    /// Checks whether two values are allowed together.
    pub fn allows(&self, a: usize, b: usize) -> bool {
        self.seen_from(0, a, b)
    }

    /// Checks whether value `a` of the given side is allowed with value `b` of the other side.
    #[inline]
    pub(super) fn seen_from(&self, side: usize, a: usize, b: usize) -> bool {
        self.row(side, a)[b / 64] >> (b % 64) & 1 != 0
    }

    /// Returns the values of the other side that are compatible with value `a` of the given side, as bits.
    #[inline]
    pub(super) fn row(&self, side: usize, a: usize) -> &[u64] {
        let matrix = &self.0[side];
        &matrix.bits[a * matrix.words..][..matrix.words]
    }
}

impl std::fmt::Debug for Relation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (rows, columns) = self.sizes();
        for a in 0..rows {
            let row: String = (0..columns).map(|b| if self.allows(a, b) { '1' } else { '0' }).collect();
            write!(f, "{}{row}", if a == 0 { "" } else { "/" })?;
        }
        Ok(())
    }
}
