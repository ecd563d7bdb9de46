//! The layered graph: nodes in layers, with labelled arcs between neighbouring layers.
//!
//! Only nodes on a path from the source to the last layer are kept. Nodes in a layer are merged if the same words lead
//! from them to the end, as in a minimal automaton. Values in a layer that label the same arcs form a class, and an arc
//! stands for all values of its class. Constraints share the graph.

use crate::view::View;
use std::collections::HashMap;
use std::sync::Arc;

/// See the [module page](self).
#[derive(Debug)]
pub(super) struct Graph {
    /// The number of nodes before each layer of nodes, followed by the total.
    first_node: Box<[u32]>,
    /// The number of labels before each layer of arcs, followed by the total.
    first_label: Box<[u32]>,
    /// The value of each label, ascending within a layer, and the class of each label.
    pub(super) values: Box<[i32]>,
    pub(super) class_of: Box<[u32]>,
    /// The number of classes before each layer of arcs, followed by the total.
    first_class: Box<[u32]>,
    /// The layer of each class, and its labels.
    pub(super) layer_of: Box<[u32]>,
    members: Lists,
    /// The number of arcs before each class, followed by the total.
    first_arc: Box<[u32]>,
    pub(super) arcs: Box<[Edge]>,
    /// The arcs that leave each node, and the arcs that enter it.
    leaving: Lists,
    entering: Lists,
    /// The numbers of nodes and arcs before merging, with one arc for each value.
    unrolled: (usize, usize),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) class: u32,
}

/// An arc of a layer under construction: source, value and target, with nodes numbered within their layers.
type Step = (u32, i32, u32);

/// The values and targets of the arcs that leave a node.
fn leaving(node: &[Step]) -> impl Iterator<Item = (i32, u32)> + '_ {
    node.iter().map(|&(_, v, to)| (v, to))
}

/// The sources and targets of the arcs of a label.
fn ends(label: &[Step]) -> impl Iterator<Item = (u32, u32)> + '_ {
    label.iter().map(|&(from, _, to)| (from, to))
}

/// A list of arcs for each node, or of labels for each class, stored contiguously.
#[derive(Debug)]
struct Lists {
    ends: Box<[u32]>,
    items: Box<[u32]>,
}

impl Lists {
    /// Sorts items into lists; `list_of` returns the index of an item's list.
    fn new<T>(lists: usize, items: &[T], list_of: impl Fn(&T) -> u32) -> Lists {
        let mut ends = vec![0u32; lists + 1];
        for item in items {
            ends[list_of(item) as usize + 1] += 1;
        }
        for i in 0..lists {
            ends[i + 1] += ends[i];
        }
        let mut place = ends.clone();
        let mut sorted = vec![0; items.len()];
        for (i, item) in (0..).zip(items) {
            let at = &mut place[list_of(item) as usize];
            sorted[*at as usize] = i;
            *at += 1;
        }
        Lists { ends: ends.into(), items: sorted.into() }
    }

    #[inline]
    fn list(&self, list: u32) -> &[u32] {
        &self.items[self.ends[list as usize] as usize..self.ends[list as usize + 1] as usize]
    }
}

/// The sorted arcs of a layer of a diagram, each as a node, a value and a node of the next layer.
pub(in crate::constraints) type Layer = Vec<(usize, i32, usize)>;

/// The arcs that leave a node of a diagram.
pub(super) fn arcs_from(layer: &Layer, node: usize) -> impl Iterator<Item = &(usize, i32, usize)> {
    let first = layer.partition_point(|arc| arc.0 < node);
    layer[first..].iter().take_while(move |arc| arc.0 == node)
}

/// The maximum number of arcs, and of nodes.
const MOST: usize = 1 << 31;

/// The number of arcs between two checks of the limits.
const POLL: usize = 4_096;

