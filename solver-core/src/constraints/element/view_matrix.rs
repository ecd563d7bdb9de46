//! `matrix[row][column] = result` for a matrix of views.

use super::grid::Grid;
use super::{EQUAL, EQUATED, INDEX, Level, RANGE, RESULT, check, explain};
use crate::constraints::meet;
use crate::prelude_propagator::*;
use std::sync::Arc;

/// `matrix[row][column] = result` for a matrix of views; rows and columns count from 0. See the [module page](super).
///
/// ```
/// use solver_core::{ValueSet, constraints::ElementOfViewMatrix, engine::EngineBuilder};
/// let domains = [(0, 1), (0, 1), (1, 2), (3, 4), (5, 6), (7, 8), (4, 5)].map(|(low, high)| ValueSet::range(low, high));
/// let mut b = EngineBuilder::new(domains.to_vec());
/// let (row, column, result) = (b.view(0), b.view(1), b.view(6));
/// let cells = [2, 3, 4, 5].map(|i| b.view(i));
/// b.post(Box::new(ElementOfViewMatrix::bounds(cells, 2, [row, column], result)));
/// let mut e = b.build()?;
/// e.assume(solver_core::Atom::equals(row, 1)).unwrap();
/// e.propagate().unwrap();
/// assert_eq!((e.fixed(column), e.fixed(result)), (Some(0), Some(5)));
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ElementOfViewMatrix {
    /// In row-major order.
    cells: Arc<[View]>,
    grid: Grid,
    result: View,
    level: Level,
    /// For each cell, a value shared with the result at the last test.
    residues: Vec<i32>,
    /// The cells that reached the result's bounds at the last test.
    ends: [usize; 2],
}

/// The position of the first cell in the [scope](Propagator::scope).
const CELLS: u32 = 3;

/// Hints: a row or a column was removed, or the result changed. Other hints are those of [`meet::equate`].
const ROW: u32 = 0;
const COLUMN: u32 = 1;
const ABOUT_RESULT: u32 = 4;

impl ElementOfViewMatrix {
    /// Creates the bounds consistent propagator: the cells' and the result's domains are treated as intervals. `cells`
    /// is in row-major order, with `columns` cells in a row; cells of an incomplete last row are ignored.
    pub fn bounds(cells: impl Into<Arc<[View]>>, columns: usize, index: [View; 2], result: View) -> Self {
        Self::new(cells.into(), columns, index, result, Level::Bounds)
    }

    /// Creates the domain consistent propagator.
    pub fn domain(cells: impl Into<Arc<[View]>>, columns: usize, index: [View; 2], result: View) -> Self {
        Self::new(cells.into(), columns, index, result, Level::Domain)
    }

    pub(super) fn new(cells: Arc<[View]>, columns: usize, index: [View; 2], result: View, level: Level) -> Self {
        let grid = Grid::new(cells.len(), columns, index);
        let cells: Arc<[View]> = cells[..grid.len()].into();
        ElementOfViewMatrix { residues: vec![0; cells.len()], ends: [0; 2], cells, grid, result, level }
    }

    /// Returns a value that a cell and the result have in common, or any value if the level considers only bounds and
    /// the bounds overlap.
    fn common(&self, cx: &Context<'_>, cell: usize) -> Option<i32> {
        meet::common(cx, self.level, self.cells[cell], self.result, self.residues[cell])
    }

