//! `matrix[row][column] = result` for a matrix of constants.

use super::grid::Grid;
use super::groups::Groups;
use super::{INDEX, Level, RANGE, RESULT, explain};
use crate::prelude_propagator::*;
use std::sync::Arc;

/// `matrix[row][column] = result` for a matrix of constants; rows and columns count from 0.
/// See the [module page](super).
///
/// ```
/// use solver_core::{ValueSet, constraints::ElementOfMatrix, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1), ValueSet::range(0, 2), ValueSet::range(4, 9)]);
/// let (row, column, result) = (b.view(0), b.view(1), b.view(2));
/// b.post(Box::new(ElementOfMatrix::domain([1, 2, 3, 4, 5, 1], 3, [row, column], result)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!([row, column, result].map(|v| e.values(v)), [vec![1], vec![0, 1], vec![4, 5]]);
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ElementOfMatrix {
    /// In row-major order.
    cells: Arc<[i32]>,
    grid: Grid,
    result: View,
    level: Level,
    groups: Groups,
    /// For each group, the position of its last support.
    supports: Vec<u32>,
}

/// Returns whether the result may equal a constant. A constant beyond the range of views may alias a value within it.
fn may_be(cx: &Context<'_>, level: Level, result: View, v: i32) -> bool {
    let (low, high) = cx.bounds(result);
    low <= v && v <= high && (level == Level::Bounds || cx.contains(result, v))
}

/// The maximum number of cells tested while the condition is undecided.
const MOST_LOOKS: usize = 65_536;

/// The hint of an inference about the result. The hint of an inference about an index is its axis.
const ABOUT_RESULT: u32 = 2;

impl ElementOfMatrix {
    /// Creates the domain consistent propagator. `cells` is in row-major order, with `columns` cells in a row; cells of
    /// an incomplete last row are ignored.
    pub fn domain(cells: impl Into<Arc<[i32]>>, columns: usize, index: [View; 2], result: View) -> Self {
        Self::new(cells.into(), columns, index, result, Level::Domain)
    }

    /// Creates a propagator that considers only the result's bounds; rows and columns lose all values without support
    /// within them.
    pub fn bounds(cells: impl Into<Arc<[i32]>>, columns: usize, index: [View; 2], result: View) -> Self {
        Self::new(cells.into(), columns, index, result, Level::Bounds)
    }

    pub(super) fn new(cells: Arc<[i32]>, columns: usize, index: [View; 2], result: View, level: Level) -> Self {
        let grid = Grid::new(cells.len(), columns, index);
        let groups = Groups::new(&cells[..grid.len()]);
        let supports = (0..groups.len()).map(|group| groups.places(group).start).collect();
        ElementOfMatrix { cells, grid, result, level, groups, supports }
    }

    fn prune_lines(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let ElementOfMatrix { cells, grid, result, level, .. } = self;
        (0..2).try_for_each(|axis| grid.prune_lines(cx, axis, 1, |cx, cell| may_be(cx, *level, *result, cells[cell])))
    }

    fn is_supported(&mut self, cx: &mut Context<'_>, group: usize) -> Result<bool, Conflict> {
        let is_left = |&place: &u32| self.grid.may_select(cx, self.groups.at(place));
        let mut support = Some(self.supports[group]).filter(is_left);
        let mut looks = 1;
        if support.is_none() {
            support = self.groups.places(group).inspect(|_| looks += 1).find(is_left);
        }
        cx.work(looks)?;
        self.supports[group] = support.unwrap_or(self.supports[group]);
        Ok(support.is_some())
    }

