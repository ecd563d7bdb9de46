//! Matrices: variables in rows and columns.

use super::IntVar;
use std::ops::Index;

/// Variables in rows and columns, counted from 0; created by [`Model::matrix`](super::Model::matrix).
///
/// A reference to a matrix is an iterator over all its variables, row by row.
#[doc(alias("grid", "array2d"))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    cells: Vec<IntVar>,
    rows: usize,
    columns: usize,
}

impl Matrix {
    pub(super) fn new(cells: Vec<IntVar>, rows: usize, columns: usize) -> Matrix {
        Matrix { cells, rows, columns }
    }

    /// All variables, row by row.
    pub fn cells(&self) -> &[IntVar] {
        &self.cells
    }

    /// The rows, in order. They are empty if there are no columns.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.matrix("x", 2, 3, 0..=1)?;
    /// assert_eq!(x.rows().nth(1), Some(vec![x[(1, 0)], x[(1, 1)], x[(1, 2)]]));
    /// assert_eq!(m.matrix("y", 4, 0, 0..=1)?.rows().count(), 4);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn rows(&self) -> impl Iterator<Item = Vec<IntVar>> + '_ {
        (0..self.rows).map(|row| self.cells[row * self.columns..][..self.columns].to_vec())
    }

    /// The columns, in order.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.matrix("x", 2, 3, 0..=1)?;
    /// assert_eq!(x.columns().nth(2), Some(vec![x[(0, 2)], x[(1, 2)]]));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("transpose"))]
    pub fn columns(&self) -> impl Iterator<Item = Vec<IntVar>> + '_ {
        (0..self.columns).map(|column| self.cells.iter().skip(column).step_by(self.columns).copied().collect())
    }

    /// The blocks of `height` rows and `width` columns, row by row. If the size of the matrix is not a multiple of the
    /// block size, blocks at the lower and right edges are smaller. A height or width of 0 counts as 1.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.matrix("x", 4, 4, 1..=4)?;
    /// assert_eq!(x.blocks(2, 2).nth(1), Some(vec![x[(0, 2)], x[(0, 3)], x[(1, 2)], x[(1, 3)]]));
    /// assert_eq!(x.blocks(2, 2).count(), 4);
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("slice", "box", "region"))]
    pub fn blocks(&self, height: usize, width: usize) -> impl Iterator<Item = Vec<IntVar>> + '_ {
        let (height, width) = (height.max(1), width.max(1));
        self.cells.chunks(self.columns.max(1) * height).flat_map(move |band| {
            (0..self.columns).step_by(width).map(move |left| {
                let row = move |row: &[IntVar]| row[left..row.len().min(left + width)].to_vec();
                band.chunks(self.columns.max(1)).flat_map(row).collect()
            })
        })
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = IntVar;

    /// The variable at `(row, column)`, both counted from 0.
    ///
    /// # Panics
    /// If there is no such variable.
    fn index(&self, (row, column): (usize, usize)) -> &IntVar {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        &self.cells[row * self.columns + column]
    }
}

impl<'a> IntoIterator for &'a Matrix {
    type Item = &'a IntVar;
    type IntoIter = std::slice::Iter<'a, IntVar>;

    fn into_iter(self) -> Self::IntoIter {
        self.cells.iter()
    }
}
