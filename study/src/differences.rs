//! Compares two searches: traverses their trees in parallel from the root and lists every node where they differ.
//!
//! Two nodes correspond if the same decisions, compared by variable names, lead to both. They agree if both fail, both
//! are solutions, or both branch in the same way; then the comparison continues with their children. Otherwise they
//! differ, and the nodes below them are only counted.

use crate::recording::{Event, Inferred, Recording};
use solver_core::{Atom, AtomFormatter};

/// The action of a search at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Does {
    /// It takes this decision or negated decision, given as text.
    Decides(String),
    /// It fails, for the reason given as text, if known.
    Fails(Option<String>),
    /// It finds a solution.
    Finds,
    /// It ends here, finished or stopped.
    Ends,
}

/// One of the two searches at a difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// The action of this search at the difference.
    pub does: Does,
    /// The number of nodes that this search visits below the difference, until the searches agree again.
    pub nodes: u64,
}

/// A node where two searches differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The decisions that lead to the node, as text.
    pub decisions: Vec<String>,
    /// The first search and the second.
    pub sides: [Side; 2],
}

/// All differences between two searches, in the order of the first search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Differences {
    /// The number of nodes at which the searches agree.
    pub same: u64,
    /// The differences.
    pub places: Vec<Difference>,
}

/// A node of a search tree.
struct Node {
    parent: usize,
    decision: Option<Atom>,
    children: Vec<usize>,
    /// The index of the event that ends the node: a failure or a solution.
    end: Option<usize>,
    /// The number of nodes in the subtree, including this one.
    size: u64,
}

/// A recording's tree up to its first restart; the root comes first, and parents before their children.
struct Tree<'r> {
    recording: &'r Recording,
    nodes: Vec<Node>,
}

impl<'r> Tree<'r> {
    fn new(recording: &'r Recording) -> Tree<'r> {
        let node = |parent, decision| Node { parent, decision, children: Vec::new(), end: None, size: 1 };
        let mut nodes = vec![node(0, None)];
        let mut path = vec![0];
        for (at, event) in recording.events().iter().enumerate() {
            match event {
                Event::Decide { depth, fact, .. } => {
                    path.truncate((*depth as usize).max(1));
                    let parent = path.last().copied().unwrap_or(0);
                    let number = nodes.len();
                    nodes[parent].children.push(number);
                    nodes.push(node(parent, Some(*fact)));
                    path.push(number);
                }
                Event::Fail { .. } | Event::Solution { .. } => {
                    let here = path.last().copied().unwrap_or(0);
                    nodes[here].end.get_or_insert(at);
                }
                Event::Restart { .. } => break,
                Event::Backtrack { depth } => path.truncate(*depth as usize + 1),
                Event::Propagate { .. } | Event::Prune(_) | Event::Learn { .. } => {}
            }
        }
        for node in (1..nodes.len()).rev() {
            let (parent, size) = (nodes[node].parent, nodes[node].size);
            nodes[parent].size += size;
        }
        Tree { recording, nodes }
    }

    fn fact(&self, fact: Atom) -> String {
        self.recording.symbols().fact(fact)
    }

    /// Returns the decisions that lead to a node.
    fn path(&self, mut node: usize) -> Vec<String> {
        let mut path = Vec::new();
        while let Some(decision) = self.nodes[node].decision {
            path.push(self.fact(decision));
            node = self.nodes[node].parent;
        }
        path.reverse();
        path
    }

    /// Returns the search's action at a node after the node's first `branches` branches.
    fn does(&self, node: usize, branches: usize) -> Does {
        let Node { children, end, .. } = &self.nodes[node];
        if let Some(decision) = children.get(branches).and_then(|&child| self.nodes[child].decision) {
            return Does::Decides(self.fact(decision));
        }
        match end.map(|at| &self.recording.events()[at]) {
            Some(Event::Fail { conflict, .. }) => {
                Does::Fails(conflict.as_ref().map(|why: &Inferred| why.sentence(self.recording.symbols())))
            }
            Some(Event::Solution { .. }) => Does::Finds,
            _ => Does::Ends,
        }
    }

    /// Returns the number of nodes below a node, excluding those in the node's first `branches` branches.
    fn below(&self, node: usize, branches: usize) -> u64 {
        let below = self.nodes[node].children.get(branches..).unwrap_or_default();
        below.iter().map(|&child| self.nodes[child].size).sum()
    }
}

/// Finds all differences between two searches. Searches with restarts are compared up to the first restart.
///
/// ```
/// use solver_core::prelude::*;
/// use study::differences::{Does, differences};
/// use study::recording::{Recorder, Recording};
/// let recorded = |level| {
///     let mut m = Model::new();
///     let x = m.ints("x", 3, 0..=1)?;
///     m.all_different(&x).consistency(level);
///     let mut recorder = Recorder::new(1_000);
///     let mut run = m.search().explaining().start()?;
///     while run.step_observed(u64::MAX, &mut recorder).is_none() {}
///     Ok::<Recording, ModelError>(recorder.finish())
/// };
/// // Three variables, two values: at the level of bounds the root fails, at that of values a decision is made first.
/// let found = differences(&recorded(Consistency::Value)?, &recorded(Consistency::Bounds)?);
/// let [first, second] = &found.places[0].sides;
/// assert!(matches!(first.does, Does::Decides(_)) && matches!(second.does, Does::Fails(_)));
/// assert_eq!((first.nodes, second.nodes), (2, 0));
/// # Ok::<(), ModelError>(())
/// ```
pub fn differences(first: &Recording, second: &Recording) -> Differences {
    let trees = [Tree::new(first), Tree::new(second)];
    let mut found = Differences { same: 0, places: Vec::new() };
    let mut open = vec![[0, 0]];
    while let Some(nodes) = open.pop() {
        let [children, others] = [0, 1].map(|k| &trees[k].nodes[nodes[k]].children);
        let mut below = Vec::new();
        let mut branches = 0;
        let parted = loop {
            let does = [0, 1].map(|k| trees[k].does(nodes[k], branches));
            match &does {
                [Does::Decides(one), Does::Decides(other)] if one == other => {
                    below.push([children[branches], others[branches]]);
                    branches += 1;
                }
                [Does::Fails(_), Does::Fails(_)] => break None,
                [one, other] if one == other => break None,
                _ => break Some(does),
            }
        };
        match parted {
            None => found.same += 1,
            Some(does) => {
                let decisions = trees[0].path(nodes[0]);
                let [one, other] = does;
                let side = |k: usize, does| Side { does, nodes: trees[k].below(nodes[k], branches) };
                found.places.push(Difference { decisions, sides: [side(0, one), side(1, other)] });
            }
        }
        open.extend(below.into_iter().rev());
    }
    found
}
