//! Watches: the nogoods to visit when an atom becomes false.
//!
//! Each watched atom has a list of watches. For a Small variable, each relation has a mask of the values with
//! watches, so a bit operation finds the watched atoms that a change makes false; the lists are in bit order. For other
//! variables, the values are sorted, so the lists for a moving bound are adjacent.

use crate::atom::{Atom, Relation};
use crate::domain::Domains;
use crate::var::Var;
use crate::view::View;

const BINARY: u32 = 1 << 31;

/// A nogood to visit when an atom becomes false, unless the blocker is true. A watch takes 12 bytes. A binary nogood is
/// stored entirely in its watches.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    /// The arena index of the first literal; for a binary nogood, the nogood's index.
    start: u32,
    pub(super) blocker: Atom,
}

impl Watch {
    pub(super) fn new(start: u32, blocker: Atom) -> Watch {
        Watch { start, blocker }
    }

    pub(super) fn new_binary(nogood: u32, blocker: Atom) -> Watch {
        Watch { start: nogood | BINARY, blocker }
    }

    /// The index of a binary nogood.
    #[inline]
    pub(super) fn binary(self) -> Option<u32> {
        (self.start & BINARY != 0).then_some(self.start & !BINARY)
    }

    /// The arena index of the first literal, if the nogood is not binary.
    #[inline]
    pub(super) fn start(self) -> usize {
        self.start as usize
    }
}

pub(super) type List = Vec<Watch>;

/// The number of a relation.
#[inline]
pub(super) fn kind(relation: Relation) -> usize {
    match relation {
        Relation::AtLeast => 0,
        Relation::Less => 1,
        Relation::Equal => 2,
        Relation::NotEqual => 3,
    }
}

/// The atom whose relation has the number `kind`.
#[inline]
pub(super) fn atom(var: Var, kind: usize, value: i32) -> Atom {
    let view = View::from(var);
    match kind {
        0 => Atom::at_least(view, value),
        1 => !Atom::at_least(view, value),
        2 => Atom::equals(view, value),
        _ => Atom::differs(view, value),
    }
}

/// The watches of one relation of a Small variable.
#[derive(Clone, Default)]
struct Bits {
    /// The values that have a list, as bits.
    listed: u64,
    lists: Vec<List>,
}

impl Bits {
    #[inline]
    fn index(&self, bit: u32) -> usize {
        (self.listed & ((1 << bit) - 1)).count_ones() as usize
    }

    /// Adds a watch. Returns whether this created a list.
    fn put(&mut self, bit: u32, watch: Watch) -> bool {
        let at = self.index(bit);
        let is_new = self.listed & 1 << bit == 0;
        if is_new {
            self.lists.insert(at, Vec::new());
            self.listed |= 1 << bit;
        }
        self.lists[at].push(watch);
        is_new
    }
}

/// The watches of one relation of a Wide or Span variable.
#[derive(Clone, Default)]
struct Row {
    /// The watched values, in ascending order.
    values: Vec<i32>,
    lists: Vec<List>,
}

/// The lists of all atoms.
#[derive(Clone)]
pub(super) struct Watches {
    /// For each Small variable and relation, the values whose list is not empty, as bits. Every change to the variable
    /// reads these bits.
    full: Vec<[u64; 4]>,
    /// For each Small variable and relation, the lists.
    small: Vec<[Bits; 4]>,
    large: Vec<[Row; 4]>,
    /// The number of lists created and the number of watches added, for the memory estimate.
    lists: usize,
    watches: usize,
}

impl Watches {
    pub(super) fn new(domains: &Domains) -> Watches {
        let small = domains.small_count();
        Watches {
            full: vec![[0; 4]; small],
            small: vec![Default::default(); small],
            large: vec![Default::default(); domains.count() - small],
            lists: 0,
            watches: 0,
        }
    }

    /// Adds a watch for an atom.
    pub(super) fn put(&mut self, domains: &Domains, literal: Atom, watch: Watch) {
        self.watches += 1;
        self.moved(domains, literal, watch);
    }

