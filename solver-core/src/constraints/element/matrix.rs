//! `matrix[row][column] = result` for a matrix of constants.

use super::{INDEX, Level, RANGE, RESULT, check, enforce_range, explain, scan};
use crate::prelude_propagator::*;
use std::sync::Arc;

/// `matrix[row][column] = result` for a matrix of constants; rows and columns count from 0.
/// See the [module page](super).
///
/// ```
/// use solver_core::{ValueSet, constraints::ElementOfMatrix, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1), ValueSet::range(0, 2), ValueSet::range(4, 9)]);
/// let (row, column, result) = (b.view(0), b.view(1), b.view(2));
/// b.post(Box::new(ElementOfMatrix::domain([1, 2, 3, 4, 5, 1], 3, row, column, result)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!([row, column, result].map(|v| e.values(v)), [vec![1], vec![0, 1], vec![4, 5]]);
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ElementOfMatrix {
    /// In row-major order.
    cells: Arc<[i32]>,
    columns: usize,
    views: [View; 3],
    level: Level,
    /// The numbers of the cells in the order of their values.
    order: Arc<[u32]>,
    /// The distinct values, ascending, and where their cells start in `order`; with a last one for the end.
    groups: Arc<[(i32, u32)]>,
    /// For each row, column and group the last support found: a column, a row, a place in `order`.
    residues: [Vec<u32>; 3],
}

/// The largest number of cells tested while the condition is undecided.
const MOST_LOOKS: usize = 65_536;

const ROW: usize = 0;
const COLUMN: usize = 1;
const VALUE: usize = 2;

impl ElementOfMatrix {
    /// Domain consistent. `cells` is in row-major order with this many columns; cells of an incomplete last row do not
    /// count.
    pub fn domain(
        cells: impl Into<Arc<[i32]>>,
        columns: usize,
        row: View,
        column: View,
        result: View,
    ) -> ElementOfMatrix {
        ElementOfMatrix::new(cells.into(), columns, [row, column, result], Level::Domain)
    }

    /// Bounds of the result only: rows and columns lose all values without support within them.
    pub fn bounds(
        cells: impl Into<Arc<[i32]>>,
        columns: usize,
        row: View,
        column: View,
        result: View,
    ) -> ElementOfMatrix {
        ElementOfMatrix::new(cells.into(), columns, [row, column, result], Level::Bounds)
    }

    pub(super) fn new(cells: Arc<[i32]>, columns: usize, views: [View; 3], level: Level) -> ElementOfMatrix {
        let rows = cells.len().checked_div(columns).unwrap_or(0);
        let mut order: Vec<u32> = (0..(rows * columns) as u32).collect();
        order.sort_by_key(|&cell| cells[cell as usize]);
        let mut groups: Vec<(i32, u32)> = Vec::new();
        for (place, &cell) in (0..).zip(&order) {
            let v = cells[cell as usize];
            if groups.last().is_none_or(|last| last.0 != v) {
                groups.push((v, place));
            }
        }
        let residues = [vec![0; rows], vec![0; columns], groups.iter().map(|g| g.1).collect()];
        groups.push((0, order.len() as u32));
        let (order, groups) = (order.into(), groups.into());
        ElementOfMatrix { cells, columns, views, order, groups, residues, level }
    }

    fn rows(&self) -> usize {
        self.residues[ROW].len()
    }

    fn at(&self, row: i32, column: i32) -> i32 {
        self.cells[row as usize * self.columns + column as usize]
    }

    /// Whether the result may be a constant; one beyond the values of all views may alias one within.
    fn may_be(&self, cx: &Context<'_>, v: i32) -> bool {
        let (low, high) = cx.bounds(self.views[VALUE]);
        low <= v && v <= high && (self.level == Level::Bounds || cx.contains(self.views[VALUE], v))
    }

    /// The cell of a row (or column) at a place across.
    fn in_line(&self, lines: usize, line: i32, across: i32) -> i32 {
        if lines == ROW { self.at(line, across) } else { self.at(across, line) }
    }

    /// The place of a possible cell along a line, and how many were tested.
    fn support(&self, cx: &Context<'_>, lines: usize, line: i32) -> (Option<i32>, usize) {
        let across = self.views[1 - lines];
        let hint = self.residues[lines][line as usize] as i32;
        if cx.contains(across, hint) && self.may_be(cx, self.in_line(lines, line, hint)) {
            return (Some(hint), 1);
        }
        let mut looks = 1;
        let support =
            cx.values(across).inspect(|_| looks += 1).find(|&k| self.may_be(cx, self.in_line(lines, line, k)));
        (support, looks)
    }

    /// Removes the rows (or columns) in which no cell is possible.
    fn prune_lines(&mut self, cx: &mut Context<'_>, lines: usize) -> Result<(), Conflict> {
        let mut next = Some(cx.min(self.views[lines]));
        while let Some(line) = next {
            let (support, looks) = self.support(cx, lines, line);
            cx.work(looks)?;
            match support {
                Some(k) => self.residues[lines][line as usize] = k as u32,
                None => cx.remove(self.views[lines], line, || Lazy(lines as u32))?,
            }
            next = cx.next(self.views[lines], line + 1);
        }
        Ok(())
    }

    fn is_supported(&mut self, cx: &mut Context<'_>, group: usize) -> Result<bool, Conflict> {
        let is_left = |&place: &u32| {
            let cell = self.order[place as usize] as usize;
            let (row, column) = (cell / self.columns, cell % self.columns);
            cx.contains(self.views[ROW], row as i32) && cx.contains(self.views[COLUMN], column as i32)
        };
        let mut support = Some(self.residues[VALUE][group]).filter(is_left);
        let mut looks = 1;
        if support.is_none() {
            support = (self.groups[group].1..self.groups[group + 1].1).inspect(|_| looks += 1).find(is_left);
        }
        cx.work(looks)?;
        self.residues[VALUE][group] = support.unwrap_or(self.residues[VALUE][group]);
        Ok(support.is_some())
    }

