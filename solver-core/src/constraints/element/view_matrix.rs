//! `matrix[row][column] = result` for a matrix of views.

use super::{EQUAL, EQUATED, FROM_RESULT, INDEX, Level, RANGE, RESULT, check, enforce_range, explain};
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
/// b.post(Box::new(ElementOfViewMatrix::bounds(cells, 2, row, column, result)));
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
    lines: [usize; 2],
    /// Row and column.
    index: [View; 2],
    result: View,
    level: Level,
    /// For each cell a value that it and the result had in common at the last test.
    residues: Vec<i32>,
    /// For each row the column of a cell that met the result at the last test, and for each column the row.
    meetings: [Vec<i32>; 2],
    /// The cells that reached the ends of the result at the last test.
    ends: [usize; 2],
}

/// The place of the first cell among the views of the [scope](Propagator::scope).
const CELLS: u32 = 3;

/// Hints: a row was removed, or a column; the result changed. Others are those of [`meet::equate`].
const ROW: u32 = 0;
const COLUMN: u32 = 1;
const ABOUT_RESULT: u32 = 4;

impl ElementOfViewMatrix {
    /// Bounds consistent: domains of the cells and the result count as intervals. `cells` is in row-major order with
    /// this many columns; cells of an incomplete last row do not count.
    pub fn bounds(
        cells: impl Into<Arc<[View]>>,
        columns: usize,
        row: View,
        column: View,
        result: View,
    ) -> ElementOfViewMatrix {
        ElementOfViewMatrix::new(cells.into(), columns, [row, column], result, Level::Bounds)
    }

    /// Domain consistent.
    pub fn domain(
        cells: impl Into<Arc<[View]>>,
        columns: usize,
        row: View,
        column: View,
        result: View,
    ) -> ElementOfViewMatrix {
        ElementOfViewMatrix::new(cells.into(), columns, [row, column], result, Level::Domain)
    }

    pub(super) fn new(
        cells: Arc<[View]>,
        columns: usize,
        index: [View; 2],
        result: View,
        level: Level,
    ) -> ElementOfViewMatrix {
        let rows = cells.len().checked_div(columns).unwrap_or(0);
        let cells: Arc<[View]> = cells[..rows * columns].into();
        let (residues, meetings) = (vec![0; cells.len()], [vec![0; rows], vec![0; columns]]);
        ElementOfViewMatrix { residues, meetings, ends: [0; 2], cells, lines: [rows, columns], index, result, level }
    }

    fn number(&self, row: i32, column: i32) -> usize {
        row as usize * self.lines[1] + column as usize
    }

    /// The number of the cell in a row (or column) at a place across.
    fn in_line(&self, axis: usize, line: i32, across: i32) -> usize {
        if axis == 0 { self.number(line, across) } else { self.number(across, line) }
    }

    /// A value that a cell and the result have in common, if the level requires one; otherwise any.
    fn common(&self, cx: &Context<'_>, cell: usize) -> Option<i32> {
        meet::common(cx, self.level, self.cells[cell], self.result, self.residues[cell])
    }

    /// Removes the rows (or columns) in which no cell meets the result.
    fn prune_lines(&mut self, cx: &mut Context<'_>, axis: usize) -> Result<(), Conflict> {
        let (lines, across) = (self.index[axis], self.index[1 - axis]);
        let mut next = Some(cx.min(lines));
        while let Some(line) = next {
            let mut looks = 1;
            let meets = |k: i32| {
                let cell = self.in_line(axis, line, k);
                self.common(cx, cell).map(|v| (k, cell, v))
            };
            let last = self.meetings[axis][line as usize];
            let again = if cx.contains(across, last) { meets(last) } else { None };
            let meeting = again.or_else(|| {
                cx.values(across).find_map(|k| {
                    looks += 2;
                    meets(k)
                })
            });
            cx.work(looks)?;
            match meeting {
                Some((k, cell, v)) => {
                    self.meetings[axis][line as usize] = k;
                    self.residues[cell] = v;
                }
                None => cx.remove(lines, line, || Lazy(if axis == 0 { ROW } else { COLUMN }))?,
            }
            next = cx.next(lines, line + 1);
        }
        Ok(())
    }

    /// Whether a cell may be selected.
    fn is_possible(&self, cx: &Context<'_>, cell: usize) -> bool {
        let columns = self.lines[1];
        cx.contains(self.index[0], (cell / columns) as i32) && cx.contains(self.index[1], (cell % columns) as i32)
    }

