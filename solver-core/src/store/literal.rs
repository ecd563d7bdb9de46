//! The truth of an atom under the current domains.

use super::Store;
use crate::atom::{Atom, Relation};
use crate::domain::small;

/// The truth of an atom under the current domains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LiteralState {
    True,
    False,
    Open,
}

impl Store {
    /// Whether an atom is false.
    #[inline(always)]
    pub(crate) fn is_false(&self, atom: Atom) -> bool {
        let var = atom.var();
        if self.domains.is_small(var) {
            return self.slots.get(var.index()) & small::mask(self.domains.base(var), atom) == 0;
        }
        self.literal_state(atom) == LiteralState::False
    }

    /// The state of an atom under the current domains. For a Small variable this takes one load and two tests.
    #[inline(always)]
    pub(crate) fn literal_state(&self, atom: Atom) -> LiteralState {
        let (var, v) = (atom.var(), atom.value());
        let state = |is_true: bool, is_false: bool| match (is_true, is_false) {
            (true, _) => LiteralState::True,
            (_, true) => LiteralState::False,
            _ => LiteralState::Open,
        };
        if self.domains.is_small(var) {
            let (word, base) = (self.slots.get(var.index()), self.domains.base(var));
            let mask = small::mask(base, atom);
            return state(word & !mask == 0, word & mask == 0);
        }
        let (low, high) = self.bounds(var);
        let missing = || v < low || v > high || !self.contains(var, v);
        match atom.relation() {
            Relation::AtLeast => state(low >= v, high < v),
            Relation::Less => state(high < v, low >= v),
            Relation::Equal => state(low == high && low == v, missing()),
            Relation::NotEqual => state(missing(), low == high && low == v),
        }
    }
}
