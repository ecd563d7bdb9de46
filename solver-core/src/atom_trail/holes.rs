//! Removal positions of single values in Wide and Span domains.
//!
//! A variable's chain quickly yields its bounds at any position, but not its holes: a value may have been removed far
//! back. Hence the position of each such removal is stored by value: in a table for Wide domains, in a map for Span
//! domains. Small domains need neither: their entries hold the entire word.

use crate::domain::Domains;
use crate::value_set::ValueSet;
use crate::var::Var;
use rustc_hash::FxHashMap;

/// The position of a value that was not removed individually.
const NEVER: u32 = u32::MAX;

/// Positions of removals, by variable and value.
#[derive(Clone)]
pub(super) struct Holes {
    /// The index of the first Wide variable.
    first: usize,
    /// For each Wide variable: its smallest value, and where its row starts in the table.
    rows: Vec<(i32, usize)>,
    /// Positions with 1 added, or 0: memory that is never written is never touched.
    table: Vec<u32>,
    sparse: FxHashMap<(Var, i32), u32>,
}

impl Holes {
    pub(super) fn new(initial: &[ValueSet], domains: &Domains) -> Holes {
        let first = domains.small_count();
        let mut rows = Vec::new();
        let mut len = 0;
        for set in &initial[first..first + domains.wide_count()] {
            let (low, high) = (set.min().unwrap_or(0), set.max().unwrap_or(0));
            rows.push((low, len));
            len += (i64::from(high) - i64::from(low) + 1) as usize;
        }
        Holes { first, rows, table: vec![0; len], sparse: FxHashMap::default() }
    }

    /// The index of the table entry for a Wide variable's value.
    fn cell(&self, var: Var, x: i32) -> Option<usize> {
        let &(low, start) = self.rows.get(var.index() - self.first)?;
        Some(start + (i64::from(x) - i64::from(low)) as usize)
    }

    /// Records that `x`, which lies within the root bounds, is removed at a position.
    pub(super) fn dig(&mut self, var: Var, x: i32, position: u32) {
        match self.cell(var, x) {
            Some(cell) => self.table[cell] = position + 1,
            None => drop(self.sparse.insert((var, x), position)),
        }
    }

    /// Undoes the removal of `x`.
    pub(super) fn fill(&mut self, var: Var, x: i32) {
        match self.cell(var, x) {
            Some(cell) => self.table[cell] = 0,
            None => drop(self.sparse.remove(&(var, x))),
        }
    }

    /// The position at which `x`, which lies within the root bounds, was removed individually, or a number larger than
    /// all positions if it was not.
    pub(super) fn since(&self, var: Var, x: i32) -> u32 {
        match self.cell(var, x) {
            Some(cell) => self.table[cell].wrapping_sub(1),
            None => self.sparse.get(&(var, x)).copied().unwrap_or(NEVER),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.capacity() * 4 + self.sparse.capacity() * 16
    }
}
