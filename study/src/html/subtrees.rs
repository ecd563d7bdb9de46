//! The large subtrees of a search, in constant memory.
//!
//! When the search leaves a node permanently, the node is closed and its weight is known. Closed nodes lighter than a
//! threshold are dropped. When too many remain, the threshold doubles; the nodes thus dropped would be too narrow to
//! see in a picture of the entire search. The weights of the remaining nodes stay exact, because every node adds its
//! weight to its parent's.
//!
//! The structure stores [`MOST`] subtrees and the open path, and takes amortised constant time per node.

use solver_core::Atom;

/// The maximum number of closed subtrees kept.
pub(super) const MOST: usize = 4096;

/// A subtree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Subtree {
    /// The number of nodes that the search visited before the root of the subtree.
    pub(super) first: u64,
    pub(super) depth: u64,
    pub(super) nodes: u64,
    pub(super) failures: u64,
    pub(super) solutions: u64,
    /// The decision at the root of the subtree.
    pub(super) fact: Option<Atom>,
    open: bool,
}

/// The subtrees of a search, reported node by node.
#[derive(Clone, Debug)]
pub(super) struct Subtrees {
    /// The subtrees, in the order of the search.
    kept: Vec<Subtree>,
    /// The indices of the open subtrees, one for each depth.
    path: Vec<usize>,
    /// The weight threshold. Lighter subtrees are dropped.
    least: u64,
    entered: u64,
}

impl Subtrees {
    /// Creates the subtrees of a search that has visited only the root, which is open.
    pub(super) fn new() -> Subtrees {
        let mut subtrees = Subtrees { kept: Vec::new(), path: Vec::new(), least: 1, entered: 0 };
        subtrees.enter(0, None);
        subtrees
    }

    /// Records a node at the given depth and closes the open nodes at that depth or deeper.
    pub(super) fn enter(&mut self, depth: u64, fact: Option<Atom>) {
        self.back_to_length(depth);
        self.path.push(self.kept.len());
        let first = self.entered;
        self.kept.push(Subtree { first, depth, nodes: 1, failures: 0, solutions: 0, fact, open: true });
        self.entered += 1;
    }

    /// Records that the search has returned to the open node at the given depth.
    pub(super) fn back(&mut self, depth: u64) {
        self.back_to_length(depth.saturating_add(1));
    }

    pub(super) fn failure(&mut self) {
        if let Some(node) = self.deepest() {
            node.failures += 1;
        }
    }

    pub(super) fn solution(&mut self) {
        if let Some(node) = self.deepest() {
            node.solutions += 1;
        }
    }

    /// Returns the kept subtrees, as if the search ended at this point, and the weight threshold.
    pub(super) fn finish(mut self) -> (Vec<Subtree>, u64) {
        self.back_to_length(0);
        while self.kept.len() > MOST {
            self.thin_out();
        }
        (self.kept, self.least)
    }

    fn deepest(&mut self) -> Option<&mut Subtree> {
        self.path.last().map(|&place| &mut self.kept[place])
    }

    fn back_to_length(&mut self, length: u64) {
        while self.path.len() as u64 > length {
            self.close();
        }
    }

    fn close(&mut self) {
        let Some(place) = self.path.pop() else { return };
        self.kept[place].open = false;
        let closed = self.kept[place];
        if let Some(parent) = self.deepest() {
            parent.nodes += closed.nodes;
            parent.failures += closed.failures;
            parent.solutions += closed.solutions;
        }
        if closed.nodes < self.least {
            // The nodes below this one are even lighter and have already been dropped, so this node was stored last.
            self.kept.truncate(place);
        }
        if self.kept.len() > MOST + self.path.len() {
            self.thin_out();
        }
    }

    fn thin_out(&mut self) {
        self.least *= 2;
        let least = self.least;
        self.kept.retain(|subtree| subtree.open || subtree.nodes >= least);
        self.path = (0..self.kept.len()).filter(|&place| self.kept[place].open).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Visits a complete binary tree.
    fn binary(subtrees: &mut Subtrees, depth: u64, bottom: u64) {
        if depth == bottom {
            subtrees.failure();
            return;
        }
        for _ in 0..2 {
            subtrees.back(depth);
            subtrees.enter(depth + 1, None);
            binary(subtrees, depth + 1, bottom);
        }
    }

    #[test]
    fn small_trees_are_kept_whole() {
        let mut subtrees = Subtrees::new();
        binary(&mut subtrees, 0, 3);
        let (kept, least) = subtrees.finish();
        assert_eq!((kept.len(), least, kept[0].nodes, kept[0].failures), (15, 1, 15, 8));
        assert_eq!(kept.iter().map(|s| s.first).collect::<Vec<_>>(), (0..15).collect::<Vec<_>>());
    }

    #[test]
    fn of_large_trees_the_light_subtrees_are_forgotten_and_still_counted() {
        let mut subtrees = Subtrees::new();
        binary(&mut subtrees, 0, 16);
        let (kept, least) = subtrees.finish();
        assert_eq!((kept[0].nodes, kept[0].failures), ((1 << 17) - 1, 1 << 16));
        assert!(kept.len() <= MOST && kept.iter().all(|s| s.nodes >= least));
        // The result contains every node whose weight is above the threshold.
        let there = |depth: u32| kept.iter().filter(|s| s.depth == u64::from(depth)).count();
        for depth in 0..=16 {
            let heavy = (1u64 << (17 - depth)) > least;
            assert_eq!(there(depth), if heavy { 1 << depth } else { 0 });
        }
    }

    #[test]
    fn a_path_deeper_than_there_is_room_ends() {
        let mut subtrees = Subtrees::new();
        for depth in 1..=20_000 {
            subtrees.enter(depth, None);
        }
        subtrees.solution();
        let (kept, _) = subtrees.finish();
        assert_eq!((kept[0].nodes, kept[0].solutions), (20_001, 1));
        assert!(kept.len() <= MOST);
    }
}
