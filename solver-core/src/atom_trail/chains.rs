//! Chains: the facts of each variable, linked for fast queries of past domains.
//!
//! Search records far more facts than are ever queried, so chains are not maintained as facts are recorded. The first
//! query after a change *threads* the new entries; backtracking unthreads exactly those that were threaded. A search
//! without queries pays nothing, and none pays more than for maintaining the chains all the time.

use super::entry::Entry;
use super::holes::Holes;
use crate::atom::Relation;
use crate::domain::Domains;
use crate::value_set::ValueSet;
use crate::var::Var;

/// The end of a chain.
pub(super) const NONE: u32 = u32::MAX;

/// For each entry, the previous one about the same variable.
#[derive(Clone)]
pub(super) struct Chains {
    /// Its length is the number of threaded entries.
    prev: Vec<u32>,
    /// The latest threaded entry of each variable.
    last: Vec<u32>,
    /// The last queried entry of each variable's chain.
    cursors: Vec<u32>,
    /// Variables with lower numbers have Small domains, whose entries hold the whole domain.
    small: usize,
    holes: Holes,
}

impl Chains {
    pub(super) fn new(initial: &[ValueSet], domains: &Domains) -> Chains {
        Chains {
            prev: Vec::new(),
            last: vec![NONE; initial.len()],
            cursors: vec![NONE; initial.len()],
            small: domains.small_count(),
            holes: Holes::new(initial, domains),
        }
    }

    /// Threads the entries recorded since the last call.
    #[inline]
    pub(super) fn thread(&mut self, entries: &[Entry]) {
        for entry in &entries[self.prev.len()..] {
            let (var, at) = (entry.atom.var(), self.prev.len() as u32);
            self.prev.push(std::mem::replace(&mut self.last[var.index()], at));
            if var.index() >= self.small && entry.atom.relation() == Relation::NotEqual {
                self.holes.dig(var, entry.atom.value(), at);
            }
        }
    }

    /// Unthreads the entries from number `from` on, which are about to be removed.
    #[inline]
    pub(super) fn unthread(&mut self, entries: &[Entry], from: usize) {
        while self.prev.len() > from {
            let Some(prev) = self.prev.pop() else { return };
            let atom = entries[self.prev.len()].atom;
            self.last[atom.var().index()] = prev;
            if atom.var().index() >= self.small && atom.relation() == Relation::NotEqual {
                self.holes.fill(atom.var(), atom.value());
            }
        }
    }

    /// The entry before this one about the same variable.
    pub(super) fn before(&self, entry: u32) -> u32 {
        self.prev[entry as usize]
    }

    /// The latest entry about `var` before `position`, or the end of the chain.
    pub(super) fn last_before(&mut self, entries: &[Entry], var: Var, position: u32) -> u32 {
        match self.first_since(entries, var, position) {
            Some(first) => self.before(first),
            None => self.last[var.index()],
        }
    }

    /// The first entry of the chain, from this one backwards, with a property.
    #[inline]
    pub(super) fn first_from(&self, mut entry: u32, has: impl Fn(usize) -> bool) -> Option<usize> {
        while entry != NONE {
            if has(entry as usize) {
                return Some(entry as usize);
            }
            entry = self.prev[entry as usize];
        }
        None
    }

    /// The first entry about `var` at or after `position`.
    ///
    /// A cursor remembers the last query, so that queries for ever earlier positions traverse each chain once; a query
    /// for a later one starts from the end again.
    pub(super) fn first_since(&mut self, entries: &[Entry], var: Var, position: u32) -> Option<u32> {
        let last = self.last[var.index()];
        if last == NONE || last < position {
            return None;
        }
        let cursor = self.cursors[var.index()];
        // The trail may have shrunk and grown again since.
        let usable = cursor >= position && entries.get(cursor as usize).is_some_and(|e| e.atom.var() == var);
        let mut at = if usable { cursor } else { last };
        while self.prev[at as usize] != NONE && self.prev[at as usize] >= position {
            at = self.prev[at as usize];
        }
        self.cursors[var.index()] = at;
        Some(at)
    }

    /// The position at which a value of a large domain was removed as a single value; beyond all positions if it was
    /// not.
    pub(super) fn hole_since(&self, var: Var, x: i32) -> u32 {
        self.holes.since(var, x)
    }

    pub(super) fn bytes(&self) -> usize {
        (self.prev.capacity() + self.last.capacity() + self.cursors.capacity()) * 4 + self.holes.bytes()
    }
}