    /// Whether all that was changed are cells that cannot be selected any more; they do not matter from here on.
    fn closes_all(&self, cx: &mut Context<'_>, modified: &[u32]) -> bool {
        let mut all = !modified.is_empty();
        for &position in modified {
            match position.checked_sub(CELLS) {
                Some(cell) if !self.is_possible(cx, cell as usize) => cx.close(position),
                _ => all = false,
            }
        }
        all
    }

    /// The cells that may be selected and meet the result.
    fn possible<'a>(&'a self, cx: &'a Context<'_>) -> impl Iterator<Item = usize> + 'a {
        let cells = cx.values(self.index[0]).flat_map(move |r| cx.values(self.index[1]).map(move |c| (r, c)));
        cells.map(|(r, c)| self.number(r, c)).filter(|&cell| self.common(cx, cell).is_some())
    }

    /// Restricts the result to the values of cells that meet it.
    fn prune_result(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        // Some line was left, so some cell meets it.
        if cx.fixed(self.result).is_some() {
            return Ok(());
        }
        let (low, high) = cx.bounds(self.result);
        let reaches = |cx: &Context<'_>, cell: usize| self.is_possible(cx, cell) && self.common(cx, cell).is_some();
        let [least, most] = self.ends;
        let stays = reaches(cx, least) && cx.min(self.cells[least]) <= low;
        if !(stays && reaches(cx, most) && cx.max(self.cells[most]) >= high) {
            cx.work(cx.size(self.index[0]) as usize * cx.size(self.index[1]) as usize * 2)?;
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
        at[0].zip(at[1]).map(|(r, c)| self.cells[self.number(r, c)])
    }
}

impl Propagator for ElementOfViewMatrix {
    fn scope(&self, scope: &mut Scope) {
        let wake = self.level.wake();
        scope
            .watch_all(&self.index, Wake::Domain)
            .watch(self.result, wake)
            .watch_all(&self.cells, wake)
            .priority(4)
            .modified_positions();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        for axis in [0, 1] {
            enforce_range(cx, self.index[axis], self.lines[axis])?;
        }
        if self.closes_all(cx, modified) {
            return Ok(Status::Stable);
        }
        loop {
            self.prune_lines(cx, 0)?;
            self.prune_lines(cx, 1)?;
            if let Some(chosen) = self.chosen(self.index.map(|view| cx.fixed(view))) {
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
                let line = fact.bound(self.index[axis]) as i32;
                let cells: Vec<View> = (0..self.lines[1 - axis] as i32)
                    .map(|across| self.cells[self.in_line(axis, line, across)])
                    .collect();
                explain::no_element(past, &cells, self.index[1 - axis], self.result, why);
                &INDEX
            }
            ABOUT_RESULT => {
                explain::no_other_cell(past, (&self.cells, self.lines[1]), self.index, self.result, Some(fact), why);
                &RESULT
            }
            _ => {
                let at = self.index.map(|view| past.fixed(view));
                let Some(chosen) = self.chosen(at) else { return &EQUAL };
                let (to, from) = if hint == FROM_RESULT { (chosen, self.result) } else { (self.result, chosen) };
                for (view, i) in self.index.into_iter().zip(at) {
                    why.extend(i.map(|i| Atom::equals(view, i)));
                }
                why.push(fact.restated(to, from));
                &EQUAL
            }
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let [row, column] = self.index;
        if rule == &RANGE {
            return check::is_outside(case, row, self.lines[0]) || check::is_outside(case, column, self.lines[1]);
        }
        let columns = check::indices(case, column, self.lines[1]);
        let is_possible =
            |r: i32| columns.iter().any(|c| check::may_be_equal(case, self.cells[self.number(r, c)], self.result));
        let known = rule == &INDEX || rule == &RESULT || rule == &EQUAL;
        known && check::no_index(case, row, self.lines[0], is_possible)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let within = |axis: usize| {
            let view = self.index[axis];
            cx.min(view).max(0)..=cx.max(view).min(self.lines[axis] as i32 - 1)
        };
        let mut looks = 0;
        for r in within(0).filter(|&r| cx.contains(self.index[0], r)) {
            for c in within(1) {
                looks += 1;
                if looks > MOST_LOOKS || cx.contains(self.index[1], c) && self.common(cx, self.number(r, c)).is_some() {
                    return None;
                }
            }
        }
        if let Some(now) = cx.now() {
            explain::no_other_cell(&now, (&self.cells, self.lines[1]), self.index, self.result, None, why);
        }
        Some(&RESULT)
    }
}

/// The largest number of cells tested while the condition is undecided.
const MOST_LOOKS: usize = 4_096;