impl Graph {
    /// Builds the graph of the paths through a diagram from its root to an end, unless `go_on` stops it; `None` if this
    /// needs more than 2³¹ arcs.
    pub(super) fn new<E>(
        layers: &[Arc<Layer>],
        root: usize,
        is_end: impl Fn(usize) -> bool,
        go_on: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Option<Graph>, E> {
        let mut reached = vec![root];
        let mut arcs: Vec<Vec<Step>> = Vec::with_capacity(layers.len());
        let mut sizes = vec![1];
        let (mut total, mut looked) = (0, 0);
        for layer in layers {
            let mut number: HashMap<usize, u32> = HashMap::new();
            let mut next = Vec::new();
            let mut here = Vec::new();
            for (from, &node) in (0..).zip(&reached) {
                // Neighbouring values usually lead to the same node.
                let mut last = None;
                for &(_, v, to) in arcs_from(layer, node) {
                    if !(-View::LIMIT..=View::LIMIT).contains(&v) {
                        continue;
                    }
                    let known = last.filter(|&(node, _)| node == to).map(|(_, number)| number);
                    let place = known.unwrap_or_else(|| {
                        *number.entry(to).or_insert_with(|| {
                            next.push(to);
                            next.len() as u32 - 1
                        })
                    });
                    last = Some((to, place));
                    here.push((from, v, place));
                }
                if here.len() + total >= MOST {
                    return Ok(None);
                }
                if here.len() + total >= looked + POLL {
                    looked = here.len() + total;
                    go_on()?;
                }
            }
            here.sort_unstable();
            here.dedup();
            total += here.len();
            looked = looked.min(total);
            sizes.push(next.len());
            arcs.push(here);
            reached = next;
        }
        let ends: Vec<bool> = reached.iter().map(|&node| is_end(node)).collect();
        Graph::merged(arcs, &sizes, &ends, go_on).map(Some)
    }

    /// Builds the graph of the arcs that lead to an accepting node. Merges nodes with the same outgoing arcs, from the
    /// last layer to the first.
    fn merged<E>(
        mut arcs: Vec<Vec<Step>>,
        sizes: &[usize],
        accepting: &[bool],
        go_on: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Graph, E> {
        let first = accepting.iter().position(|&accepts| accepts).unwrap_or(0) as u32;
        let mut one: Vec<Option<u32>> = accepting.iter().map(|&accepts| accepts.then_some(first)).collect();
        let mut kept = vec![(0..).zip(accepting).map(|(i, &accepts)| accepts && i == first).collect::<Vec<bool>>()];
        let mut unrolled = (accepting.iter().filter(|&&accepts| accepts).count(), 0);
        for (layer, &size) in arcs.iter_mut().zip(sizes).rev() {
            go_on()?;
            layer.retain_mut(|arc| {
                let to = one[arc.2 as usize];
                arc.2 = to.unwrap_or(0);
                to.is_some()
            });
            unrolled.1 += layer.len();
            // Two arcs with the same value may now lead to the same node.
            layer.sort_unstable();
            layer.dedup();
            one = vec![None; size];
            let mut alive = vec![false; size];
            let mut nodes: Vec<&[Step]> = layer.chunk_by(|a, b| a.0 == b.0).collect();
            nodes.sort_by(|a, b| leaving(a).cmp(leaving(b)));
            for equal in nodes.chunk_by(|a, b| leaving(a).eq(leaving(b))) {
                let same = equal[0][0].0;
                equal.iter().for_each(|node| one[node[0].0 as usize] = Some(same));
                alive[same as usize] = true;
            }
            unrolled.0 += nodes.len();
            layer.retain(|arc| alive[arc.0 as usize]);
            kept.push(alive);
        }
        kept.reverse();
        Graph::numbered(arcs, &kept, unrolled, go_on)
    }

    /// Builds the graph from the arcs of each layer and the nodes kept in each layer.
    fn numbered<E>(
        layers: Vec<Vec<Step>>,
        kept: &[Vec<bool>],
        unrolled: (usize, usize),
        go_on: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Graph, E> {
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
        let (mut first_label, mut values, mut class_of) = (vec![0], Vec::new(), Vec::new());
        let (mut first_class, mut layer_of, mut first_arc) = (vec![0], Vec::new(), Vec::new());
        let mut arcs = Vec::new();
        for (i, mut layer) in layers.into_iter().enumerate() {
            go_on()?;
            layer.sort_unstable_by_key(|&(from, v, to)| (v, from, to));
            let labels = (values.len()..).zip(layer.chunk_by(|a, b| a.1 == b.1));
            let mut labels: Vec<(usize, &[Step])> = labels.collect();
            values.extend(labels.iter().map(|label| label.1[0].1));
            class_of.resize(values.len(), 0);
            labels.sort_by(|a, b| ends(a.1).cmp(ends(b.1)));
            for equal in labels.chunk_by(|a, b| ends(a.1).eq(ends(b.1))) {
                let class = layer_of.len() as u32;
                equal.iter().for_each(|label| class_of[label.0] = class);
                layer_of.push(i as u32);
                first_arc.push(arcs.len() as u32);
                arcs.extend(ends(equal[0].1).map(|(from, to)| Edge {
                    from: numbers[i][from as usize],
                    to: numbers[i + 1][to as usize],
                    class,
                }));
            }
            first_label.push(values.len() as u32);
            first_class.push(layer_of.len() as u32);
        }
        first_arc.push(arcs.len() as u32);
        Ok(Graph {
            first_node: first_node.into(),
            first_label: first_label.into(),
            values: values.into(),
            first_class: first_class.into(),
            members: Lists::new(layer_of.len(), &class_of, |&class| class),
            class_of: class_of.into(),
            layer_of: layer_of.into(),
            first_arc: first_arc.into(),
            leaving: Lists::new(nodes as usize, &arcs, |arc| arc.from),
            entering: Lists::new(nodes as usize, &arcs, |arc| arc.to),
            arcs: arcs.into(),
            unrolled,
        })
    }

    /// The numbers of nodes and arcs before merging.
    pub(super) fn unrolled(&self) -> (usize, usize) {
        self.unrolled
    }

    /// The number of nodes.
    pub(super) fn nodes(&self) -> usize {
        self.first_node[self.first_node.len() - 1] as usize
    }

    /// The labels of a layer.
    pub(super) fn labels_of(&self, layer: usize) -> std::ops::Range<u32> {
        self.first_label[layer]..self.first_label[layer + 1]
    }

    /// The classes of a layer.
    #[inline]
    pub(super) fn classes_of(&self, layer: usize) -> std::ops::Range<u32> {
        self.first_class[layer]..self.first_class[layer + 1]
    }

    /// The values of a class, in ascending order.
    #[inline]
    pub(super) fn values_in(&self, class: u32) -> impl Iterator<Item = i32> + '_ {
        self.members.list(class).iter().map(|&label| self.values[label as usize])
    }

    /// The values of a layer's labels, in ascending order.
    pub(super) fn values_of(&self, layer: usize) -> &[i32] {
        &self.values[self.first_label[layer] as usize..self.first_label[layer + 1] as usize]
    }

    /// The arcs of a class.
    #[inline]
    pub(super) fn arcs_of(&self, class: u32) -> &[Edge] {
        &self.arcs[self.first_arc[class as usize] as usize..self.first_arc[class as usize + 1] as usize]
    }

    #[inline]
    pub(super) fn leaving(&self, node: u32) -> &[u32] {
        self.leaving.list(node)
    }

    #[inline]
    pub(super) fn entering(&self, node: u32) -> &[u32] {
        self.entering.list(node)
    }

    /// Checks whether a node is in the last layer.
    pub(super) fn is_last(&self, node: u32) -> bool {
        node >= self.first_node[self.first_node.len() - 2]
    }

    /// The nodes of the last layer.
    pub(super) fn last_nodes(&self) -> std::ops::Range<u32> {
        self.first_node[self.first_node.len() - 2]..self.first_node[self.first_node.len() - 1]
    }
}
