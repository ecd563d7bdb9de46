//! Negative tables (forbidden rows) by Compact-Table.
//!
//! H. Verhaeghe, C. Lecoutre and P. Schaus, *Extending Compact-Table to Negative and Short Tables*, AAAI 2017, section
//! 4: the bits are the forbidden rows that are still possible. A value has no support if the rows that contain it are
//! as many as the combinations of the other positions' values. This requires distinct rows, which [`Table`] guarantees.
//!
//! Removals in a run never cause the removal of a value at another position: the numbers of forbidden rows and of
//! combinations for that value decrease by the same amount.

use super::live::Live;
use super::relation::{Table, TableError, is_aliased};
use super::{box_of, check};
use crate::constraints::bits::ones;
use crate::prelude_propagator::*;

/// The constraint that the views do not form a row of the table. Domain consistent.
///
/// ```
/// use solver_core::{ValueSet, constraints::{NegativeTable, Table}, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(1, 2), ValueSet::range(3, 4)]);
/// let (x, y) = (b.view(0), b.view(1));
/// let table = Table::new(2, [[1, 3], [1, 4], [2, 4]])?;
/// b.post(Box::new(NegativeTable::new([x, y], &table)?));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!((e.fixed(x), e.fixed(y)), (Some(2), Some(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NegativeTable {
    table: Table,
    views: Box<[View]>,
    live: Live,
    is_aliased: bool,
}

pub(super) static RULE: Rule =
    Rule::new("negative_table.covered", "{premises}: {constraint} forbids every combination otherwise, so {fact}");

impl NegativeTable {
    /// Creates a propagator that ensures that the views, one for each column, do not form a row.
    ///
    /// # Errors
    /// [`TableError::Views`] if the number of views differs from the number of columns, [`TableError::Wildcard`] if a
    /// row is short.
    pub fn new(views: impl IntoIterator<Item = View>, table: &Table) -> Result<NegativeTable, TableError> {
        if table.has_wildcards() {
            return Err(TableError::Wildcard);
        }
        let views = table.fitting(views)?;
        let is_aliased = is_aliased(&views);
        Ok(NegativeTable { live: Live::new(table), table: table.clone(), views, is_aliased })
    }

    /// The number of combinations of the values of all positions but one.
    fn combinations(&self, cx: &Context<'_>, but: usize) -> u64 {
        let others = self.views.iter().enumerate().filter(|&(p, _)| p != but);
        others.fold(1, |product: u64, (_, &view)| product.saturating_mul(cx.size(view).into()))
    }

    /// Removes from position `p` the values that are forbidden with every combination of the other positions' values.
    /// Returns whether there were any.
    fn filter(&self, cx: &mut Context<'_>, p: usize, combinations: u64) -> Result<bool, Conflict> {
        let column = self.table.column(p);
        let mut some = false;
        for k in 0..column.words() {
            let mut gone = 0;
            for bit in ones(self.live.domain(cx, &self.table, p, k)) {
                if self.live.count(cx, column.rows(64 * k + bit as usize))? == combinations {
                    gone |= 1 << bit;
                }
            }
            if gone != 0 {
                column.remove(cx, self.views[p], k, gone, Lazy(p as u32))?;
                some = true;
            }
        }
        Ok(some)
    }
}

impl Propagator for NegativeTable {
    fn scope(&self, scope: &mut Scope) {
        scope
            .watch_all(&self.views, Wake::Domain)
            .modified_positions()
            .priority(3)
            .trailed_integers(Live::cells(&self.table));
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        if !Live::has_started(cx) {
            self.live.start(cx, &self.table)?;
        }
        for &p in modified {
            self.live.update(cx, &self.table, p as usize, self.views[p as usize])?;
        }
        if self.live.is_empty(cx) {
            return Ok(Status::Entailed);
        }
        if self.views.is_empty() {
            return cx.fail(|| Lazy(0));
        }
        let most = Live::at_most(cx);
        for p in 0..self.views.len() {
            let combinations = self.combinations(cx, p);
            if combinations <= most && self.filter(cx, p, combinations)? {
                // The rows and the domain sizes must agree when the next position is examined.
                if self.is_aliased {
                    return Ok(Status::Again);
                }
                self.live.update(cx, &self.table, p, self.views[p])?;
                if self.live.is_empty(cx) {
                    return Ok(Status::Entailed);
                }
            }
        }
        Ok(Status::Stable)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        if let Some(fact) = fact {
            let p = hint as usize;
            box_of::covered(&self.table, &self.views, past, p, self.views[p].value_of(fact.value()), why);
        }
        &RULE
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &RULE && check::is_covered(&self.table, &self.views, case)
    }
}
