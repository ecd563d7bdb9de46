//! The atom trail: the sequence of inferred facts with their reasons.
//!
//! In explain mode each domain change is recorded as an [`Entry`] of 24 bytes: the atom, its reason, and the previous
//! state (the word of a Small domain, or the bounds of any other). A variable's entries are chained on demand; along
//! the chain, [`DomainsAt`](crate::DomainsAt) finds the domain at any position. One array of entries was faster than
//! parallel arrays (`docs/05-performance.md`).

mod chains;
mod entry;
mod holes;

use crate::atom::{Atom, Relation};
use crate::domain::{Domains, small};
use crate::reason::Rule;
use crate::value_set::ValueSet;
use crate::var::Var;
use chains::Chains;
use entry::Entry;
pub(crate) use entry::{PackedReason, ReasonKind, packed, unpacked};
use std::cell::{Cell, RefCell, RefMut};

/// Facts in chronological order.
#[derive(Clone)]
pub(crate) struct AtomTrail {
    entries: Vec<Entry>,
    /// In a cell, because queries borrow the trail immutably.
    chains: RefCell<Chains>,
    /// Premises of eager reasons.
    arena: Vec<Atom>,
    /// The rule of each eager reason, and the range of its premises in the arena.
    eager: Vec<(&'static Rule, u32, u32)>,
    /// The domains at the root, and the words of the Small ones.
    initial: Vec<ValueSet>,
    words: Box<[u64]>,
    levels: Vec<(u32, u32, u32)>,
    /// The learned nogoods have processed the entries before this position.
    pub(crate) head: usize,
    /// See [`unchanged`](AtomTrail::unchanged).
    unchanged: Cell<usize>,
    /// See [`queries`](AtomTrail::queries).
    queries: Cell<u64>,
}

impl AtomTrail {
    pub(crate) fn new(initial: Vec<ValueSet>, domains: &Domains) -> AtomTrail {
        AtomTrail {
            entries: Vec::with_capacity(1024),
            chains: RefCell::new(Chains::new(&initial, domains)),
            arena: Vec::new(),
            eager: Vec::new(),
            words: initial[..domains.small_count()]
                .iter()
                .enumerate()
                .map(|(var, set)| small::word_of(domains.base(Var(var as u32)), set))
                .collect(),
            initial,
            levels: Vec::new(),
            head: 0,
            unchanged: Cell::new(0),
            queries: Cell::new(0),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Records a change; `old` is the previous word of a Small domain, or the previous [`packed`] bounds of any other.
    #[inline]
    pub(crate) fn push(&mut self, atom: Atom, reason: PackedReason, old: u64) {
        self.entries.push(Entry { atom, reason, old });
    }

    /// Stores an eager reason.
    pub(crate) fn eager(
        &mut self,
        domains: &Domains,
        propagator: u32,
        rule: &'static Rule,
        premises: &[Atom],
    ) -> PackedReason {
        let (start, end) = self.store(domains, premises);
        self.eager.push((rule, start, end));
        PackedReason(2 | u64::from(propagator) << 2 | (self.eager.len() as u64 - 1) << 32)
    }

    /// Stores all premises except [idle](AtomTrail::is_idle) ones. Returns their range.
    fn store(&mut self, domains: &Domains, premises: &[Atom]) -> (u32, u32) {
        let start = self.arena.len() as u32;
        for &premise in premises {
            if !self.is_idle(domains, premise) {
                self.arena.push(premise);
            }
        }
        (start, self.arena.len() as u32)
    }

    /// The number of eager reasons.
    pub(crate) fn eager_reasons(&self) -> usize {
        self.eager.len()
    }

    /// Rewrites the eager reasons from index `first` on: a half-reified constraint adds its condition to them, and the
    /// harness injects wrong reasons to test whether it detects them.
    pub(crate) fn amend(
        &mut self,
        domains: &Domains,
        first: usize,
        change: impl Fn(&'static Rule, &mut crate::reason::Premises) -> &'static Rule,
    ) {
        for i in first..self.eager.len() {
            let (rule, start, end) = self.eager[i];
            let mut premises = self.arena[start as usize..end as usize].iter().copied().collect();
            let rule = change(rule, &mut premises);
            let (start, end) = self.store(domains, &premises);
            self.eager[i] = (rule, start, end);
        }
    }

    pub(crate) fn because(&self, reason: PackedReason) -> ReasonKind {
        let (propagator, data) = ((reason.0 as u32) >> 2, (reason.0 >> 32) as u32);
        match reason.0 & 3 {
            0 => ReasonKind::Decision,
            1 => ReasonKind::Lazy { propagator, hint: data },
            3 => ReasonKind::Nogood { nogood: data },
            _ => {
                let (rule, start, end) = self.eager[data as usize];
                ReasonKind::Eager { propagator, rule, start, count: end - start }
            }
        }
    }

    /// For a Wide or Span domain: whether `x` was in the root domain and not removed individually before `position`.
    pub(crate) fn had(&self, var: Var, x: i32, position: usize) -> bool {
        self.initial[var.index()].contains(x) && self.chains().hole_since(var, x) >= position as u32
    }

    /// Whether a premise is redundant in a reason because it holds at the root and is not of the form `x = v`. Given
    /// values stay in reasons, because users want to see them.
    pub(crate) fn is_idle(&self, domains: &Domains, premise: Atom) -> bool {
        premise.relation() != Relation::Equal && self.holds_at_root(domains, premise)
    }

    /// Whether an atom holds at the root.
    #[inline]
    pub(crate) fn holds_at_root(&self, domains: &Domains, atom: Atom) -> bool {
        self.count_query();
        let (var, v) = (atom.var(), atom.value());
        if let Some(&word) = self.words.get(var.index()) {
            return word & !small::mask(domains.base(var), atom) == 0;
        }
        let Some(root) = self.initial.get(var.index()) else { return false };
        let (Some(low), Some(high)) = (root.min(), root.max()) else { return false };
        match atom.relation() {
            Relation::AtLeast => low >= v,
            Relation::Less => high < v,
            Relation::Equal => low == v && high == v,
            Relation::NotEqual => !root.contains(v),
        }
    }

    /// The state of a variable at the root, in the form of [`Entry::old`].
    fn root_state(&self, var: Var) -> u64 {
        self.words.get(var.index()).copied().unwrap_or_else(|| {
            let root = &self.initial[var.index()];
            packed((root.min().unwrap_or(0), root.max().unwrap_or(0)))
        })
    }

    /// The domains at the root.
    pub(crate) fn roots(&self) -> &[ValueSet] {
        &self.initial
    }

    /// The `count` stored premises from `start` on.
    pub(crate) fn premises(&self, start: u32, count: u32) -> &[Atom] {
        &self.arena[start as usize..][..count as usize]
    }

    pub(crate) fn fact(&self, position: usize) -> (Atom, PackedReason) {
        let Entry { atom, reason, .. } = self.entries[position];
        (atom, reason)
    }

    /// The state before the entry at a position: the word of a Small domain, or the [`packed`] bounds of any other.
    #[inline]
    pub(crate) fn old(&self, position: usize) -> u64 {
        self.entries[position].old
    }

    /// The number of queries about the past so far, a measure of explanation work that is comparable across
    /// constraints.
    #[inline]
    pub(crate) fn queries(&self) -> u64 {
        self.queries.get()
    }

    #[inline]
    fn count_query(&self) {
        self.queries.set(self.queries.get() + 1);
    }

    /// The chains, with all entries threaded.
    fn chains(&self) -> RefMut<'_, Chains> {
        self.count_query();
        let mut chains = self.chains.borrow_mut();
        chains.thread(&self.entries);
        chains
    }

    /// The state before the first fact about `var` at or after `position`, and thus the domain as of that position;
    /// `None` if there is no such fact.
    pub(crate) fn replaced(&self, var: Var, position: usize) -> Option<u64> {
        if position == 0 {
            return Some(self.root_state(var));
        }
        let first = self.chains().first_since(&self.entries, var, position as u32)?;
        Some(self.entries[first as usize].old)
    }

    /// The facts about `var` before `position`, latest first, with their positions.
    pub(crate) fn before(&self, var: Var, position: usize) -> impl Iterator<Item = (usize, Atom)> + '_ {
        let mut at = self.chains().last_before(&self.entries, var, position as u32);
        std::iter::from_fn(move || {
            let entry = self.entries.get(at as usize)?;
            let position = at as usize;
            at = self.chains().before(at);
            Some((position, entry.atom))
        })
    }

    /// The position of the entry that made `atom` true, given that the atom was true at `before`; `None` if it held
    /// at the root. An atom that is true stays true, so this is the latest entry before which it was not true.
    pub(crate) fn since(&self, domains: &Domains, atom: Atom, before: usize) -> Option<usize> {
        let (var, v) = (atom.var(), atom.value());
        let mut chains = self.chains();
        let last = chains.last_before(&self.entries, var, before as u32);
        if domains.is_small(var) {
            let others = !small::mask(domains.base(var), atom);
            return chains.first_from(last, |at| self.entries[at].old & others != 0);
        }
        let bounds = |at: usize| unpacked(self.entries[at].old);
        match atom.relation() {
            Relation::AtLeast => chains.first_from(last, |at| bounds(at).0 < v),
            Relation::Less => chains.first_from(last, |at| bounds(at).1 >= v),
            Relation::Equal => chains.first_from(last, |at| bounds(at) != (v, v)),
            Relation::NotEqual => {
                if !self.initial[var.index()].contains(v) {
                    return None;
                }
                // A value is either removed individually or passed by a bound.
                let hole = chains.hole_since(var, v);
                if hole < before as u32 {
                    return Some(hole as usize);
                }
                chains.first_from(last, |at| (bounds(at).0..=bounds(at).1).contains(&v))
            }
        }
    }

    /// The number of entries that have not changed since this method was last called.
    pub(crate) fn unchanged(&self) -> usize {
        self.unchanged.replace(self.entries.len())
    }

    /// The level of the entry at a position: the number of levels that were open when it was recorded.
    pub(crate) fn level_of(&self, position: usize) -> usize {
        self.levels.partition_point(|level| level.0 as usize <= position)
    }

    /// The position of the first entry of a level; 0 for level 0.
    #[inline]
    pub(crate) fn level_start(&self, level: usize) -> usize {
        if level == 0 { 0 } else { self.levels.get(level - 1).map_or(self.entries.len(), |start| start.0 as usize) }
    }

    #[inline]
    pub(crate) fn push_level(&mut self) {
        self.levels.push((self.entries.len() as u32, self.eager.len() as u32, self.arena.len() as u32));
    }

    #[inline]
    pub(crate) fn pop_level(&mut self) {
        let Some((facts, eager, premises)) = self.levels.pop() else { return };
        self.chains.get_mut().unthread(&self.entries, facts as usize);
        self.entries.truncate(facts as usize);
        self.head = self.head.min(self.entries.len());
        self.unchanged.set(self.unchanged.get().min(self.entries.len()));
        self.eager.truncate(eager as usize);
        self.arena.truncate(premises as usize);
    }

    /// The memory held, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
            + self.arena.capacity() * size_of::<Atom>()
            + self.chains.borrow().bytes()
    }
}
