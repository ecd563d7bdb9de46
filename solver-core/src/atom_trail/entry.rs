//! Entries of the atom trail: a changed domain and its reason.

use crate::atom::Atom;
use crate::reason::Rule;

/// The reason for a fact, packed in eight bytes: two bits for the kind, thirty for the propagator, thirty-two for data.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PackedReason(pub(super) u64);

/// A [`PackedReason`], unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReasonKind {
    /// A decision of the search.
    Decision,
    /// The propagator explains the fact on demand.
    Lazy { propagator: u32, hint: u32 },
    /// Explained immediately: `count` premises from `start` in the arena.
    Eager { propagator: u32, rule: &'static Rule, start: u32, count: u32 },
    /// A learned nogood, whose last open literal is the fact.
    Nogood { nogood: u32 },
}

impl PackedReason {
    pub(crate) const DECISION: PackedReason = PackedReason(0);

    pub(crate) fn lazy(propagator: u32, hint: u32) -> PackedReason {
        PackedReason(1 | u64::from(propagator) << 2 | u64::from(hint) << 32)
    }

    pub(crate) fn nogood(nogood: u32) -> PackedReason {
        PackedReason(3 | u64::from(nogood) << 32)
    }
}

/// A change of a domain.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) atom: Atom,
    pub(super) reason: PackedReason,
    /// The state of the domain before the change.
    pub(super) old: u64,
}

/// Bounds in the form of [`Entry::old`].
#[inline]
pub(crate) fn packed((low, high): (i32, i32)) -> u64 {
    u64::from(low as u32) | u64::from(high as u32) << 32
}

/// The bounds that were [`packed`].
#[inline]
pub(crate) fn unpacked(old: u64) -> (i32, i32) {
    (old as u32 as i32, (old >> 32) as u32 as i32)
}
