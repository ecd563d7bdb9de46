//! A cache of the premises of atom-trail entries, valid while the entries remain on the trail.
//!
//! Minimisation explains facts of earlier levels, for which successive conflicts mostly request the same explanations.
//! [`explain`](crate::Propagator::explain) is a pure function of what was true before the entry, so a cached
//! explanation stays correct.

use super::graph::{Node, node};
use crate::atom::Atom;
use crate::engine::Engine;
use crate::reason::Premises;
use std::ops::Range;

/// The number of cached premises above which the cache is cleared before the next conflict.
const FULL: usize = 1 << 16;

/// Marks a premise whose node is not computed yet.
const UNKNOWN: Node = Node(u32::MAX);

/// Marks a premise that holds at the root.
const ROOT: Node = Node(u32::MAX - 1);

/// Marks an entry that is not cached: an empty range.
const NOWHERE: (u32, u32) = (u32::MAX, 0);

/// The premises of each cached entry, by trail position, each with its node once computed.
#[derive(Default)]
pub(super) struct PremiseCache {
    /// The range of each entry's premises.
    by_position: Vec<(u32, u32)>,
    premises: Vec<(Atom, Node)>,
}

impl PremiseCache {
    /// Removes the entries that have left the trail since the last call.
    pub(super) fn refresh(&mut self, engine: &Engine) {
        let unchanged = engine.store.atoms.as_ref().map_or(0, |atoms| atoms.unchanged());
        self.by_position.truncate(unchanged);
        if self.premises.len() > FULL {
            self.by_position.clear();
            self.premises.clear();
        }
    }

    /// The range of the premises for the entry at a position.
    pub(super) fn get(&self, position: usize) -> Option<Range<u32>> {
        let &(start, end) = self.by_position.get(position).filter(|&&place| place != NOWHERE)?;
        Some(start..end)
    }

    /// Adds premises. If a position is given, they are cached as the premises for the entry there.
    pub(super) fn add(&mut self, position: Option<usize>, premises: &Premises) -> Range<u32> {
        let start = self.premises.len() as u32;
        self.premises.extend(premises.iter().map(|&atom| (atom, UNKNOWN)));
        let end = self.premises.len() as u32;
        if let Some(position) = position {
            self.by_position.resize(self.by_position.len().max(position + 1), NOWHERE);
            self.by_position[position] = (start, end);
        }
        start..end
    }

    /// Returns a premise with its node, or `None` if it holds at the root. The premise must have been true before
    /// position `before`.
    pub(super) fn premise(&mut self, engine: &Engine, place: u32, before: usize) -> Option<(Node, Atom)> {
        let (atom, known) = &mut self.premises[place as usize];
        if *known == UNKNOWN {
            *known = node(engine, *atom, before).unwrap_or(ROOT);
        }
        (*known != ROOT).then_some((*known, *atom))
    }

    /// The memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.by_position.capacity() * 8 + self.premises.capacity() * size_of::<(Atom, Node)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{BuildError, EngineBuilder};
    use crate::value_set::ValueSet;

    #[test]
    fn what_is_known_of_an_entry_goes_with_it() -> Result<(), BuildError> {
        let builder = EngineBuilder::new(vec![ValueSet::range(0, 9); 2]).explaining();
        let (x, y) = (builder.view(0), builder.view(1));
        let mut engine = builder.build()?;
        let mut cache = PremiseCache::default();
        let atoms = [Atom::at_least(x, 3), Atom::at_least(y, 4)];
        for atom in atoms {
            engine.push_level();
            assert!(engine.assume(atom).is_ok());
        }
        cache.refresh(&engine);
        for position in 0..2 {
            let places = cache.add(Some(position), &[atoms[0]].into_iter().collect());
            assert_eq!(cache.get(position), Some(places));
        }
        assert_eq!(cache.premise(&engine, 1, 1).map(|(_, atom)| atom), Some(atoms[0]));
        // Leave the second level and open it again: it now contains a different entry.
        engine.pop_level();
        engine.push_level();
        assert!(engine.assume(Atom::at_least(y, 5)).is_ok());
        cache.refresh(&engine);
        assert_eq!((cache.get(0), cache.get(1)), (Some(0..1), None));
        Ok(())
    }
}
