//! The lines of a grid: the frame, the borders of areas, and sides drawn by the player.

use crate::sheet::Sheet;

/// Determines which square sides are drawn.
pub(super) struct Lines<'a> {
    sheet: &'a Sheet,
    values: &'a [Option<i32>],
}

impl<'a> Lines<'a> {
    pub(super) fn new(sheet: &'a Sheet, values: &'a [Option<i32>]) -> Lines<'a> {
        Lines { sheet, values }
    }

    /// Returns the area of a square, or `None` if the square is outside the grid.
    fn area(&self, row: usize, column: usize) -> Option<Option<usize>> {
        // Coordinates start at 1 here, so that 0 lies outside the grid.
        let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
        let inside = row < self.sheet.rows && column < self.sheet.columns;
        inside.then(|| self.sheet.squares[row * self.sheet.columns + column].area)
    }

    /// Checks whether a line is drawn above a square. If `row == rows`, this is the bottom edge of the grid.
    pub(super) fn above(&self, row: usize, column: usize) -> bool {
        let is_border = || self.area(row, column + 1) != self.area(row + 1, column + 1);
        self.edge(row, column, true).unwrap_or_else(is_border)
    }

    /// Checks whether a line is drawn to the left of a square. If `column == columns`, this is the right edge of the
    /// grid.
    pub(super) fn left(&self, row: usize, column: usize) -> bool {
        let is_border = || self.area(row + 1, column) != self.area(row + 1, column + 1);
        self.edge(row, column, false).unwrap_or_else(is_border)
    }

    /// Returns whether a side is drawn, or `None` if sides are not cells.
    fn edge(&self, row: usize, column: usize, across: bool) -> Option<bool> {
        if self.sheet.edges.is_empty() {
            return None;
        }
        let here = |edge: &&crate::sheet::Edge| (edge.row, edge.column, edge.across) == (row, column, across);
        let edge = self.sheet.edges.iter().find(here);
        Some(edge.is_some_and(|edge| self.values.get(edge.cell).copied().flatten() == Some(1)))
    }

    /// Checks whether there is a line or a sign between two rows.
    pub(super) fn any_above(&self, row: usize) -> bool {
        let signs = self.sheet.signs.iter().any(|sign| {
            let columns = self.sheet.columns;
            sign.first / columns + 1 == row && sign.second / columns == row
        });
        signs || !self.sheet.edges.is_empty() || (0..self.sheet.columns).any(|column| self.above(row, column))
    }

    /// Returns whether a line runs up, right, down and left from the upper left corner of a square.
    pub(super) fn arms(&self, row: usize, column: usize) -> [bool; 4] {
        [
            row > 0 && self.left(row - 1, column),
            column < self.sheet.columns && self.above(row, column),
            row < self.sheet.rows && self.left(row, column),
            column > 0 && self.above(row, column - 1),
        ]
    }
}
