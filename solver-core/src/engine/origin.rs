//! The origin of a fact: since when it holds, and which trail entries made it true.
//!
//! The trail records atoms; people and propagators often ask about an atom that no entry states. A lower bound moves
//! over an old hole; a variable is fixed because all its other values were removed. Such *implicit* facts follow from
//! several entries about one variable together, and [`Origin`] names them.

use super::Engine;
use crate::atom::Atom;
use crate::reason::DomainsAt;
use crate::var::Var;

/// The origin of a fact. Positions are those of the atom trail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A root fact: the root domain has no other values.
    Root,
    /// The entry at this position states it, or a stronger fact about the variable.
    Entry(usize),
    /// The entries at these positions together leave no other values; in ascending order of time.
    Together(Vec<usize>),
}

impl Engine {
    /// The origin of `atom`, as early as possible, on the trail before `position`; `None` if it was not true there, and
    /// in classical mode.
    pub fn origin(&self, atom: Atom, position: usize) -> Option<Origin> {
        let atoms = self.store.atoms.as_ref()?;
        if !self.past(position)?.entails(atom) {
            return None;
        }
        let entries = |position| atoms.before(atom.var(), position);
        // Once true it stays true, so the entry that made it true is the latest before which it was not.
        let made = entries(position).find(|&(at, _)| !DomainsAt::new(&self.store, atoms, at).entails(atom));
        let Some((last, fact)) = made else { return Some(Origin::Root) };
        if atom.follows_from(fact) {
            return Some(Origin::Entry(last));
        }
        let mut missing =
            atoms.roots()[atom.var().index()].intersection(&(!atom).values()).intersection(&fact.values());
        let mut together = vec![last];
        for (at, fact) in entries(last) {
            let left = missing.intersection(&fact.values());
            if left != missing {
                missing = left;
                together.push(at);
            }
            if missing.is_empty() {
                break;
            }
        }
        together.reverse();
        Some(Origin::Together(together))
    }

    /// The positions, before the given one, of the entries about a variable; latest first.
    pub(crate) fn entries(&self, var: Var, position: usize) -> impl Iterator<Item = usize> + '_ {
        self.store.atoms.iter().flat_map(move |atoms| atoms.before(var, position)).map(|(at, _)| at)
    }
}
