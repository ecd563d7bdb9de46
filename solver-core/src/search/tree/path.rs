//! The path: the decisions from the root to the current node. Searches that run in iterations or split their tree
//! record the path.

use crate::atom::Atom;

/// A branch taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Taken {
    pub(crate) atom: Atom,
    /// The index of this branch at its node; the branches before it have been searched.
    pub(crate) index: u32,
    /// The number of branches at this node.
    pub(crate) of: u32,
}

/// The branches from the root to the current node.
#[derive(Default, Debug)]
pub(crate) struct Path {
    taken: Vec<Taken>,
    /// For each open node: the path's length and discrepancies.
    opened: Vec<(u32, u32)>,
    discrepancies: u32,
}

impl Path {
    /// Opens a node at the end of the path.
    pub(crate) fn open(&mut self) {
        self.opened.push((self.taken.len() as u32, self.discrepancies));
    }

    /// Returns to the innermost open node, which stays open.
    pub(crate) fn back(&mut self) {
        if let Some(&(length, discrepancies)) = self.opened.last() {
            self.taken.truncate(length as usize);
            self.discrepancies = discrepancies;
        }
    }

    /// Returns to the innermost open node and closes it, because only one branch remains.
    pub(crate) fn close(&mut self) {
        self.back();
        self.opened.pop();
    }

    /// The branches from the root to the outermost open node.
    pub(crate) fn to_outermost(&self) -> &[Taken] {
        let length = self.opened.first().map_or(self.taken.len(), |&(length, _)| length as usize);
        &self.taken[..length]
    }

    /// The branches from the root to an open node. Open nodes are numbered from 0, the outermost.
    pub(crate) fn to_open(&self, node: usize) -> Option<&[Taken]> {
        self.opened.get(node).map(|&(length, _)| &self.taken[..length as usize])
    }

    /// Removes the outermost open node from the path, because this search has no branch of it left.
    pub(crate) fn forget_outermost(&mut self) {
        self.opened.remove(0);
    }

    /// Appends a branch.
    pub(crate) fn take(&mut self, branch: Taken) {
        self.taken.push(branch);
        self.discrepancies = self.discrepancies.saturating_add(branch.index);
    }

    /// The number of discrepancies on the path.
    pub(crate) fn discrepancies(&self) -> u32 {
        self.discrepancies
    }

    pub(crate) fn taken(&self) -> &[Taken] {
        &self.taken
    }

    /// Returns to the root.
    pub(crate) fn clear(&mut self) {
        self.taken.clear();
        self.opened.clear();
        self.discrepancies = 0;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.taken.capacity() * size_of::<Taken>() + self.opened.capacity() * 8
    }
}
