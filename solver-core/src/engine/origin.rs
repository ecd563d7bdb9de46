//! Since when a fact holds, and what made it so.
//!
//! The trail records atoms; what people and propagators ask about is often an
//! atom that no entry states. A lower bound moves over an old hole; a variable is
//! fixed because all its other values are gone. Such *implicit* facts follow from
//! several entries about one variable taken together, and [`Origin`] says from which.

use super::Engine;
use crate::atom::Atom;
use crate::reason::DomainsAt;
use crate::var::Var;

/// Where a fact comes from. Positions are those of the atom trail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The domain at the root has no other values.
    Root,
    /// The entry at this position states it, or something stronger about the variable.
    Entry(usize),
    /// The entries at these positions together leave no other values, the last of them last.
    Together(Vec<usize>),
}

impl Engine {
    /// What made `atom` true, as early as possible, on the trail before `position`;
    /// `None` when it was not true there, and in classical mode.
    pub fn origin(&self, atom: Atom, position: usize) -> Option<Origin> {
        let atoms = self.store.atoms.as_ref()?;
        if !self.past(position)?.entails(atom) {
            return None;
        }
        let entries = |position| atoms.before(atom.var(), position);
        // Once true it stays true, so the entry that made it so is the latest before which it was not.
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
