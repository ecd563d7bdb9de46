//! Brute force: all solutions of a case, computed once.

use super::case::Case;
use super::{Claim, Declared};

/// Tuples of indices into lists of values.
pub(super) struct Table {
    width: usize,
    count: usize,
    cells: Vec<u16>,
}

impl Table {
    /// The tuples of the product of `lists` that satisfy a condition, in lexicographic order.
    fn new(lists: &[Vec<i32>], mut condition: impl FnMut(&[i32]) -> bool) -> Table {
        let mut table = Table { width: lists.len(), count: 0, cells: Vec::new() };
        if lists.iter().any(Vec::is_empty) {
            return table;
        }
        let mut at = vec![0u16; lists.len()];
        let mut values: Vec<i32> = lists.iter().map(|list| list[0]).collect();
        loop {
            if condition(&values) {
                table.count += 1;
                table.cells.extend_from_slice(&at);
            }
            // For the next tuple, increments the last index that can grow and resets the indices after it.
            let Some(i) = (0..lists.len()).rfind(|&i| usize::from(at[i]) + 1 < lists[i].len()) else { return table };
            at[i] += 1;
            at[i + 1..].fill(0);
            for k in i..lists.len() {
                values[k] = lists[k][usize::from(at[k])];
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn row(&self, i: usize) -> &[u16] {
        &self.cells[i * self.width..][..self.width]
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &[u16]> {
        (0..self.count).map(|i| self.row(i))
    }
}

/// Whether a tuple lies within masks.
pub(super) fn inside(row: &[u16], masks: &[u64]) -> bool {
    row.iter().zip(masks).all(|(&k, &mask)| mask >> k & 1 != 0)
}

/// The brute-force results of a case.
pub(super) struct Oracle {
    /// The solutions, as indices into the variables' root values.
    pub(super) solutions: Table,
    /// The tuples that satisfy the constraint if positions are treated as independent variables, as indices into the
    /// variables' root values. Present only if they differ from the solutions and a claim needs them.
    pub(super) independent: Option<Table>,
    /// The tuples that satisfy the constraint if positions are relaxed to intervals. Each index counts from the
    /// smallest value of its position.
    pub(super) hulls: Option<Table>,
}

impl Oracle {
    pub(super) fn new(check: &Declared, case: &Case) -> Oracle {
        let mut values = vec![0; case.places.len()];
        let solutions = Table::new(&case.domains, |xs| {
            for (value, place) in values.iter_mut().zip(&case.places) {
                *value = place.value_of(xs[place.var]);
            }
            case.satisfied(check, &values)
        });
        let holds = |values: &[i32]| case.satisfied(check, values);
        let independent = (case.aliased() && check.claims.iter().any(Claim::needs_tuples)).then(|| {
            let lists: Vec<Vec<i32>> =
                case.places.iter().map(|p| case.domains[p.var].iter().map(|&x| p.value_of(x)).collect()).collect();
            Table::new(&lists, holds)
        });
        let hulls = check.claims.iter().any(Claim::needs_hulls).then(|| {
            let root = case.root();
            let lists: Vec<Vec<i32>> = (0..case.places.len())
                .map(|i| {
                    let values = case.position(i, &root);
                    (values[0]..=values[values.len() - 1]).collect()
                })
                .collect();
            Table::new(&lists, holds)
        });
        Oracle { solutions, independent, hulls }
    }
}
