//! Recorded inferences: each fact with the premises that imply it.

use super::{Engine, Halt};
use crate::atom::Atom;
use crate::reason::{DomainsAt, Premises, Row, Rule};
use crate::trail::{AtomTrail, ReasonKind};

/// An inference as explain mode recorded it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inference {
    /// The propagator that made it.
    pub propagator: usize,
    /// The inferred atom; `None` for a conflict.
    pub fact: Option<Atom>,
    /// Atoms that held before it and imply it.
    pub premises: Premises,
    /// The rule by which it follows.
    pub rule: &'static Rule,
}

impl Inference {
    /// The rows of the model that a cutting-planes proof of it would add up; none where unit propagation suffices.
    pub fn rows(&self) -> &[Row] {
        self.premises.rows()
    }
}

impl Engine {
    /// The number of facts on the atom trail; 0 in classical mode.
    pub fn facts(&self) -> usize {
        self.store.atoms.as_ref().map_or(0, AtomTrail::len)
    }

    /// The fact at a position of the atom trail, a decision or an inference; `None` beyond its end and in classical
    /// mode.
    pub fn fact(&self, position: usize) -> Option<Atom> {
        let atoms = self.store.atoms.as_ref().filter(|atoms| position < atoms.len())?;
        Some(atoms.fact(position).0)
    }

    /// The inference at a position of the atom trail; `None` for decisions, beyond the end of the
    /// trail and in classical mode.
    pub fn inference(&self, position: usize) -> Option<Inference> {
        let atoms = self.store.atoms.as_ref().filter(|atoms| position < atoms.len())?;
        let (atom, reason) = atoms.fact(position);
        self.explained(atoms, Some(atom), atoms.because(reason), position)
    }

    /// The conflict of the last propagation, if it failed in explain mode. Must be called before the level is undone.
    pub fn conflict(&self) -> Option<Inference> {
        let atoms = self.store.atoms.as_ref().filter(|_| self.halted == Some(Halt::Failed))?;
        let (fact, reason) = self.store.conflict?;
        self.explained(atoms, fact, atoms.because(reason), atoms.len())
    }

    fn explained(&self, atoms: &AtomTrail, fact: Option<Atom>, because: ReasonKind, at: usize) -> Option<Inference> {
        match because {
            ReasonKind::Decision => None,
            ReasonKind::Eager { propagator, rule, start, count } => {
                let premises = atoms.premises(start, count).iter().copied().collect();
                Some(Inference { propagator: propagator as usize, fact, premises, rule })
            }
            ReasonKind::Lazy { propagator, hint } => {
                let mut premises = Premises::new();
                let past = DomainsAt::new(&self.store, atoms, at);
                let rule = self.propagators[propagator as usize].explain(&past, fact, hint, &mut premises);
                Some(Inference { propagator: propagator as usize, fact, premises, rule })
            }
        }
    }

    /// The domains just before the fact at a position of the atom trail; beyond its end, the current ones. `None` in
    /// classical mode.
    pub fn past(&self, position: usize) -> Option<DomainsAt<'_>> {
        Some(DomainsAt::new(&self.store, self.store.atoms.as_ref()?, position))
    }
}
