//! Trust, but verify: every reason can be checked, apart from those who gave it.

use super::{Engine, Inference};
use crate::atom::Atom;
use crate::reason::{Assumed, Justification, Past, Rule};
use crate::value_set::ValueSet;

/// What is wrong with a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// A premise is about a variable that the engine does not have.
    #[error("propagator number {propagator}, rule {rule}: the premise {premise:?} is about no variable of the engine")]
    Foreign {
        /// The propagator's number.
        propagator: usize,
        /// The rule's name.
        rule: &'static str,
        /// The premise.
        premise: Atom,
    },
    /// A premise did not hold before the fact.
    #[error("propagator number {propagator}, rule {rule}: the premise {premise:?} did not hold before the fact")]
    NotYetTrue {
        /// The propagator's number.
        propagator: usize,
        /// The rule's name.
        rule: &'static str,
        /// The premise.
        premise: Atom,
    },
    /// The premises imply the fact whatever the constraint says, for example because it is one of them.
    #[error("propagator number {propagator}, rule {rule}: the premises contain the fact {fact:?}")]
    Circular {
        /// The propagator's number.
        propagator: usize,
        /// The rule's name.
        rule: &'static str,
        /// The fact; `None` for a conflict.
        fact: Option<Atom>,
    },
    /// The rule is a sum of rows, and none are named.
    #[error("propagator number {propagator}, rule {rule}: it is a sum of rows, but no row is named")]
    NoRows {
        /// The propagator's number.
        propagator: usize,
        /// The rule's name.
        rule: &'static str,
    },
    /// The checker does not agree.
    #[error("propagator number {propagator}, rule {rule}: the checker does not see that the premises imply {fact:?}")]
    DoesNotFollow {
        /// The propagator's number.
        propagator: usize,
        /// The rule's name.
        rule: &'static str,
        /// The fact; `None` for a conflict.
        fact: Option<Atom>,
    },
}

impl Engine {
    /// The inference at a position of the atom trail, as [`inference`](Engine::inference) tells
    /// it, once its reason is verified: every premise held before the fact, and by the
    /// checker of the rule they imply it.
    ///
    /// # Errors
    /// [`Invalid`], the first thing that is wrong with the reason.
    ///
    /// # Panics
    /// When the position is not below [`facts`](Engine::facts), in explain mode.
    pub fn verify(&self, position: usize) -> Result<Option<Inference>, Invalid> {
        self.verified(self.inference(position), position)
    }

    /// As [`verify`](Engine::verify), for the inference that failed: see [`conflict`](Engine::conflict).
    ///
    /// # Errors
    /// [`Invalid`], the first thing that is wrong with the reason.
    pub fn verify_conflict(&self) -> Result<Option<Inference>, Invalid> {
        self.verified(self.conflict(), self.facts())
    }

    fn verified(&self, inference: Option<Inference>, position: usize) -> Result<Option<Inference>, Invalid> {
        let (Some(inference), Some(atoms)) = (inference, &self.store.atoms) else { return Ok(None) };
        let (propagator, fact) = (inference.propagator, inference.fact);
        let rule = inference.rule.name;
        let past = Past::new(&self.store, atoms, position);
        for &premise in &inference.premises {
            if premise.var().index() >= self.variables() {
                return Err(Invalid::Foreign { propagator, rule, premise });
            }
            if !past.entails(premise) {
                return Err(Invalid::NotYetTrue { propagator, rule, premise });
            }
        }
        if inference.rule.justification == Justification::SumOfRows && inference.rows().is_empty() {
            return Err(Invalid::NoRows { propagator, rule });
        }
        let case = Assumed::new(atoms.roots(), inference.refutation());
        if case.is_contradictory() {
            return Err(Invalid::Circular { propagator, rule, fact });
        }
        if !self.propagators[propagator].check(inference.rule, &case) {
            return Err(Invalid::DoesNotFollow { propagator, rule, fact });
        }
        Ok(Some(inference))
    }

    /// The domains at the root, by the engine's numbers of variables; `None` in classical mode.
    pub fn roots(&self) -> Option<&[ValueSet]> {
        Some(self.store.atoms.as_ref()?.roots())
    }

    /// Whether a propagator's constraint has no solution in which all of `atoms` are
    /// true, and one rule shows it: for an [`Inference`] the atoms are its
    /// [`refutation`](Inference::refutation). Atoms that leave a variable no value at all have no
    /// solution by any rule.
    ///
    /// `roots` are the domains to begin with, indexed by [`Var::index`](crate::Var::index), for
    /// example [those at the root](Engine::roots); a variable beyond them may take any value.
    ///
    /// # Panics
    /// When there is no propagator with this number.
    pub fn follows(&self, propagator: usize, rule: &'static Rule, roots: &[ValueSet], atoms: &[Atom]) -> bool {
        let case = Assumed::new(roots, atoms.iter().copied());
        case.is_contradictory() || self.propagators[propagator].check(rule, &case)
    }
}

impl Inference {
    /// The premises and the negation of the fact: together they contradict the constraint.
    pub fn refutation(&self) -> impl Iterator<Item = Atom> + '_ {
        self.premises.iter().copied().chain(self.fact.map(|fact| !fact))
    }
}