    /// Removes the values of the result that no possible cell has.
    fn prune_result(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let (result, level) = (self.result, self.level);
        let why = || Lazy(ABOUT_RESULT);
        // Tests the outermost values first, to bring the bounds close to the matrix's values.
        let mut first = 0;
        let mut end = self.groups.len();
        while first < end && !(may_be(cx, level, result, self.groups.value(first)) && self.is_supported(cx, first)?) {
            first += 1;
        }
        while first < end
            && !(may_be(cx, level, result, self.groups.value(end - 1)) && self.is_supported(cx, end - 1)?)
        {
            end -= 1;
        }
        if first == end {
            // Some line remains, so some cell is possible, and its value is a support.
            return Ok(());
        }
        cx.at_least(result, self.groups.value(first), why)?;
        cx.at_most(result, self.groups.value(end - 1), why)?;
        if self.level == Level::Bounds {
            return Ok(());
        }
        let mut left = 0;
        for group in first..end {
            if may_be(cx, level, result, self.groups.value(group)) {
                if self.is_supported(cx, group)? {
                    left += 1;
                } else {
                    cx.remove(result, self.groups.value(group), why)?;
                }
            }
        }
        if cx.size(result) > left {
            self.groups.remove_between(cx, result, first..end, why())?;
        }
        Ok(())
    }
}

impl Propagator for ElementOfMatrix {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.grid.index, Wake::Domain).watch(self.result, self.level.wake()).priority(3);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        self.grid.enforce_range(cx)?;
        // If a variable occurs twice, the next run handles the views that this run fixes.
        let is_entailed = self.grid.index.iter().chain([&self.result]).all(|&view| cx.fixed(view).is_some());
        loop {
            self.prune_lines(cx)?;
            let before = cx.bounds(self.result);
            self.prune_result(cx)?;
            // At Bounds, a hole may move a bound further, which can make a cell impossible.
            if self.level == Level::Domain || cx.bounds(self.result) == before {
                break;
            }
        }
        Ok(if is_entailed { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let Some(fact) = fact else { return &RANGE };
        if hint == ABOUT_RESULT {
            self.explain_result(past, fact, why);
            return &RESULT;
        }
        if fact.is_about_value() {
            let (grid, axis) = (&self.grid, hint as usize);
            let line = fact.bound(grid.index[axis]) as i32;
            let cells = (0..grid.lines[1 - axis] as i32).map(|k| (k, self.cells[grid.in_line(axis, line, k)]));
            explain::no_cell_in_line(past, grid.index[1 - axis], self.result, cells, why);
        }
        &INDEX
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if rule == &RANGE {
            return self.grid.is_outside(case);
        }
        let results = case.values(self.result);
        (rule == &INDEX || rule == &RESULT) && self.grid.no_cell(case, |cell| results.contains(self.cells[cell]))
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let is_possible = |cell: usize| may_be(cx, self.level, self.result, self.cells[cell]);
        if self.grid.any_cell(cx, MOST_LOOKS, is_possible) {
            return None;
        }
        if let Some(now) = cx.now() {
            let [row, column] = self.grid.index;
            let cells = (0..self.grid.len()).map(|cell| {
                let [r, c] = self.grid.position(cell);
                [r, c, self.cells[cell]]
            });
            explain::no_possible_cell(&now, [row, column, self.result], cells, why);
        }
        Some(&RESULT)
    }
}

impl ElementOfMatrix {
    /// Explains a fact about the result: each value that violates it was removed earlier or has no possible cell.
    fn explain_result(&self, past: &DomainsAt<'_>, fact: Atom, why: &mut Premises) {
        let result = self.result;
        let root = past.root();
        let (first, then) = (root.domain(result), past.domain(result));
        let against = |v: i32| !fact.holds_for(result.var_value(v)) && first.contains(v);
        let groups: Vec<usize> = (0..self.groups.len()).filter(|&g| against(self.groups.value(g))).collect();
        let (left, lost): (Vec<usize>, Vec<usize>) =
            groups.into_iter().partition(|&g| then.contains(self.groups.value(g)));
        past.none_of(result, lost.into_iter().map(|g| self.groups.value(g)), why);
        let cells = left.into_iter().flat_map(|g| self.groups.members(g));
        explain::no_possible_cell(past, self.grid.index, cells.map(|cell| self.grid.position(cell)), why);
    }
}
