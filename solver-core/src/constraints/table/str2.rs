//! `table` by simple tabular reduction, STR2. For study: Compact-Table is faster.
//!
//! C. Lecoutre, *STR2: Optimized Simple Tabular Reduction for Table Constraints*, Constraints 16 (2011). The valid rows
//! are a sparse set, of which only the size is trailed. A run visits each of them, but tests its validity only at
//! positions whose domain has changed since the last run (the paper's `Sval`), and collects supports only at positions
//! that still have values without support (`Ssup`).

use super::relation::{ANY, Table, TableError, is_aliased};
use super::{RULE, check, explain};
use crate::prelude_propagator::*;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of rows left, plus 1; 0 before the first run.
const LEFT: usize = 0;
/// The first of the trailed integers with the sizes of domains after the last run.
const SIZES: usize = 1;

/// Counts the work of an STR2 propagator. Copies of the propagator count together.
#[derive(Clone, Debug, Default)]
pub struct TableCounts(Arc<[AtomicU64; 2]>);

impl TableCounts {
    /// Rows visited.
    pub fn rows(&self) -> u64 {
        self.0[0].load(Ordering::Relaxed)
    }

    /// Tests whether a value of a row is in its domain.
    pub fn checks(&self) -> u64 {
        self.0[1].load(Ordering::Relaxed)
    }

    fn add(&self, rows: u64, checks: u64) {
        self.0[0].fetch_add(rows, Ordering::Relaxed);
        self.0[1].fetch_add(checks, Ordering::Relaxed);
    }
}

/// The views take the values of some row of the table. Domain consistent, as [`CompactTable`](super::CompactTable).
#[derive(Clone, Debug)]
pub struct Str2 {
    table: Table,
    views: Box<[View]>,
    /// The rows; valid ones first.
    order: Box<[u32]>,
    /// Scratch: the values with support, as slots, and their number for each position.
    supported: Box<[u64]>,
    found: Box<[u32]>,
    /// Scratch: positions whose rows must be checked, and positions with values without support.
    changed: Vec<u32>,
    lacking: Vec<u32>,
    is_aliased: bool,
    /// A row that was valid at the last test: a hint.
    left: Cell<u32>,
    counts: TableCounts,
}

impl Str2 {
    /// The views, one for each column, take the values of a row.
    ///
    /// # Errors
    /// [`TableError::Views`] when there are more or fewer views than columns.
    pub fn new(views: impl IntoIterator<Item = View>, table: &Table) -> Result<Str2, TableError> {
        let views = table.fitting(views)?;
        Ok(Str2 {
            order: (0..table.len() as u32).collect(),
            supported: vec![0; table.first_word(views.len())].into(),
            found: vec![0; views.len()].into(),
            changed: Vec::with_capacity(views.len()),
            lacking: Vec::with_capacity(views.len()),
            is_aliased: is_aliased(&views),
            left: Cell::new(0),
            table: table.clone(),
            views,
            counts: TableCounts::default(),
        })
    }

    /// Counts its work, from now on, together with all that share the counter.
    #[must_use]
    pub fn counting(mut self, counts: &TableCounts) -> Str2 {
        self.counts = counts.clone();
        self
    }

    fn size_cell(p: usize) -> usize {
        SIZES + p
    }

    /// Visits the valid rows: drops those that are not valid any more, and collects supports.
    fn scan(&mut self, cx: &mut Context<'_>) -> Result<usize, Conflict> {
        let Str2 { table, views, order, supported, found, changed, lacking, counts, .. } = self;
        let mut left = cx.trailed(LEFT) as usize - 1;
        let (mut at, mut rows, mut checks) = (0, 0, 0);
        let mut stopped = Ok(());
        while at < left {
            rows += 1;
            stopped = cx.work(2 + changed.len() + 2 * lacking.len());
            if stopped.is_err() {
                break;
            }
            let row = table.cells(order[at] as usize);
            let is_possible = changed.iter().all(|&p| {
                let v = row[p as usize];
                checks += u64::from(v != ANY);
                v == ANY || cx.contains(views[p as usize], v)
            });
            if !is_possible {
                left -= 1;
                order.swap(at, left);
                continue;
            }
            at += 1;
            lacking.retain(|&p| {
                let p = p as usize;
                // A wildcard supports all values; it has no slot.
                let Some(slot) = table.column(p).slot(row[p]) else { return false };
                let word = &mut supported[table.first_word(p) + slot / 64];
                if *word >> (slot % 64) & 1 == 0 {
                    *word |= 1 << (slot % 64);
                    found[p] += 1;
                }
                found[p] < cx.size(views[p])
            });
        }
        counts.add(rows, checks);
        cx.set_trailed(LEFT, left as i64 + 1);
        stopped.map(|()| left)
    }

    /// Removes from a position the values without support.
    fn filter(&mut self, cx: &mut Context<'_>, p: usize) -> Result<(), Conflict> {
        let (column, view, why) = (self.table.column(p), self.views[p], Lazy(p as u32));
        column.remove_foreign(cx, view, why)?;
        let supported = &self.supported[self.table.first_word(p)..][..column.words()];
        let (mut low, mut high) = (None, 0);
        for (k, &kept) in supported.iter().enumerate() {
            let gone = column.present[k] & !kept;
            if gone != 0 {
                column.remove(cx, view, k, gone, why)?;
            }
            if kept != 0 {
                low = low.or(Some(64 * k + kept.trailing_zeros() as usize));
                high = 64 * k + 63 - kept.leading_zeros() as usize;
            }
        }
        low.map_or(Ok(()), |low| column.narrow(cx, view, (low, high), why))
    }
}

impl Propagator for Str2 {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).priority(4).trailed_integers(SIZES + self.views.len());
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        if cx.trailed(LEFT) == 0 {
            cx.set_trailed(LEFT, self.table.len() as i64 + 1);
        }
        self.changed.clear();
        self.lacking.clear();
        self.supported.fill(0);
        self.found.fill(0);
        for (p, &view) in (0..).zip(&self.views) {
            let size = i64::from(cx.size(view));
            let is_new = size != cx.trailed(Str2::size_cell(p as usize));
            if is_new {
                self.changed.push(p);
                cx.set_trailed(Str2::size_cell(p as usize), size);
            }
            // A fixed value of the last run is in all valid rows.
            if is_new || size > 1 {
                self.lacking.push(p);
            }
        }
        if self.scan(cx)? == 0 {
            return cx.fail(|| Lazy(u32::MAX));
        }
        let removes = !self.lacking.is_empty();
        while let Some(p) = self.lacking.pop() {
            self.filter(cx, p as usize)?;
        }
        if self.is_aliased && removes {
            return Ok(Status::Again);
        }
        // Values removed by this run are in none of the valid rows.
        let mut open = 0;
        for p in 0..self.views.len() {
            let size = cx.size(self.views[p]);
            open += usize::from(size > 1);
            cx.set_trailed(Str2::size_cell(p), i64::from(size));
        }
        Ok(if open == 0 { Status::Entailed } else { Status::Stable })
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

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