    /// Removes the rows and columns in which no cell meets the result.
    fn prune_lines(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let ElementOfViewMatrix { cells, grid, result, level, residues, .. } = self;
        let mut meets = |cx: &Context<'_>, cell: usize| {
            let common = meet::common(cx, *level, cells[cell], *result, residues[cell]);
            residues[cell] = common.unwrap_or(residues[cell]);
            common.is_some()
        };
        (0..2).try_for_each(|axis| grid.prune_lines(cx, axis, 2, &mut meets))
    }

    /// Returns whether all modified cells can no longer be selected; unsubscribes from these cells.
    fn closes_all(&self, cx: &mut Context<'_>, modified: &[u32]) -> bool {
        let mut all = !modified.is_empty();
        for &position in modified {
            match position.checked_sub(CELLS) {
                Some(cell) if !self.grid.may_select(cx, cell as usize) => cx.close(position),
                _ => all = false,
            }
        }
        all
    }

    /// The cells that may be selected and meet the result.
    fn possible<'a>(&'a self, cx: &'a Context<'_>) -> impl Iterator<Item = usize> + 'a {
        let cells = cx.values(self.grid.index[0]).flat_map(move |r| cx.values(self.grid.index[1]).map(move |c| (r, c)));
        cells.map(|(r, c)| self.grid.number(r, c)).filter(|&cell| self.common(cx, cell).is_some())
    }

    /// Restricts the result to the values of the possible cells.
    fn prune_result(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        // Some line remains, so some cell meets the result.
        if cx.fixed(self.result).is_some() {
            return Ok(());
        }
        let (low, high) = cx.bounds(self.result);
        let reaches = |cx: &Context<'_>, cell: usize| self.grid.may_select(cx, cell) && self.common(cx, cell).is_some();
        let [least, most] = self.ends;
        let stays = reaches(cx, least) && cx.min(self.cells[least]) <= low;
        if !(stays && reaches(cx, most) && cx.max(self.cells[most]) >= high) {
            cx.work(cx.size(self.grid.index[0]) as usize * cx.size(self.grid.index[1]) as usize * 2)?;
            let ends = self.possible(cx).fold(None, |ends: Option<[usize; 2]>, cell| {
                let [least, most] = ends.unwrap_or([cell; 2]);
                let is_lower = cx.min(self.cells[cell]) < cx.min(self.cells[least]);
                let is_higher = cx.max(self.cells[cell]) > cx.max(self.cells[most]);
                Some([if is_lower { cell } else { least }, if is_higher { cell } else { most }])
            });
            let Some([least, most]) = ends else { return Ok(()) };
            self.ends = [least, most];
            let (least, most) = (cx.min(self.cells[least]), cx.max(self.cells[most]));
            cx.at_least(self.result, least, || Lazy(ABOUT_RESULT))?;
            cx.at_most(self.result, most, || Lazy(ABOUT_RESULT))?;
        }
        let range = cx.bounds(self.result);
        if self.level == Level::Bounds || !meet::is_short(range) {
            return Ok(());
        }
        for base in meet::windows(range) {
            let wanted = cx.window(self.result, base);
            let mut looks = 1;
            let mut union = 0;
            for cell in self.possible(cx) {
                looks += 2;
                union |= cx.window(self.cells[cell], base);
                if wanted & !union == 0 {
                    break;
                }
            }
            cx.work(looks)?;
            cx.keep(self.result, base, union, || Lazy(ABOUT_RESULT))?;
        }
        Ok(())
    }

    fn chosen(&self, at: [Option<i32>; 2]) -> Option<View> {
        at[0].zip(at[1]).map(|(r, c)| self.cells[self.grid.number(r, c)])
    }
}

impl Propagator for ElementOfViewMatrix {
    fn scope(&self, scope: &mut Scope) {
        let wake = self.level.wake();
        scope
            .watch_all(&self.grid.index, Wake::Domain)
            .watch(self.result, wake)
            .watch_all(&self.cells, wake)
            .priority(4)
            .modified_positions();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        self.grid.enforce_range(cx)?;
        if self.closes_all(cx, modified) {
            return Ok(Status::Stable);
        }
        loop {
            self.prune_lines(cx)?;
            if let Some(chosen) = self.chosen(self.grid.index.map(|view| cx.fixed(view))) {
                return meet::equate(cx, self.level, (self.result, chosen), EQUATED);
            }
            let before = cx.bounds(self.result);
            self.prune_result(cx)?;
            if cx.bounds(self.result) == before {
                return Ok(Status::Stable);
            }
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let Some(fact) = fact else { return &RANGE };
        match hint {
            ROW | COLUMN => {
                let axis = hint as usize;
                if !fact.is_about_value() {
                    return &INDEX;
                }
                let line = fact.bound(self.grid.index[axis]) as i32;
                let cells: Vec<View> = (0..self.grid.lines[1 - axis] as i32)
                    .map(|across| self.cells[self.grid.in_line(axis, line, across)])
                    .collect();
                explain::no_element(past, &cells, self.grid.index[1 - axis], self.result, why);
                &INDEX
            }
            ABOUT_RESULT => {
                explain::no_other_cell(
                    past,
                    (&self.cells, self.grid.lines[1]),
                    self.grid.index,
                    self.result,
                    Some(fact),
                    why,
                );
                &RESULT
            }
            _ => {
                let at = self.grid.index.map(|view| past.fixed(view));
                let Some(chosen) = self.chosen(at) else { return &EQUAL };
                let at = self.grid.index.into_iter().zip(at.into_iter().flatten());
                explain::equal(fact, at, (self.result, chosen), hint, why);
                &EQUAL
            }
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if rule == &RANGE {
            return self.grid.is_outside(case);
        }
        let known = rule == &INDEX || rule == &RESULT || rule == &EQUAL;
        known && self.grid.no_cell(case, |cell| check::may_be_equal(case, self.cells[cell], self.result))
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        if self.grid.any_cell(cx, MOST_LOOKS, |cell| self.common(cx, cell).is_some()) {
            return None;
        }
        if let Some(now) = cx.now() {
            explain::no_other_cell(&now, (&self.cells, self.grid.lines[1]), self.grid.index, self.result, None, why);
        }
        Some(&RESULT)
    }
}

/// The maximum number of cells tested while the condition is undecided.
const MOST_LOOKS: usize = 4_096;
