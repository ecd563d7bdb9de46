//! The layered graph: nodes in layers, arcs between neighbouring ones, labelled with values.
//!
//! Every node lies on a path from the source to the last layer; others are left out when the
//! graph is made. Posted constraints share it.

use crate::view::View;
use std::collections::HashMap;

/// See the [module page](self).
#[derive(Debug)]
pub(crate) struct Graph {
    /// For each layer of nodes the number of nodes before it, and the number of all.
    first_node: Box<[u32]>,
    /// For each layer of arcs the number of labels before it, and the number of all.
    first_label: Box<[u32]>,
    /// The value of each label, ascending within a layer.
    values: Box<[i32]>,
    /// For each label the number of arcs before it, and the number of all.
    first_arc: Box<[u32]>,
    arcs: Box<[Arc]>,
    /// The arcs that leave each node, and those that enter it.
    leaving: Lists,
    entering: Lists,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) label: u32,
}

/// Lists of arcs by node, flat.
#[derive(Debug)]
struct Lists {
    ends: Box<[u32]>,
    arcs: Box<[u32]>,
}

impl Lists {
    fn new(nodes: usize, arcs: &[Arc], node: fn(&Arc) -> u32) -> Lists {
        let mut ends = vec![0u32; nodes + 1];
        for arc in arcs {
            ends[node(arc) as usize + 1] += 1;
        }
        for i in 0..nodes {
            ends[i + 1] += ends[i];
        }
        let mut place = ends.clone();
        let mut sorted = vec![0; arcs.len()];
        for (i, arc) in (0..).zip(arcs) {
            let at = &mut place[node(arc) as usize];
            sorted[*at as usize] = i;
            *at += 1;
        }
        Lists { ends: ends.into(), arcs: sorted.into() }
    }

    #[inline]
    fn of(&self, node: u32) -> &[u32] {
        &self.arcs[self.ends[node as usize] as usize..self.ends[node as usize + 1] as usize]
    }
}

/// The most arcs and nodes.
const MOST: usize = 1 << 31;

impl Graph {
    /// Unrolls states over layers. `steps` tells the transitions of a state at a layer, value and next
    /// state, to the closure that it is given. `None` when there would be more than 2³¹ arcs.
    pub(crate) fn unroll(
        layers: usize,
        start: usize,
        mut steps: impl FnMut(usize, usize, &mut dyn FnMut(i32, usize)),
        accepts: impl Fn(usize) -> bool,
    ) -> Option<Graph> {
        let mut reached = vec![start];
        // Value, and numbers of nodes within their layers.
        let mut arcs: Vec<Vec<(i32, u32, u32)>> = Vec::with_capacity(layers);
        let mut sizes = vec![1];
        let mut total = 0;
        for layer in 0..layers {
            let mut number: HashMap<usize, u32> = HashMap::new();
            let mut next = Vec::new();
            let mut here = Vec::new();
            for (from, &state) in (0..).zip(&reached) {
                steps(layer, state, &mut |v, to| {
                    if (-View::LIMIT..=View::LIMIT).contains(&v) {
                        let to = *number.entry(to).or_insert_with(|| {
                            next.push(to);
                            next.len() as u32 - 1
                        });
                        here.push((v, from, to));
                    }
                });
                if here.len() + total >= MOST {
                    return None;
                }
            }
            here.sort_unstable();
            here.dedup();
            total += here.len();
            sizes.push(next.len());
            arcs.push(here);
            reached = next;
        }
        let mut alive: Vec<bool> = reached.iter().map(|&state| accepts(state)).collect();
        let mut kept = vec![alive.clone()];
        for layer in (0..layers).rev() {
            arcs[layer].retain(|&(_, _, to)| alive[to as usize]);
            alive = vec![false; sizes[layer]];
            arcs[layer].iter().for_each(|&(_, from, _)| alive[from as usize] = true);
            kept.push(alive.clone());
        }
        kept.reverse();
        Some(Graph::of(&arcs, &kept))
    }

