//! Recorded inferences: each fact with the premises that imply it.

use super::{Engine, Halt};
use crate::atom::Atom;
use crate::atom_trail::{AtomTrail, PackedReason, ReasonKind};
use crate::reason::{Premises, Row, Rule};
use crate::store::DomainsAt;
use crate::value_set::ValueSet;
use std::cmp::Ordering;

/// An inference as explain mode recorded it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inference {
    /// The propagator that made the inference.
    pub propagator: usize,
    /// The inferred atom; `None` for a conflict.
    pub fact: Option<Atom>,
    /// Atoms that held before the inference and imply it.
    pub premises: Premises,
    /// The rule that justifies the inference.
    pub rule: &'static Rule,
}

impl Inference {
    /// The model rows that a cutting-planes proof of the inference adds up; empty if unit propagation suffices.
    pub fn rows(&self) -> &[Row] {
        self.premises.rows()
    }
}

impl Engine {
    /// The number of facts on the atom trail; 0 in classical mode.
    pub fn facts(&self) -> usize {
        self.store.atoms.as_ref().map_or(0, AtomTrail::len)
    }

    /// The domains at the root, by variable; empty in classical mode.
    pub(crate) fn root_domains(&self) -> &[ValueSet] {
        self.store.atoms.as_ref().map_or(&[], AtomTrail::roots)
    }

    /// The fact at a position of the atom trail, a decision or an inference; `None` beyond the end of the trail and in
    /// classical mode.
    pub fn fact(&self, position: usize) -> Option<Atom> {
        let atoms = self.store.atoms.as_ref().filter(|atoms| position < atoms.len())?;
        Some(atoms.fact(position).0)
    }

    /// The inference at a position of the atom trail; `None` for decisions, for objective bounds from cores at the
    /// root, beyond the end of the trail, and in classical mode.
    pub fn inference(&self, position: usize) -> Option<Inference> {
        let fact = self.fact(position)?;
        self.inferred(position, Some(fact))
    }

    /// The conflict of the last propagation, if it failed in explain mode. Must be called before the level is undone.
    pub fn conflict(&self) -> Option<Inference> {
        let (fact, _) = self.store.conflict.filter(|_| self.halted == Some(Halt::Failed))?;
        self.inferred(self.facts(), fact)
    }

    /// The inferred atom that contradicted the domain of its variable in the last failure, if there is one.
    pub(crate) fn failed_fact(&self) -> Option<Atom> {
        self.store.conflict.filter(|_| self.halted == Some(Halt::Failed))?.0
    }

    fn inferred(&self, position: usize, fact: Option<Atom>) -> Option<Inference> {
        let mut premises = Premises::with_sum();
        let (propagator, rule) = self.premises_at(position, fact, &mut premises)?;
        Some(Inference { propagator, fact, premises, rule })
    }

    /// Replaces `premises` with those of the inference at a position of the atom trail, or of the
    /// [`conflict`](Engine::conflict) at the end of the trail, and returns the propagator and the rule of the
    /// inference. `None` for decisions and in classical mode.
    ///
    /// `fact` is the inferred atom, or a weaker atom with the same relation that was not true before, for which fewer
    /// premises may suffice.
    pub fn premises_at(
        &self,
        position: usize,
        fact: Option<Atom>,
        premises: &mut Premises,
    ) -> Option<(usize, &'static Rule)> {
        let atoms = self.store.atoms.as_ref()?;
        let reason = match position.cmp(&atoms.len()) {
            Ordering::Less => atoms.fact(position).1,
            Ordering::Equal => self.store.conflict.filter(|_| self.halted == Some(Halt::Failed))?.1,
            Ordering::Greater => return None,
        };
        premises.clear();
        match atoms.because(reason) {
            ReasonKind::Decision => None,
            // A search has since replaced this propagator, at the root.
            ReasonKind::Lazy { propagator, .. }
                if position < atoms.level_start(1) && self.was_replaced_since(propagator, position) =>
            {
                None
            }
            ReasonKind::Eager { propagator, rule, start, count } => {
                premises.extend(atoms.premises(start, count).iter().copied());
                Some((propagator as usize, rule))
            }
            ReasonKind::Lazy { propagator, hint } => {
                let past = DomainsAt::new(&self.store, atoms, position);
                let rule = self.propagators[propagator as usize].explain(&past, fact, hint, premises);
                premises.retain(|atom| !past.is_idle(atom));
                Some((propagator as usize, rule))
            }
            ReasonKind::Nogood { nogood } => {
                let nogoods = self.nogoods.as_ref()?;
                let inferred = match position < atoms.len() {
                    true => Some(atoms.fact(position).0),
                    false => fact,
                };
                nogoods.premises(nogood, inferred, premises);
                let (propagator, rule) = nogoods.source(nogood);
                Some((propagator as usize, rule))
            }
        }
    }

    /// The number of queries about past domains so far, which measures explanation work.
    pub(crate) fn queries(&self) -> u64 {
        self.store.atoms.as_ref().map_or(0, |atoms| atoms.queries())
    }

    /// The index of the learned nogood that is the reason for the fact at a position, or for the conflict at the end
    /// of the trail; `None` if the reason is not a nogood.
    pub(crate) fn nogood_at(&self, position: usize) -> Option<u32> {
        let nogoods = self.nogoods.as_ref()?;
        self.nogood_of(self.reason_at(position)?).filter(|&nogood| nogoods.is_learned(nogood))
    }

    /// Whether a propagator explains the fact at a position, or the conflict at the end of the trail: its reason is
    /// neither a decision nor a clause.
    pub(crate) fn is_by_propagator(&self, position: usize) -> bool {
        let Some((atoms, reason)) = self.store.atoms.as_ref().zip(self.reason_at(position)) else { return false };
        matches!(atoms.because(reason), ReasonKind::Lazy { .. } | ReasonKind::Eager { .. })
    }

    /// The reason for the fact at a position, or for the conflict at the end of the trail.
    fn reason_at(&self, position: usize) -> Option<PackedReason> {
        let atoms = self.store.atoms.as_ref()?;
        let recorded = (position < atoms.len()).then(|| atoms.fact(position).1);
        recorded.or(self.store.conflict.map(|(_, reason)| reason))
    }

    /// The nogood's index, if this reason is a nogood.
    pub(super) fn nogood_of(&self, reason: PackedReason) -> Option<u32> {
        match self.store.atoms.as_ref()?.because(reason) {
            ReasonKind::Nogood { nogood } => Some(nogood),
            _ => None,
        }
    }

    /// The domains just before the fact at a position of the atom trail; beyond its end, the current ones. `None` in
    /// classical mode.
    pub fn past(&self, position: usize) -> Option<DomainsAt<'_>> {
        Some(DomainsAt::new(&self.store, self.store.atoms.as_ref()?, position))
    }
}
