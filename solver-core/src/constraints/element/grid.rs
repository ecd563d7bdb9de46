//! Rows and columns of a matrix.
//!
//! Supports are stored as hints, the *residues* of C. Lecoutre and F. Hemery, *A Study of Residual Supports in Arc
//! Consistency* (IJCAI 2007): they are tested first, and backtracking has nothing to restore.

use super::{check, enforce_range};
use crate::prelude_propagator::*;

/// The row and column that select a cell. Cells are numbered in row-major order.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// The row and column.
    pub(super) index: [View; 2],
    /// The numbers of rows and columns.
    pub(super) lines: [usize; 2],
    /// For each row, the column of the cell that supported it at the last test; for each column, the row.
    supports: [Vec<i32>; 2],
}

impl Grid {
    /// Cells of an incomplete last row are ignored.
    pub(super) fn new(cells: usize, columns: usize, index: [View; 2]) -> Grid {
        let lines = [cells.checked_div(columns).unwrap_or(0), columns];
        Grid { index, lines, supports: lines.map(|n| vec![0; n]) }
    }

    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        self.lines[0] * self.lines[1]
    }

    #[inline]
    pub(super) fn number(&self, row: i32, column: i32) -> usize {
        row as usize * self.lines[1] + column as usize
    }

    /// The row and column of a cell.
    #[inline]
    pub(super) fn position(&self, cell: usize) -> [i32; 2] {
        [(cell / self.lines[1]) as i32, (cell % self.lines[1]) as i32]
    }

    /// The index of the cell in a row (axis 0) or column (axis 1), given its index along that line.
    #[inline]
    pub(super) fn in_line(&self, axis: usize, line: i32, across: i32) -> usize {
        if axis == 0 { self.number(line, across) } else { self.number(across, line) }
    }

    /// Returns whether a cell may be selected.
    #[inline]
    pub(super) fn may_select(&self, cx: &Context<'_>, cell: usize) -> bool {
        let [row, column] = self.position(cell);
        cx.contains(self.index[0], row) && cx.contains(self.index[1], column)
    }

    /// Restricts the row and column to the matrix.
    pub(super) fn enforce_range(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        (0..2).try_for_each(|axis| enforce_range(cx, self.index[axis], self.lines[axis]))
    }

    /// Removes the rows (or columns) without a possible cell, where testing a cell costs `cost`. The hint is the axis.
    #[inline]
    pub(super) fn prune_lines(
        &mut self,
        cx: &mut Context<'_>,
        axis: usize,
        cost: usize,
        mut is_possible: impl FnMut(&Context<'_>, usize) -> bool,
    ) -> Result<(), Conflict> {
        let (lines, across) = (self.index[axis], self.index[1 - axis]);
        let mut next = Some(cx.min(lines));
        while let Some(line) = next {
            let mut looks = 1;
            let last = self.supports[axis][line as usize];
            let mut meets = |k: i32| is_possible(cx, self.in_line(axis, line, k));
            let mut support = Some(last).filter(|&k| cx.contains(across, k) && meets(k));
            if support.is_none() {
                support = cx.values(across).inspect(|_| looks += cost).find(|&k| meets(k));
            }
            cx.work(looks)?;
            match support {
                Some(k) => self.supports[axis][line as usize] = k,
                None => cx.remove(lines, line, || Lazy(axis as u32))?,
            }
            next = cx.next(lines, line + 1);
        }
        Ok(())
    }

    /// Returns whether some cell that may be selected is possible; also true if there are too many cells to test.
    pub(super) fn any_cell(&self, cx: &Context<'_>, most_looks: usize, is_possible: impl Fn(usize) -> bool) -> bool {
        let within = |axis: usize| {
            let view = self.index[axis];
            cx.min(view).max(0)..=cx.max(view).min(self.lines[axis] as i32 - 1)
        };
        let rows = within(0).filter(|&r| cx.contains(self.index[0], r));
        let mut cells = rows.flat_map(|r| within(1).map(move |c| (r, c)));
        let tested = cells.by_ref().take(most_looks);
        let is_found = { tested }.any(|(r, c)| cx.contains(self.index[1], c) && is_possible(self.number(r, c)));
        is_found || cells.next().is_some()
    }

    /// For a checker: whether the row or the column must be outside the matrix.
    pub(super) fn is_outside(&self, case: &CheckContext<'_>) -> bool {
        (0..2).any(|axis| check::is_outside(case, self.index[axis], self.lines[axis]))
    }

    /// For a checker: whether no cell is possible.
    pub(super) fn no_cell(&self, case: &CheckContext<'_>, is_possible: impl Fn(usize) -> bool) -> bool {
        let columns = check::indices(case, self.index[1], self.lines[1]);
        let in_row = |r: i32| columns.iter().any(|c| is_possible(self.number(r, c)));
        check::no_index(case, self.index[0], self.lines[0], in_row)
    }
}
