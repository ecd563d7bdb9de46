//! Sparse matrices, by rows and by columns.

/// Lists of entries, stored contiguously.
#[derive(Clone, Default)]
struct Lists {
    ends: Vec<u32>,
    entries: Vec<(u32, f64)>,
}

impl Lists {
    fn push(&mut self, list: impl Iterator<Item = (u32, f64)>) {
        self.entries.extend(list);
        self.ends.push(self.entries.len() as u32);
    }

    fn list(&self, i: usize) -> &[(u32, f64)] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.entries[start..self.ends[i] as usize]
    }
}

/// A sparse matrix that can be read by rows and by columns.
#[derive(Clone, Default)]
pub(super) struct Matrix {
    rows: Lists,
    columns: Lists,
}

impl Matrix {
    /// Creates a matrix from its rows: lists of pairs of a column and a nonzero value.
    pub(super) fn new(rows: &[Vec<(u32, f64)>], columns: usize) -> Matrix {
        let mut matrix = Matrix::default();
        let mut by_column = vec![Vec::new(); columns];
        for (i, row) in (0..).zip(rows) {
            matrix.rows.push(row.iter().copied());
            for &(j, value) in row {
                by_column[j as usize].push((i, value));
            }
        }
        for column in by_column {
            matrix.columns.push(column.into_iter());
        }
        matrix
    }

    pub(super) fn row(&self, i: usize) -> &[(u32, f64)] {
        self.rows.list(i)
    }

    pub(super) fn column(&self, j: usize) -> &[(u32, f64)] {
        self.columns.list(j)
    }

    pub(super) fn bytes(&self) -> usize {
        2 * self.rows.entries.capacity() * size_of::<(u32, f64)>()
    }
}
