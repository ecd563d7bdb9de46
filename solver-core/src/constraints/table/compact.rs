//! Table constraints by Compact-Table.
//!
//! J. Demeulenaere et al., *Compact-Table: Efficiently Filtering Table Constraints with Reversible Sparse Bit-Sets*, CP
//! 2016; wildcards as in H. Verhaeghe, C. Lecoutre and P. Schaus, *Extending Compact-Table to Negative and Short
//! Tables*, AAAI 2017: the rows with a wildcard in a column form an additional set, which supports all values of the
//! column.
//!
//! A run first removes the rows of the values lost since the last run, then the values without a row. If only one
//! position has lost values, its remaining values need no test, because the removed rows supported only values lost
//! there.

use super::live::{Change, Live};
use super::relation::{Table, TableError, is_aliased};
use super::{RULE, check, explain};
use crate::constraints::bits::ones;
use crate::prelude_propagator::*;
use std::cell::Cell;

/// The constraint that the views take the values of some row of the table. Domain consistent.
///
/// Unsupported values between a column's smallest and largest value stay in the domain if more than 2¹⁶ of them would
/// have to be removed, but bounds are always row values.
///
/// ```
/// use solver_core::{ValueSet, constraints::{CompactTable, Table}, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 9), ValueSet::range(4, 9)]);
/// let (x, y) = (b.view(0), b.view(1));
/// let table = Table::new(2, [[1, 3], [2, 5], [4, 7]])?;
/// b.post(Box::new(CompactTable::new([x, y], &table)?));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!((e.values(x), e.values(y)), (vec![2, 4], vec![5, 7]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CompactTable {
    table: Table,
    views: Box<[View]>,
    live: Live,
    /// For each slot, then for each position's wildcards, the word of rows that contained the last support.
    residues: Box<[u32]>,
    /// Whether two views share a variable; then a run must also handle its own removals.
    is_aliased: bool,
    /// A hint: a row that was valid at the last test.
    left: Cell<u32>,
}

/// The hint of a conflict in which no row is left. Other hints are positions.
const NO_ROW: Lazy = Lazy(u32::MAX);

impl CompactTable {
    /// Creates a propagator that ensures that the views, one for each column, take the values of a row.
    ///
    /// # Errors
    /// [`TableError::Views`] if the number of views differs from the number of columns.
    pub fn new(views: impl IntoIterator<Item = View>, table: &Table) -> Result<CompactTable, TableError> {
        let views = table.fitting(views)?;
        let residues = vec![0; table.first_slot(views.len()) + views.len()].into();
        let is_aliased = is_aliased(&views);
        Ok(CompactTable {
            live: Live::new(table),
            table: table.clone(),
            views,
            residues,
            is_aliased,
            left: Cell::new(0),
        })
    }

    /// The trailed integer that is 1 once the values that do not occur in column `p`, which has wildcards, have been
    /// removed.
    fn narrowed_cell(&self, p: usize) -> usize {
        Live::cells(&self.table) + p
    }

    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        if self.table.is_empty() {
            return cx.fail(|| NO_ROW);
        }
        self.live.start(cx, &self.table)?;
        for (p, &view) in self.views.iter().enumerate() {
            if self.table.column(p).any.is_none() {
                self.table.column(p).remove_foreign(cx, view, Lazy(p as u32))?;
            }
        }
        Ok(())
    }

    /// Removes the values without a row from position `p`.
    fn filter(&mut self, cx: &mut Context<'_>, p: usize) -> Result<(), Conflict> {
        let CompactTable { table, views, live, residues, .. } = self;
        let (column, view, why) = (table.column(p), views[p], Lazy(p as u32));
        let wildcard = table.first_slot(views.len()) + p;
        if let Some(any) = &column.any {
            if live.meets(cx, any, &mut residues[wildcard])? {
                return Ok(());
            }
            let narrowed = Live::cells(table) + p;
            if cx.trailed(narrowed) == 0 {
                cx.set_trailed(narrowed, 1);
                column.remove_foreign(cx, view, why)?;
            }
        }
        let residues = &mut residues[table.first_slot(p)..];
        let (mut left, mut low, mut high) = (0, None, 0);
        for k in 0..column.words() {
            let old = live.domain(cx, table, p, k);
            let mut keep = old;
            // The rows of each value are at a random memory location.
            cx.work(1 + 10 * old.count_ones() as usize)?;
            for bit in ones(old) {
                let slot = 64 * k + bit as usize;
                if !live.meets(cx, column.rows(slot), &mut residues[slot])? {
                    keep ^= 1 << bit;
                }
            }
            if keep != old {
                live.set_domain(cx, table, p, k, keep);
                column.remove(cx, view, k, old ^ keep, why)?;
            }
            if keep != 0 {
                left += keep.count_ones();
                low = low.or(Some(64 * k + keep.trailing_zeros() as usize));
                high = 64 * k + 63 - keep.leading_zeros() as usize;
            }
        }
        let Some(low) = low else { return cx.fail(|| NO_ROW) };
        if column.may_be_loose(cx, view, left) {
            column.narrow(cx, view, (low, high), why)?;
        }
        Ok(())
    }

    /// Checks whether all values of the only unfixed position have rows.
    fn is_entailed(&mut self, cx: &mut Context<'_>, open: usize) -> Result<bool, Conflict> {
        let (column, wildcard) = (self.table.column(open), self.table.first_slot(self.views.len()) + open);
        if let Some(any) = &column.any
            && self.live.meets(cx, any, &mut self.residues[wildcard])?
        {
            return Ok(true);
        }
        let left = (0..column.words()).map(|k| self.live.domain(cx, &self.table, open, k).count_ones()).sum();
        Ok(!column.may_be_loose(cx, self.views[open], left))
    }
}

impl Propagator for CompactTable {
    fn scope(&self, scope: &mut Scope) {
        let cells = self.narrowed_cell(self.views.len());
        scope.watch_all(&self.views, Wake::Domain).modified_positions().priority(3).trailed_integers(cells);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        let is_first = !Live::has_started(cx);
        if is_first {
            self.start(cx)?;
        }
        let (mut changed, mut sole) = (0, usize::MAX);
        for &p in modified {
            let p = p as usize;
            if self.live.update(cx, &self.table, p, self.views[p])? == Change::Smaller {
                (changed, sole) = (changed + 1, p);
            }
            if self.live.is_empty(cx) {
                return cx.fail(|| NO_ROW);
            }
        }
        let (mut open, mut last_open) = (0, None);
        for p in 0..self.views.len() {
            if cx.fixed(self.views[p]).is_some() {
                continue;
            }
            if is_first || changed > 1 || changed == 1 && p != sole || self.table.column(p).is_loose(cx, self.views[p])
            {
                self.filter(cx, p)?;
            }
            if cx.fixed(self.views[p]).is_none() {
                (open, last_open) = (open + 1, Some(p));
            }
        }
        let entailed = match (open, last_open) {
            (1, Some(p)) => self.is_entailed(cx, p)?,
            _ => open == 0,
        };
        let entailed = entailed && !(self.is_aliased && changed + usize::from(is_first) > 0);
        Ok(if entailed { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::no_row(&self.table, &self.views, past, fact.map(|fact| (fact, hint as usize)), why);
        &RULE
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &RULE && !check::has_row(&self.table, &self.views, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        if self.table.some_row_is_left(cx, &self.views, &self.left) {
            return None;
        }
        if let Some(now) = cx.now() {
            explain::no_row(&self.table, &self.views, &now, None, why);
        }
        Some(&RULE)
    }
}
