//! The elements of a subgraph: nodes, edges and possible roots, and the steps between them.

use crate::constraints::graph::{Direction, Graph};
use crate::prelude_propagator::*;
use fixedbitset::FixedBitSet;

/// The subgraph that a constraint describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The chosen nodes, and all edges between them.
    Induced,
    /// The chosen nodes and the chosen edges.
    Edges,
}

/// Where paths begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Root {
    /// At any chosen element.
    Any,
    /// At the node whose number is the value of the last view.
    Last,
}

/// A list of numbers for each element.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    begins: Box<[u32]>,
    all: Box<[u32]>,
}

impl Lists {
    fn new(count: usize, pairs: &[(u32, u32)]) -> Lists {
        let mut sorted = pairs.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let begin = |k: usize| sorted.partition_point(|&(from, _)| from < k as u32) as u32;
        Lists { begins: (0..=count).map(begin).collect(), all: sorted.iter().map(|pair| pair.1).collect() }
    }

    pub(super) fn list(&self, element: usize) -> &[u32] {
        &self.all[self.begins[element] as usize..self.begins[element + 1] as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }
}

/// The numbered elements: nodes, then edges, then, for each node, its choice as the root.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The number of node and edge views.
    pub(super) chosen: usize,
    /// The number of elements.
    pub(super) count: usize,
    pub(super) root: Root,
    /// The elements that follow each element on a path, and those that precede it.
    pub(super) after: Lists,
    pub(super) before: Lists,
    /// For each element, the elements that must be chosen with it.
    pub(super) needs: Lists,
    /// The maximum number of steps of a path without repeated elements.
    pub(super) longest: usize,
}

impl Layout {
    pub(super) fn new(graph: &Graph, part: Part, root: Root) -> Layout {
        let (nodes, edges) = (graph.nodes(), graph.edges());
        let chosen = if part == Part::Edges { nodes + edges.len() } else { nodes };
        let roots = if root == Root::Last { nodes } else { 0 };
        let (mut steps, mut needs) = (Vec::new(), Vec::new());
        for (e, &(from, to)) in edges.iter().enumerate() {
            let (from, to, edge) = (from as u32, to as u32, (nodes + e) as u32);
            let ways = [(from, to), (to, from)];
            for &(from, to) in &ways[..if graph.direction() == Direction::Directed { 1 } else { 2 }] {
                match part {
                    Part::Induced => steps.push((from, to)),
                    Part::Edges => steps.extend([(from, edge), (edge, to)]),
                }
            }
            if part == Part::Edges {
                needs.extend([(edge, from), (edge, to)]);
            }
        }
        for node in 0..roots as u32 {
            steps.push((chosen as u32 + node, node));
            needs.push((chosen as u32 + node, node));
        }
        let count = chosen + roots;
        let back: Vec<(u32, u32)> = steps.iter().map(|&(from, to)| (to, from)).collect();
        let longest = (if part == Part::Edges { 2 * nodes } else { nodes }) + usize::from(roots > 0);
        Layout {
            chosen,
            count,
            root,
            after: Lists::new(count, &steps),
            before: Lists::new(count, &back),
            needs: Lists::new(count, &needs),
            longest: longest.min(count.saturating_sub(1)),
        }
    }

    /// The number of views.
    pub(super) fn views(&self) -> usize {
        self.chosen + usize::from(self.root == Root::Last)
    }

    /// The index of an element's view, and the value that it has if and only if the element is chosen.
    pub(super) fn choice(&self, element: usize) -> (usize, i32) {
        if element < self.chosen { (element, 1) } else { (self.chosen, (element - self.chosen) as i32) }
    }

    /// The atom stating that an element is chosen.
    pub(super) fn atom(&self, views: &[View], element: usize) -> Atom {
        let (view, value) = self.choice(element);
        Atom::equals(views[view], value)
    }

    /// Searches from some elements, forward or backward along paths, up to the elements in `stops`. Returns the
    /// elements that it passed through, and those that stopped the search.
    pub(super) fn search(&self, from: &[usize], forward: bool, stops: &FixedBitSet) -> (FixedBitSet, FixedBitSet) {
        let next = if forward { &self.after } else { &self.before };
        let none = FixedBitSet::with_capacity(self.count);
        let (mut passed, mut met, mut rest) = (none.clone(), none, from.to_vec());
        while let Some(element) = rest.pop() {
            if stops.contains(element) {
                met.insert(element);
            } else if !passed.put(element) {
                rest.extend(next.list(element).iter().map(|&to| to as usize));
            }
        }
        (passed, met)
    }
}