    /// Like [`put`](Watches::put), for a watch that moves from another list.
    pub(super) fn moved(&mut self, domains: &Domains, literal: Atom, watch: Watch) {
        let (var, kind) = (literal.var(), kind(literal.relation()));
        if let Some(bits) = self.small.get_mut(var.index()) {
            // An atom with a value outside the window is decided at the root and never occurs in a nogood.
            let bit = literal.value().wrapping_sub(domains.base(var)).clamp(0, 63) as u32;
            self.full[var.index()][kind] |= 1 << bit;
            self.lists += usize::from(bits[kind].put(bit, watch));
            return;
        }
        let row = &mut self.large[var.index() - self.small.len()][kind];
        match row.values.binary_search(&literal.value()) {
            Ok(at) => row.lists[at].push(watch),
            Err(at) => {
                self.lists += 1;
                row.values.insert(at, literal.value());
                row.lists.insert(at, vec![watch]);
            }
        }
    }

    /// The values of a Small variable whose atoms are watched: bits for each relation.
    #[inline]
    pub(super) fn watched(&self, var: Var) -> [u64; 4] {
        self.full[var.index()]
    }

    /// Takes the list of a Small variable's atom, to be [returned](Watches::return_bit).
    pub(super) fn take_bit(&mut self, var: Var, kind: usize, bit: u32) -> List {
        let bits = &mut self.small[var.index()][kind];
        let at = bits.index(bit);
        std::mem::take(&mut bits.lists[at])
    }

    pub(super) fn return_bit(&mut self, var: Var, kind: usize, bit: u32, list: List) {
        if list.is_empty() {
            self.full[var.index()][kind] &= !(1 << bit);
        }
        let bits = &mut self.small[var.index()][kind];
        let at = bits.index(bit);
        debug_assert!(bits.lists[at].is_empty(), "an atom that is false gets no watches");
        bits.lists[at] = list;
    }

    /// Whether atoms of this relation of a large variable are watched.
    #[inline]
    pub(super) fn has_row(&self, var: Var, kind: usize) -> bool {
        !self.large[var.index() - self.small.len()][kind].values.is_empty()
    }

    /// The smallest watched value of a large variable that is at least `from`, with the index of its list.
    #[inline]
    pub(super) fn next(&self, var: Var, kind: usize, from: i32) -> Option<(usize, i32)> {
        let values = &self.large[var.index() - self.small.len()][kind].values;
        let at = values.partition_point(|&value| value < from);
        values.get(at).map(|&value| (at, value))
    }

    /// Like [`take_bit`](Watches::take_bit), for Wide and Span variables.
    pub(super) fn take_at(&mut self, var: Var, kind: usize, at: usize) -> List {
        std::mem::take(&mut self.large[var.index() - self.small.len()][kind].lists[at])
    }

    pub(super) fn return_at(&mut self, var: Var, kind: usize, value: i32, mut at: usize, list: List) {
        let row = &mut self.large[var.index() - self.small.len()][kind];
        // New values may have been inserted before this one.
        while row.values[at] != value {
            at += 1;
        }
        debug_assert!(row.lists[at].is_empty(), "an atom that is false gets no watches");
        row.lists[at] = list;
    }

    /// Removes all watches but keeps the memory of the lists.
    pub(super) fn clear(&mut self) {
        self.full.fill([0; 4]);
        for bits in self.small.iter_mut().flatten() {
            bits.lists.iter_mut().for_each(Vec::clear);
        }
        for row in self.large.iter_mut().flatten() {
            row.lists.iter_mut().for_each(Vec::clear);
        }
        self.watches = 0;
    }

    /// Removes lists that have remained empty.
    pub(super) fn shrink(&mut self) {
        for row in self.large.iter_mut().flatten() {
            self.lists -= row.lists.iter().filter(|list| list.is_empty()).count();
            let mut keep = row.lists.iter().map(|list| !list.is_empty());
            row.values.retain(|_| keep.next().unwrap_or(true));
            row.lists.retain(|list| !list.is_empty());
        }
    }

    /// The approximate allocated memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.small.capacity() * size_of::<([u64; 4], [Bits; 4])>()
            + self.large.capacity() * size_of::<[Row; 4]>()
            + self.lists * (size_of::<List>() + 4)
            + self.watches * size_of::<Watch>()
    }
}