    /// Removes the values of the result that no possible cell has.
    fn prune_result(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let result = self.views[VALUE];
        let why = || Lazy(VALUE as u32);
        // The outermost values first: they bring the bounds close to the array's values.
        let mut first = 0;
        let mut end = self.residues[VALUE].len();
        while first < end && !(self.may_be(cx, self.groups[first].0) && self.is_supported(cx, first)?) {
            first += 1;
        }
        while first < end && !(self.may_be(cx, self.groups[end - 1].0) && self.is_supported(cx, end - 1)?) {
            end -= 1;
        }
        if first == end {
            // Some line was left, so some cell is possible, and its value is a support.
            return Ok(());
        }
        cx.at_least(result, self.groups[first].0, why)?;
        cx.at_most(result, self.groups[end - 1].0, why)?;
        if self.level == Level::Bounds {
            return Ok(());
        }
        let mut left = 0;
        for group in first..end {
            if self.may_be(cx, self.groups[group].0) {
                if self.is_supported(cx, group)? {
                    left += 1;
                } else {
                    cx.remove(result, self.groups[group].0, why)?;
                }
            }
        }
        if cx.size(result) > left {
            scan::remove_between(cx, result, &self.groups[first..end], why())?;
        }
        Ok(())
    }
}

impl Propagator for ElementOfMatrix {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views[..VALUE], Wake::Domain).watch(self.views[VALUE], self.level.wake()).priority(3);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        enforce_range(cx, self.views[ROW], self.rows())?;
        enforce_range(cx, self.views[COLUMN], self.columns)?;
        // If a variable occurs twice, the next run handles what this run fixes.
        let is_entailed = self.views.iter().all(|&view| cx.fixed(view).is_some());
        loop {
            self.prune_lines(cx, ROW)?;
            self.prune_lines(cx, COLUMN)?;
            let before = cx.bounds(self.views[VALUE]);
            self.prune_result(cx)?;
            // At Bounds a bound may move further over a hole, and then some cell is no longer possible.
            if self.level == Level::Domain || cx.bounds(self.views[VALUE]) == before {
                break;
            }
        }
        Ok(if is_entailed { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let Some(fact) = fact else { return &RANGE };
        let lines = hint as usize;
        if lines == VALUE {
            self.explain_result(past, fact, why);
            return &RESULT;
        }
        if !fact.is_about_value() {
            return &INDEX;
        }
        let line = fact.bound(self.views[lines]) as i32;
        let length = if lines == ROW { self.columns } else { self.rows() } as i32;
        let cell = |k: i32| if lines == ROW { self.at(line, k) } else { self.at(k, line) };
        explain::no_cell_in_line(
            past,
            self.views[1 - lines],
            self.views[VALUE],
            (0..length).map(|k| (k, cell(k))),
            why,
        );
        &INDEX
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let [row, column, result] = self.views;
        if rule == &RANGE {
            return check::is_outside(case, row, self.rows()) || check::is_outside(case, column, self.columns);
        }
        let (columns, results) = (check::indices(case, column, self.columns), case.values(result));
        let is_possible = |r: i32| columns.iter().any(|c| results.contains(self.at(r, c)));
        (rule == &INDEX || rule == &RESULT) && check::no_index(case, row, self.rows(), is_possible)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let [row, column, result] = self.views;
        let within = |view: View, lines: usize| cx.min(view).max(0)..=cx.max(view).min(lines as i32 - 1);
        let mut looks = 0;
        for r in within(row, self.rows()).filter(|&r| cx.contains(row, r)) {
            for c in within(column, self.columns) {
                looks += 1;
                if looks > MOST_LOOKS || cx.contains(column, c) && self.may_be(cx, self.at(r, c)) {
                    return None;
                }
            }
        }
        if let Some(now) = cx.now() {
            let cells = (0..self.rows() as i32).flat_map(|r| (0..self.columns as i32).map(move |c| (r, c)));
            explain::no_possible_cell(&now, [row, column, result], cells.map(|(r, c)| [r, c, self.at(r, c)]), why);
        }
        Some(&RESULT)
    }
}

impl ElementOfMatrix {
    /// Each value that makes a fact about the result false was removed already, or has no possible cell.
    fn explain_result(&self, past: &DomainsAt<'_>, fact: Atom, why: &mut Premises) {
        let result = self.views[VALUE];
        let root = past.root();
        let (first, then) = (root.domain(result), past.domain(result));
        let against = |v: i32| !fact.holds_for(result.var_value(v)) && first.contains(v);
        let groups: Vec<usize> = (0..self.residues[VALUE].len()).filter(|&g| against(self.groups[g].0)).collect();
        let (left, lost): (Vec<usize>, Vec<usize>) = groups.into_iter().partition(|&g| then.contains(self.groups[g].0));
        past.none_of(result, lost.into_iter().map(|g| self.groups[g].0), why);
        let cells = left.into_iter().flat_map(|g| {
            let places = self.groups[g].1 as usize..self.groups[g + 1].1 as usize;
            self.order[places].iter().map(|&cell| cell as usize)
        });
        let position = |cell: usize| ((cell / self.columns) as i32, (cell % self.columns) as i32);
        explain::no_cell(past, &self.views, cells.map(position), why);
    }
}
