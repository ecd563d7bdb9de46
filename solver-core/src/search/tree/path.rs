//! The decisions between the root and the current node, kept by searches in iterations.

use crate::atom::Atom;

/// A branch that was taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) atom: Atom,
    /// Its place among the branches of its node: the others before it are searched.
    pub(crate) index: u32,
}

/// The branches from the root to the current node.
#[derive(Default, Debug)]
pub(crate) struct Path {
    taken: Vec<Taken>,
    /// For each open node: the length of the path, and its discrepancies.
    opened: Vec<(u32, u32)>,
    discrepancies: u32,
}

impl Path {
    /// A node is opened here.
    pub(crate) fn open(&mut self) {
        self.opened.push((self.taken.len() as u32, self.discrepancies));
    }

    /// Back at the innermost open node, which stays open.
    pub(crate) fn back(&mut self) {
        if let Some(&(length, discrepancies)) = self.opened.last() {
            self.taken.truncate(length as usize);
            self.discrepancies = discrepancies;
        }
    }

    /// Back at the innermost open node, which has no more branches than the one to be taken.
    pub(crate) fn close(&mut self) {
        self.back();
        self.opened.pop();
    }

    /// Takes a branch.
    pub(crate) fn take(&mut self, atom: Atom, index: u32) {
        self.taken.push(Taken { atom, index });
        self.discrepancies = self.discrepancies.saturating_add(index);
    }

    /// The branches against the advice of the value order.
    pub(crate) fn discrepancies(&self) -> u32 {
        self.discrepancies
    }

    pub(crate) fn taken(&self) -> &[Taken] {
        &self.taken
    }

    /// Back at the root.
    pub(crate) fn clear(&mut self) {
        self.taken.clear();
        self.opened.clear();
        self.discrepancies = 0;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.taken.capacity() * size_of::<Taken>() + self.opened.capacity() * 8
    }
}
