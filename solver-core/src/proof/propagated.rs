//! Literals that propagation over a few rows makes true.

use crate::model::rows::Literal;
use fixedbitset::FixedBitSet;

/// A set of literals that propagation has made true.
#[derive(Default)]
pub(super) struct Propagated {
    all: Vec<Literal>,
    marked: FixedBitSet,
}

impl Propagated {
    pub(super) fn has(&self, l: Literal) -> bool {
        self.marked.contains(l.0 as usize)
    }

    pub(super) fn insert(&mut self, l: Literal) {
        self.marked.grow(l.0 as usize + 1);
        if !self.marked.put(l.0 as usize) {
            self.all.push(l);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn clear(&mut self) {
        self.all.drain(..).for_each(|l| self.marked.remove(l.0 as usize));
    }
}
