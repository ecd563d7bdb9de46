//! The atom trail: what was inferred, when, and why.
//!
//! In explain mode each domain change is recorded as an atom with its reason, in
//! parallel arrays. Facts about one variable form a chain backwards (`prev`), and
//! `old` keeps what the change replaced (a Small domain's word, otherwise the
//! bounds), so that [`Past`](crate::Past) can answer for any position.

use crate::atom::Atom;
use crate::reason::Rule;
use crate::value_set::ValueSet;
use crate::var::Var;

/// No earlier fact about the variable.
const NONE: u32 = u32::MAX;

/// Why a fact holds, packed in eight bytes: two bits of kind, thirty of propagator, thirty-two of data.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reason(u64);

/// A [`Reason`], unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Because {
    /// The search decided it.
    Decision,
    /// The propagator explains it when asked.
    Lazy { propagator: u32, hint: u32 },
    /// It was explained at once: `count` premises from `start` in the arena.
    Eager { propagator: u32, rule: &'static Rule, start: u32, count: u32 },
}

impl Reason {
    pub(crate) const DECISION: Reason = Reason(0);

    pub(crate) fn lazy(propagator: u32, hint: u32) -> Reason {
        Reason(1 | u64::from(propagator) << 2 | u64::from(hint) << 32)
    }
}

/// Facts in the order in which they were recorded.
#[derive(Clone)]
pub(crate) struct AtomTrail {
    atom: Vec<Atom>,
    reason: Vec<Reason>,
    prev: Vec<u32>,
    old: Vec<u64>,
    last: Vec<u32>,
    /// Premises of eager reasons.
    arena: Vec<Atom>,
    /// The rule of each eager reason, and where its premises start and end in the arena.
    eager: Vec<(&'static Rule, u32, u32)>,
    /// The domains at the root.
    initial: Vec<ValueSet>,
    levels: Vec<(u32, u32, u32)>,
}

impl AtomTrail {
    pub(crate) fn new(initial: Vec<ValueSet>) -> AtomTrail {
        AtomTrail {
            atom: Vec::new(),
            reason: Vec::new(),
            prev: Vec::new(),
            old: Vec::new(),
            last: vec![NONE; initial.len()],
            arena: Vec::new(),
            eager: Vec::new(),
            initial,
            levels: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.atom.len()
    }

    pub(crate) fn push(&mut self, atom: Atom, reason: Reason, old: u64) {
        let last = &mut self.last[atom.var().index()];
        self.prev.push(*last);
        *last = self.atom.len() as u32;
        self.atom.push(atom);
        self.reason.push(reason);
        self.old.push(old);
    }

    /// Stores an eager reason.
    pub(crate) fn eager(&mut self, propagator: u32, rule: &'static Rule, premises: &[Atom]) -> Reason {
        let start = self.arena.len() as u32;
        self.arena.extend_from_slice(premises);
        self.eager.push((rule, start, self.arena.len() as u32));
        Reason(2 | u64::from(propagator) << 2 | (self.eager.len() as u64 - 1) << 32)
    }

    /// The number of eager reasons.
    #[cfg(any(test, feature = "harness"))]
    pub(crate) fn eager_reasons(&self) -> usize {
        self.eager.len()
    }

    /// Rewrites the eager reasons from number `first` on: the harness
    /// plants wrong reasons so, to see whether it notices.
    #[cfg(any(test, feature = "harness"))]
    pub(crate) fn tamper(
        &mut self,
        first: usize,
        change: impl Fn(&'static Rule, &mut crate::reason::Premises) -> &'static Rule,
    ) {
        for i in first..self.eager.len() {
            let (rule, start, end) = self.eager[i];
            let mut premises = self.arena[start as usize..end as usize].iter().copied().collect();
            let rule = change(rule, &mut premises);
            let start = self.arena.len() as u32;
            self.arena.extend_from_slice(&premises);
            self.eager[i] = (rule, start, self.arena.len() as u32);
        }
    }

    pub(crate) fn because(&self, reason: Reason) -> Because {
        let (propagator, data) = ((reason.0 as u32) >> 2, (reason.0 >> 32) as u32);
        match reason.0 & 3 {
            0 => Because::Decision,
            1 => Because::Lazy { propagator, hint: data },
            _ => {
                let (rule, start, end) = self.eager[data as usize];
                Because::Eager { propagator, rule, start, count: end - start }
            }
        }
    }

    /// The domains at the root.
    pub(crate) fn roots(&self) -> &[ValueSet] {
        &self.initial
    }

    /// Whether `x` was in the domain of `var` at the root.
    pub(crate) fn initially(&self, var: Var, x: i32) -> bool {
        self.initial[var.index()].contains(x)
    }

    /// `count` stored premises from `start` on.
    pub(crate) fn premises(&self, start: u32, count: u32) -> &[Atom] {
        &self.arena[start as usize..][..count as usize]
    }

    pub(crate) fn fact(&self, position: usize) -> (Atom, Reason) {
        (self.atom[position], self.reason[position])
    }

    /// The facts about `var`, latest first, as (position, atom, what it replaced).
    pub(crate) fn chain(&self, var: Var) -> impl Iterator<Item = (usize, Atom, u64)> + '_ {
        let mut at = self.last[var.index()];
        std::iter::from_fn(move || {
            if at == NONE {
                return None;
            }
            let i = at as usize;
            at = self.prev[i];
            Some((i, self.atom[i], self.old[i]))
        })
    }

    pub(crate) fn push_level(&mut self) {
        self.levels.push((self.atom.len() as u32, self.eager.len() as u32, self.arena.len() as u32));
    }

    pub(crate) fn pop_level(&mut self) {
        let Some((facts, eager, premises)) = self.levels.pop() else { return };
        while self.atom.len() > facts as usize {
            let (Some(atom), Some(prev)) = (self.atom.pop(), self.prev.pop()) else { break };
            self.last[atom.var().index()] = prev;
        }
        self.reason.truncate(facts as usize);
        self.old.truncate(facts as usize);
        self.eager.truncate(eager as usize);
        self.arena.truncate(premises as usize);
    }
}
