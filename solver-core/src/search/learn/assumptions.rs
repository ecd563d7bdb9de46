//! Assumptions are atoms decided before all others. If some of them cannot hold together, the implication graph yields
//! a core (N. Eén, N. Sörensson, *Temporal induction by incremental SAT solving*, ENTCS 89(4), 2003).
//!
//! Since assumptions are decisions, nogoods do not depend on them and remain valid in later runs under different
//! assumptions.

use super::analyse::Analysis;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::store::LiteralState;
use rustc_hash::FxHashMap;

/// The next step of a run under assumptions.
pub(in crate::search) enum Assumption {
    /// Assume this atom.
    Assume(Atom),
    /// The assumptions so far make the next one false. Contains the indices of the core's assumptions.
    Core(Vec<usize>),
}

/// Assumptions in decision order, each with its index, and the number that hold.
#[derive(Default)]
pub(in crate::search) struct Assumptions {
    atoms: Vec<(Atom, usize)>,
    holding: usize,
}

impl Assumptions {
    pub(in crate::search) fn new(atoms: impl IntoIterator<Item = (Atom, usize)>) -> Assumptions {
        Assumptions { atoms: atoms.into_iter().collect(), holding: 0 }
    }

    /// Backtracks to this level.
    pub(super) fn back_to(&mut self, level: usize) {
        // Each level contains the decision of at least one assumption.
        self.holding = self.holding.min(level);
    }

    /// Returns the first assumption that is not true and whether it is open, or `None` if all hold.
    pub(super) fn next(&mut self, engine: &Engine) -> Option<(Atom, bool)> {
        while let Some(&(atom, _)) = self.atoms.get(self.holding) {
            match engine.store.literal_state(atom) {
                LiteralState::True => self.holding += 1,
                LiteralState::Open => return Some((atom, true)),
                LiteralState::False => return Some((atom, false)),
            }
        }
        None
    }

    /// Returns the indices of a false assumption and of those that make it false, or `None` if the derivation needs too
    /// many premises.
    pub(super) fn core(&self, engine: &Engine, analysis: &mut Analysis, refuted: Atom) -> Option<Vec<usize>> {
        let numbers: FxHashMap<Atom, usize> = self.atoms.iter().copied().collect();
        // All decisions so far are assumptions: other decisions are made only when every assumption holds.
        let number = |atom: &Atom| numbers.get(atom).copied();
        let decisions = analysis.decisions_behind(engine, !refuted)?;
        decisions.iter().chain([&refuted]).map(number).collect()
    }

    /// Returns the indices of the assumptions up to the first that is not true.
    pub(super) fn so_far(&self) -> Vec<usize> {
        self.atoms.iter().take(self.holding + 1).map(|&(_, number)| number).collect()
    }

    /// The memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.atoms.capacity() * size_of::<(Atom, usize)>()
    }
}
