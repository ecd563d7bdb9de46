//! Unit propagation of nogoods.
//!
//! There are no subscriptions: the atom trail is the event queue. Each new entry makes atoms false, and the nogoods
//! that watch them are visited before any propagator runs.

use super::NogoodStore;
use super::watches::{List, Watch, atom};
use crate::atom::{Atom, Relation};
use crate::atom_trail::{PackedReason, unpacked};
use crate::domain::small;
use crate::status::Conflict;
use crate::store::{LiteralState, Store};
use crate::var::Var;

/// The number of budget units per visited watch. A visit is expensive because the nogood is usually not in the cache.
const VISIT: usize = 4;

impl NogoodStore {
    /// Propagates the entries of the atom trail since the last call, and the inferences made in the process.
    ///
    /// # Errors
    /// [`Conflict`] if all literals of a nogood are false, or if the budget is used up.
    pub(crate) fn drain(&mut self, store: &mut Store) -> Result<(), Conflict> {
        loop {
            let Some(atoms) = &mut store.atoms else { return Ok(()) };
            let at = atoms.head;
            if at >= atoms.len() {
                return Ok(());
            }
            atoms.head = at + 1;
            let (entry, old) = (atoms.fact(at).0, atoms.old(at));
            if store.domains.is_small(entry.var()) {
                self.drain_small(store, entry, old)?;
            } else {
                self.drain_large(store, entry, unpacked(old))?;
            }
        }
    }

    /// Visits the lists of the atoms that an entry about a Small variable has made false.
    fn drain_small(&mut self, store: &mut Store, entry: Atom, old: u64) -> Result<(), Conflict> {
        let (var, base) = (entry.var(), store.domains.base(entry.var()));
        let watched = self.watches.watched(var);
        if watched == [0; 4] {
            return Ok(());
        }
        let new = old & small::mask(base, entry);
        // These atoms have become false: `x = b` for each removed value; `x >= b` for `b` above the new maximum, up to
        // the old one; `x < b` for `b` above the old minimum, up to the new one.
        let above = |bit: u32| !0_u64 << bit << 1;
        let (low, high) =
            ((old.trailing_zeros(), new.trailing_zeros()), (63 - old.leading_zeros(), 63 - new.leading_zeros()));
        let fallen = [
            above(high.1) & !above(high.0),
            above(low.0) & !above(low.1),
            old & !new,
            if new & (new - 1) == 0 { new } else { 0 },
        ];
        for kind in 0..4 {
            let mut visit = fallen[kind] & watched[kind];
            while visit != 0 {
                let bit = visit.trailing_zeros();
                visit &= visit - 1;
                let list = self.watches.take_bit(var, kind, bit);
                let (list, result) = self.visit(store, atom(var, kind, base.wrapping_add(bit as i32)), list);
                self.watches.return_bit(var, kind, bit, list);
                result?;
            }
        }
        Ok(())
    }

    /// Visits the lists of the atoms that an entry about a Wide or Span variable has made false.
    fn drain_large(&mut self, store: &mut Store, entry: Atom, (low, high): (i32, i32)) -> Result<(), Conflict> {
        let (var, v) = (entry.var(), entry.value());
        let now = store.bounds(var);
        // The bounds after the entry. If the entry moved a bound over holes, the current bound is used instead. Later
        // entries may have moved it further, but visiting a list too early is harmless.
        let (new_low, new_high) = match entry.relation() {
            Relation::AtLeast => (if store.contains(var, v) { v } else { now.0 }, high),
            Relation::Less => (low, if store.contains(var, v - 1) { v - 1 } else { now.1 }),
            Relation::Equal => (v, v),
            Relation::NotEqual => (if v == low { now.0 } else { low }, if v == high { now.1 } else { high }),
        };
        if new_low > low {
            self.visit_row(store, var, 1, (low.saturating_add(1), new_low))?;
        }
        if new_high < high {
            self.visit_row(store, var, 0, (new_high + 1, high))?;
        }
        if self.watches.has_row(var, 2) {
            if entry.relation() == Relation::NotEqual {
                self.visit_row(store, var, 2, (v, v))?;
            }
            if new_low > low {
                self.visit_row(store, var, 2, (low, new_low - 1))?;
            }
            if new_high < high {
                self.visit_row(store, var, 2, (new_high + 1, high))?;
            }
        }
        if now.0 == now.1 {
            self.visit_row(store, var, 3, now)?;
        }
        Ok(())
    }

    /// Visits the lists of the atoms of one relation whose values are in a range. These atoms are false.
    fn visit_row(
        &mut self,
        store: &mut Store,
        var: Var,
        kind: usize,
        (mut from, to): (i32, i32),
    ) -> Result<(), Conflict> {
        while let Some((at, value)) = self.watches.next(var, kind, from)
            && value <= to
        {
            let own = atom(var, kind, value);
            if store.is_false(own) {
                let list = self.watches.take_at(var, kind, at);
                let (list, result) = self.visit(store, own, list);
                self.watches.return_at(var, kind, value, at, list);
                result?;
            }
            let Some(next) = value.checked_add(1) else { return Ok(()) };
            from = next;
        }
        Ok(())
    }

    /// Visits the nogoods that watch `own`, which has become false. Returns the watches that remain.
    fn visit(&mut self, store: &mut Store, own: Atom, mut list: List) -> (List, Result<(), Conflict>) {
        #[cfg(any(test, feature = "harness"))]
        if self.stale {
            return (list, Ok(()));
        }
        debug_assert!(store.is_false(own));
        if !store.budget.spend(1 + VISIT * list.len()) {
            return (list, Err(Conflict(())));
        }
        let (mut read, mut kept) = (0, 0);
        let mut result = Ok(());
        while read < list.len() && result.is_ok() {
            let watch = list[read];
            read += 1;
            let mut state = store.literal_state(watch.blocker);
            let (mut stays, mut nogood) = (watch, watch.binary());
            if state != LiteralState::True && nogood.is_none() {
                let Some(last) = self.find_watch(store, own, watch) else { continue };
                (stays.blocker, state, nogood) = (last.literal, last.state, Some(last.nogood));
            }
            list[kept] = stays;
            kept += 1;
            if state == LiteralState::True {
                continue;
            }
            let reason = PackedReason::nogood(nogood.unwrap_or_default());
            if state == LiteralState::Open {
                result = store.infer(stays.blocker, reason);
            } else {
                store.conflict = Some((None, reason));
                result = Err(Conflict(()));
            }
        }
        list.copy_within(read.., kept);
        list.truncate(kept + list.len() - read);
        (list, result)
    }

    /// Looks for another literal to watch instead of `own`. If there is none, the watch stays, and at most the first
    /// literal is not false.
    #[inline]
    fn find_watch(&mut self, store: &Store, own: Atom, watch: Watch) -> Option<Last> {
        let (head, clause) = self.arena.nogood_mut(watch.start());
        // The watched literals are the first two.
        if clause[0] == own {
            clause.swap(0, 1);
        }
        let literal = clause[0];
        let last = Last { literal, state: store.literal_state(literal), nogood: head.nogood };
        if last.state == LiteralState::True {
            return Some(last);
        }
        let open = clause[2..].iter().position(|&other| !store.is_false(other));
        let Some(open) = open else { return Some(last) };
        clause.swap(1, open + 2);
        let watched = clause[1];
        self.watches.moved(&store.domains, watched, Watch::new(watch.start() as u32, literal));
        None
    }
}

/// The only literal of a nogood that may still be open or true.
struct Last {
    literal: Atom,
    state: LiteralState,
    nogood: u32,
}
