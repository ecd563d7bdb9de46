//! Recording of domain changes on the atom trail.

use super::{Step, Store};
use crate::atom::{Atom, Relation};
use crate::atom_trail::{PackedReason, packed};
use crate::domain::{Cut, Effect, small};
use crate::reason::Reason;
use crate::var::Var;
use crate::view::View;

impl Store {
    /// Makes an atom true in explain mode: records it with its reason unless it already holds.
    pub(crate) fn infer(&mut self, atom: Atom, reason: PackedReason) -> Step {
        let (var, v) = (atom.var(), atom.value());
        if self.domains.is_small(var) {
            let old = self.slots.get(var.index());
            return self.record_small(atom, reason, old, old & small::mask(self.domains.base(var), atom));
        }
        let old = self.bounds(var);
        let effect = match atom.relation() {
            Relation::NotEqual => self.domains.remove_large(&mut self.slots, var, v),
            Relation::Equal => self.domains.cut(&mut self.slots, var, Cut::Fix(v)),
            Relation::AtLeast => self.domains.cut(&mut self.slots, var, Cut::AtLeast(v)),
            Relation::Less => self.domains.cut(&mut self.slots, var, Cut::AtMost(v.saturating_sub(1))),
        };
        match (effect, &mut self.atoms) {
            (Effect::Empty, _) => self.conflict = Some((Some(atom), reason)),
            (Effect::Changed(_), Some(atoms)) => atoms.push(atom, reason, packed(old)),
            (Effect::Changed(_) | Effect::None, _) => {}
        }
        let pierced = if atom.relation() == Relation::NotEqual { (v, 1) } else { (0, 0) };
        self.after(var, effect)?;
        self.after_of_literals(var, effect, old, pierced);
        Ok(())
    }

    /// Records an atom about a Small domain that changes from `old` to `new`.
    #[inline]
    pub(super) fn record_small(&mut self, atom: Atom, reason: PackedReason, old: u64, new: u64) -> Step {
        if new == old {
            return Ok(());
        }
        match &mut self.atoms {
            _ if new == 0 => self.conflict = Some((Some(atom), reason)),
            Some(atoms) => atoms.push(atom, reason, old),
            None => {}
        }
        self.commit_small(atom.var(), old, new)
    }

    /// Records, in explain mode, that a Small domain changes from one word to another. Each removed value is a fact.
    /// [`commit_small`](Store::commit_small) writes the word itself.
    #[inline]
    pub(crate) fn record_words(&mut self, var: Var, old: u64, new: u64, reason: PackedReason) {
        let lost = old & !new;
        if new == 0 || !lost.is_power_of_two() {
            return self.record_each(var, old, lost, reason);
        }
        let x = self.domains.base(var).wrapping_add(lost.trailing_zeros() as i32);
        if let Some(atoms) = &mut self.atoms {
            atoms.push(Atom::differs(View::from(var), x), reason, old);
        }
    }

    /// Records several removals, or none (if the view occurs twice in a scope), or the removal of the last value: the
    /// conflict.
    #[cold]
    #[inline(never)]
    fn record_each(&mut self, var: Var, mut old: u64, mut lost: u64, reason: PackedReason) {
        let (base, Some(atoms)) = (self.domains.base(var), &mut self.atoms) else { return };
        while lost != 0 {
            let atom = Atom::differs(View::from(var), base.wrapping_add(lost.trailing_zeros() as i32));
            let bit = lost & lost.wrapping_neg();
            if old == bit {
                // The facts recorded so far hold; only the last one is contradictory.
                self.slots.set(var.index(), old);
                self.conflict = Some((Some(atom), reason));
                return;
            }
            atoms.push(atom, reason, old);
            old &= !bit;
            lost &= !bit;
        }
    }

    /// Packs a reason for the atom trail.
    pub(crate) fn pack(&mut self, propagator: u32, because: Reason) -> PackedReason {
        match (because, &mut self.atoms) {
            (Reason::Eager(eager), Some(atoms)) => atoms.eager(&self.domains, propagator, eager.rule, &eager.premises),
            (Reason::Lazy(hint), _) => PackedReason::lazy(propagator, hint),
            (Reason::Eager(_), None) => PackedReason::DECISION,
        }
    }
}
