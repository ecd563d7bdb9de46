//! Chains: the facts of each variable, linked for fast queries of past domains.
//!
//! Search records far more facts than are ever queried, so chains are not maintained as facts are recorded. The first
//! query after a change *threads* the new entries, and backtracking unthreads exactly those entries. A search without
//! queries pays nothing, and no search pays more than if the chains were always maintained.

use super::entry::Entry;
use super::holes::Holes;
use crate::atom::Relation;
use crate::domain::Domains;
use crate::value_set::ValueSet;
use crate::var::Var;

/// The end of a chain.
pub(super) const NONE: u32 = u32::MAX;

/// The number of entries from one milestone of a chain to the next.
const STRIDE: u32 = 16;

/// The predecessors of an entry in its variable's chain: the previous entry, and the latest milestone. Queries
/// look for the first entry with a property that is monotone along the chain, so they can skip from milestone to
/// milestone.
#[derive(Clone, Copy)]
struct Back {
    previous: u32,
    milestone: u32,
}

/// A variable's chain.
#[derive(Clone, Copy)]
struct Chain {
    /// The latest threaded entry of the chain.
    last: u32,
    /// The latest milestone of the chain.
    milestone: u32,
    length: u32,
}

/// The predecessors of each entry, and the chains of all variables.
#[derive(Clone)]
pub(super) struct Chains {
    /// By entry; the length is the number of threaded entries.
    back: Vec<Back>,
    /// By variable.
    chains: Vec<Chain>,
    /// The most recently queried entry of each variable's chain.
    cursors: Vec<u32>,
    /// The number of Small variables, which come first. Their entries hold the entire domain.
    small: usize,
    holes: Holes,
}

impl Chains {
    pub(super) fn new(initial: &[ValueSet], domains: &Domains) -> Chains {
        Chains {
            back: Vec::new(),
            chains: vec![Chain { last: NONE, milestone: NONE, length: 0 }; initial.len()],
            cursors: vec![NONE; initial.len()],
            small: domains.small_count(),
            holes: Holes::new(initial, domains),
        }
    }

    /// Threads the entries recorded since the last call.
    #[inline]
    pub(super) fn thread(&mut self, entries: &[Entry]) {
        for entry in &entries[self.back.len()..] {
            let (var, at) = (entry.atom.var(), self.back.len() as u32);
            let chain = &mut self.chains[var.index()];
            self.back.push(Back { previous: chain.last, milestone: chain.milestone });
            chain.last = at;
            chain.length += 1;
            if chain.length.is_multiple_of(STRIDE) {
                chain.milestone = at;
            }
            if var.index() >= self.small && entry.atom.relation() == Relation::NotEqual {
                self.holes.dig(var, entry.atom.value(), at);
            }
        }
    }

    /// Unthreads the entries from position `from`, which are about to be removed.
    #[inline]
    pub(super) fn unthread(&mut self, entries: &[Entry], from: usize) {
        while self.back.len() > from {
            let Some(Back { previous, milestone }) = self.back.pop() else { return };
            let atom = entries[self.back.len()].atom;
            let chain = &mut self.chains[atom.var().index()];
            *chain = Chain { last: previous, milestone, length: chain.length - 1 };
            if atom.var().index() >= self.small && atom.relation() == Relation::NotEqual {
                self.holes.fill(atom.var(), atom.value());
            }
        }
    }

    /// The previous entry about the same variable.
    pub(super) fn before(&self, entry: u32) -> u32 {
        self.back[entry as usize].previous
    }

    /// The latest entry about `var` before `position`, or the end of the chain.
    pub(super) fn last_before(&mut self, entries: &[Entry], var: Var, position: u32) -> u32 {
        match self.first_since(entries, var, position) {
            Some(first) => self.before(first),
            None => self.chains[var.index()].last,
        }
    }

    /// Returns the first entry with a property, going back along the chain from `entry`. If the property holds for an
    /// entry, it must hold for all earlier entries of the chain.
    #[inline]
    pub(super) fn first_from(&self, mut entry: u32, has: impl Fn(usize) -> bool) -> Option<usize> {
        if entry == NONE || has(entry as usize) {
            return (entry != NONE).then_some(entry as usize);
        }
        let mut back = self.back[entry as usize];
        while back.milestone != NONE && !has(back.milestone as usize) {
            back = self.back[back.milestone as usize];
        }
        entry = back.previous;
        while entry != NONE && !has(entry as usize) {
            entry = self.before(entry);
        }
        (entry != NONE).then_some(entry as usize)
    }

    /// The first entry about `var` at or after `position`.
    ///
    /// A cursor remembers the last query, so that queries for successively earlier positions traverse each chain only
    /// once; a query for a later position starts from the end again.
    pub(super) fn first_since(&mut self, entries: &[Entry], var: Var, position: u32) -> Option<u32> {
        let last = self.chains[var.index()].last;
        if last == NONE || last < position {
            return None;
        }
        let cursor = self.cursors[var.index()];
        // The trail may have shrunk and grown again since the last query.
        let usable = cursor >= position && entries.get(cursor as usize).is_some_and(|e| e.atom.var() == var);
        let mut at = if usable { cursor } else { last };
        let is_since = |entry: u32| entry != NONE && entry >= position;
        while is_since(self.back[at as usize].milestone) {
            at = self.back[at as usize].milestone;
        }
        while is_since(self.before(at)) {
            at = self.before(at);
        }
        self.cursors[var.index()] = at;
        Some(at)
    }

    /// The position at which a large domain lost a value individually, or a number larger than all positions if it did
    /// not.
    pub(super) fn hole_since(&self, var: Var, x: i32) -> u32 {
        self.holes.since(var, x)
    }

    pub(super) fn bytes(&self) -> usize {
        self.back.capacity() * size_of::<Back>()
            + self.chains.capacity() * (size_of::<Chain>() + 4)
            + self.holes.bytes()
    }
}
