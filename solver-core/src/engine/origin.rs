//! The origin of a fact: since when it has held, and the trail entries that made it true.
//!
//! The trail records atoms, but users and propagators often query an atom that no entry contains. For example, a lower
//! bound moves past an old hole, or a variable is fixed because all its other values were removed. Several entries
//! about one variable together imply such *implicit* facts, and [`Origin`] names these entries.

use super::Engine;
use crate::atom::{Atom, Relation};
use crate::var::Var;

/// The origin of a fact. Positions are those of the atom trail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A root fact: all values in the root domain satisfy it.
    Root,
    /// The entry at this position states the fact or a stronger one about the variable.
    Entry(usize),
    /// The entries at these positions, in ascending order, together leave only values that satisfy the fact.
    Together(Vec<usize>),
}

/// Since when a fact has held. Positions are those of the atom trail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Since {
    /// Since the root.
    Root,
    /// The entry at this position made the fact true, possibly as the last of several.
    Entry(usize),
}

impl Engine {
    /// Since when `atom`, true at `position`, has been true; `None` if it was not true at that position, or
    /// in classical mode. Does not allocate.
    pub fn since(&self, atom: Atom, position: usize) -> Option<Since> {
        let atoms = self.store.atoms.as_ref()?;
        let holds = self.past(position)?.entails(atom);
        holds.then(|| atoms.since(&self.store.domains, atom, position).map_or(Since::Root, Since::Entry))
    }

    /// The level of the fact at a position of the atom trail: 0 at the root. Beyond the end of the trail, it is the
    /// current level.
    pub fn level_of(&self, position: usize) -> usize {
        self.store.atoms.as_ref().map_or(0, |atoms| atoms.level_of(position))
    }

    /// The earliest origin of `atom` on the trail before `position`; `None` if the atom was not true at that position,
    /// or in classical mode.
    pub fn origin(&self, atom: Atom, position: usize) -> Option<Origin> {
        let atoms = self.store.atoms.as_ref()?;
        if !self.past(position)?.entails(atom) {
            return None;
        }
        let Some(last) = atoms.since(&self.store.domains, atom, position) else { return Some(Origin::Root) };
        let fact = atoms.fact(last).0;
        if atom.follows_from(fact) {
            return Some(Origin::Entry(last));
        }
        let mut together = vec![last];
        // Every entry removes values that were still in the domain. A removed value matters only if it violates the
        // atom and no later bound also removes it.
        let (mut low, mut high) = (i32::MIN, i32::MAX);
        for (at, fact) in std::iter::once((last, fact)).chain(atoms.before(atom.var(), last)) {
            let counts = match fact.relation() {
                Relation::AtLeast if low == i32::MIN => {
                    low = fact.value();
                    atom.relation() != Relation::Less
                }
                Relation::Less if high == i32::MAX => {
                    high = fact.value() - 1;
                    atom.relation() != Relation::AtLeast
                }
                Relation::NotEqual => !atom.holds_for(fact.value()) && (low..=high).contains(&fact.value()),
                _ => false,
            };
            if counts && at != last {
                together.push(at);
            }
        }
        together.reverse();
        Some(Origin::Together(together))
    }

    /// The positions of the entries about a variable before the given position, latest first.
    pub(crate) fn entries(&self, var: Var, position: usize) -> impl Iterator<Item = usize> + '_ {
        self.store.atoms.iter().flat_map(move |atoms| atoms.before(var, position)).map(|(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineBuilder;
    use crate::value_set::ValueSet;

    /// A reference implementation with sets: going back from the latest entry, collects each entry that removes a value
    /// that no later entry removes.
    fn by_sets(e: &Engine, root: &ValueSet, atom: Atom, last: usize) -> Vec<usize> {
        let mut missing = root.intersection(&(!atom).values());
        let mut together = Vec::new();
        for at in (0..=last).rev() {
            let left = missing.intersection(&e.fact(at).expect("a fact").values());
            if left != missing || at == last {
                missing = left;
                together.push(at);
            }
        }
        together.reverse();
        together
    }

    #[test]
    fn origins_are_those_that_sets_give() {
        let (mut seed, mut several) = (1_u64, 0);
        let mut below = |limit: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % limit
        };
        for case in 0..2_000 {
            // Tests domains with few values and domains with more values than fit into a word.
            let (low, high) = if case % 2 == 0 { (-3, 9) } else { (-60, 60) };
            let mut root = ValueSet::range(low, high);
            for _ in 0..below(4) {
                root = root.without(low + 1 + below((high - low - 1) as u64) as i32);
            }
            let builder = EngineBuilder::new(vec![root.clone()]).explaining();
            let x = builder.view(0);
            let mut e = builder.build().expect("an engine");
            let atoms = |below: &mut dyn FnMut(u64) -> u64| {
                // Picks values near the middle, so that bounds often reach holes.
                let v = -3 + below(13) as i32;
                [Atom::at_least(x, v), Atom::at_most(x, v), Atom::differs(x, v), Atom::equals(x, v)][below(4) as usize]
            };
            for _ in 0..12 {
                e.push_level();
                if e.fixed(x).is_some() || e.assume(atoms(&mut below)).is_err() {
                    break;
                }
                for _ in 0..20 {
                    let atom = atoms(&mut below);
                    let facts = e.facts();
                    match e.origin(atom, facts) {
                        Some(Origin::Together(entries)) => {
                            several += 1;
                            let last = *entries.last().expect("an entry");
                            assert_eq!(entries, by_sets(&e, &root, atom, last), "{case}: {atom:?}");
                        }
                        Some(Origin::Entry(at)) => assert!(atom.follows_from(e.fact(at).expect("a fact"))),
                        Some(Origin::Root) => assert!(root.iter().all(|v| atom.holds_for(v))),
                        None => assert!(root.iter().any(|v| !atom.holds_for(v))),
                    }
                }
            }
        }
        assert!(several > 100, "{several}");
    }
}