    /// A graph without any path.
    pub(crate) fn none(layers: usize) -> Graph {
        Graph::of(&vec![Vec::new(); layers], &vec![Vec::new(); layers + 1])
    }

    /// The graph of the arcs of each layer, and the nodes of each layer that count.
    fn of(layers: &[Vec<(i32, u32, u32)>], kept: &[Vec<bool>]) -> Graph {
        let mut first_node = vec![0];
        let mut numbers: Vec<Vec<u32>> = Vec::new();
        let mut nodes = 0;
        for layer in kept {
            let number = |&alive: &bool| {
                nodes += u32::from(alive);
                nodes.wrapping_sub(1)
            };
            numbers.push(layer.iter().map(number).collect());
            first_node.push(nodes);
        }
        let (mut first_label, mut values, mut first_arc) = (vec![0], Vec::new(), Vec::new());
        let mut arcs = Vec::new();
        for (i, layer) in layers.iter().enumerate() {
            for group in layer.chunk_by(|a, b| a.0 == b.0) {
                first_arc.push(arcs.len() as u32);
                let label = values.len() as u32;
                values.push(group[0].0);
                arcs.extend(group.iter().map(|&(_, from, to)| {
                    let (from, to) = (numbers[i][from as usize], numbers[i + 1][to as usize]);
                    Arc { from, to, label }
                }));
            }
            first_label.push(values.len() as u32);
        }
        first_arc.push(arcs.len() as u32);
        let leaving = Lists::new(nodes as usize, &arcs, |arc| arc.from);
        let entering = Lists::new(nodes as usize, &arcs, |arc| arc.to);
        Graph {
            first_node: first_node.into(),
            first_label: first_label.into(),
            values: values.into(),
            first_arc: first_arc.into(),
            arcs: arcs.into(),
            leaving,
            entering,
        }
    }

    /// The number of arcs.
    pub(crate) fn arcs(&self) -> usize {
        self.arcs.len()
    }

    /// The number of nodes.
    pub(crate) fn nodes(&self) -> usize {
        self.first_node[self.first_node.len() - 1] as usize
    }

    /// The number of labels of all layers.
    pub(super) fn labels(&self) -> usize {
        self.values.len()
    }

    /// The labels of a layer.
    pub(super) fn labels_of(&self, layer: usize) -> std::ops::Range<u32> {
        self.first_label[layer]..self.first_label[layer + 1]
    }

    /// The layer of a label.
    pub(super) fn layer_of(&self, label: u32) -> usize {
        self.first_label.partition_point(|&first| first <= label) - 1
    }

    /// The values of a layer's labels, ascending.
    pub(super) fn values_of(&self, layer: usize) -> &[i32] {
        &self.values[self.first_label[layer] as usize..self.first_label[layer + 1] as usize]
    }

    #[inline]
    pub(super) fn value(&self, label: u32) -> i32 {
        self.values[label as usize]
    }

    /// The arcs of a label.
    #[inline]
    pub(super) fn arcs_of(&self, label: u32) -> &[Arc] {
        &self.arcs[self.first_arc[label as usize] as usize..self.first_arc[label as usize + 1] as usize]
    }

    #[inline]
    pub(super) fn arc(&self, arc: u32) -> Arc {
        self.arcs[arc as usize]
    }

    #[inline]
    pub(super) fn leaving(&self, node: u32) -> &[u32] {
        self.leaving.of(node)
    }

    #[inline]
    pub(super) fn entering(&self, node: u32) -> &[u32] {
        self.entering.of(node)
    }

    /// Whether a node is in the last layer.
    pub(super) fn is_last(&self, node: u32) -> bool {
        node >= self.first_node[self.first_node.len() - 2]
    }

    /// The nodes of the last layer.
    pub(super) fn last_nodes(&self) -> std::ops::Range<u32> {
        self.first_node[self.first_node.len() - 2]..self.first_node[self.first_node.len() - 1]
    }
}
