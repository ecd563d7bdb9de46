//! Decision diagrams over values.

use crate::constraints::layered::Graph;
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// Errors of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// More arcs than can be numbered.
    #[error("the diagram has more than 2^31 arcs")]
    TooLarge,
    /// A row of another length than the others.
    #[error("row {row} has {length} values, but the rows before have {arity}")]
    Arity {
        /// The row's number, counted from 0.
        row: usize,
        /// Its length.
        length: usize,
        /// That of the others.
        arity: usize,
    },
    /// The number of views differs from that of layers.
    #[error("the diagram has {layers} layers, but {views} variables were given")]
    Views {
        /// The number of layers.
        layers: usize,
        /// The number of views.
        views: usize,
    },
}

/// A multi-valued decision diagram: layers of arcs, each from a node by a value to a node of the next
/// layer. The root is node 0 of the first layer; every node of the last is an end. Copies share it.
#[derive(Clone)]
pub struct Diagram {
    graph: Arc<Graph>,
    /// As given, sorted by the node that they leave.
    layers: Arc<[Layer]>,
    /// There is no row at all, not even the empty one.
    is_void: bool,
}

/// From a node, by a value, to a node of the next layer.
type Layer = Vec<(usize, i32, usize)>;

impl Diagram {
    /// A diagram of the arcs of each layer: node, value, node of the next layer. Nodes are
    /// numbered within their layer, in any way; several arcs of a node may have the same value.
    ///
    /// # Errors
    /// [`DiagramError::TooLarge`].
    pub fn new(layers: impl IntoIterator<Item = Layer>) -> Result<Diagram, DiagramError> {
        let mut layers: Vec<Layer> = layers.into_iter().collect();
        layers.iter_mut().for_each(|layer| layer.sort_unstable());
        let steps = |layer: usize, node: usize, each: &mut dyn FnMut(i32, usize)| {
            leaving(&layers[layer], node).for_each(|&(_, v, to)| each(v, to));
        };
        let graph = Graph::unroll(layers.len(), 0, steps, |_| true).ok_or(DiagramError::TooLarge)?;
        Ok(Diagram { graph: Arc::new(graph), layers: layers.into(), is_void: false })
    }

    /// The reduced diagram of the rows of a table: equivalent nodes are merged.
    ///
    /// # Errors
    /// [`DiagramError::Arity`] when a row has another length than `arity`, [`DiagramError::TooLarge`].
    pub fn of_rows<R: AsRef<[i32]>>(arity: usize, rows: impl IntoIterator<Item = R>) -> Result<Diagram, DiagramError> {
        let mut sorted: Vec<Vec<i32>> = Vec::new();
        for (row, values) in rows.into_iter().enumerate() {
            let values = values.as_ref();
            if values.len() != arity {
                return Err(DiagramError::Arity { row, length: values.len(), arity });
            }
            sorted.push(values.to_vec());
        }
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.is_empty() {
            let layers = vec![Layer::new(); arity].into();
            return Ok(Diagram { graph: Arc::new(Graph::none(arity)), layers, is_void: true });
        }
        // From the last layer to the first: each distinct beginning of a row is a node, numbered by what follows it.
        let mut node_of: HashMap<&[i32], usize> = sorted.iter().map(|row| (&row[..], 0)).collect();
        let mut layers = vec![Layer::new(); arity];
        for depth in (0..arity).rev() {
            let mut continuations: BTreeMap<&[i32], Vec<(i32, usize)>> = BTreeMap::new();
            for (beginning, &node) in &node_of {
                continuations.entry(&beginning[..depth]).or_default().push((beginning[depth], node));
            }
            let mut known: HashMap<Vec<(i32, usize)>, usize> = HashMap::new();
            let mut above = HashMap::with_capacity(continuations.len());
            for (beginning, mut next) in continuations {
                next.sort_unstable();
                let fresh = known.len();
                let node = *known.entry(next).or_insert(fresh);
                above.insert(beginning, node);
            }
            for (next, node) in known {
                layers[depth].extend(next.into_iter().map(|(v, to)| (node, v, to)));
            }
            node_of = above;
        }
        Diagram::new(layers)
    }

    /// The number of layers of arcs.
    pub fn layers(&self) -> usize {
        self.layers.len()
    }

    /// The number of arcs on paths from the root to the end.
    pub fn arcs(&self) -> usize {
        self.graph.unrolled().1
    }

    /// The number of nodes on paths from the root to the end.
    pub fn nodes(&self) -> usize {
        self.graph.unrolled().0
    }

    /// Whether these values are a path.
    pub fn contains(&self, values: &[i32]) -> bool {
        values.len() == self.layers() && self.has_path_of(|i, v| values[i] == v)
    }

    /// Whether there is no path at all, not even the empty one.
    pub(super) fn is_void(&self) -> bool {
        self.is_void
    }

    /// The arcs of a layer, with those between the same nodes merged.
    pub(super) fn bundles(&self, layer: usize) -> Vec<(usize, ValueSet, usize)> {
        let mut bundles: BTreeMap<(usize, usize), Vec<i32>> = BTreeMap::new();
        for &(from, v, to) in &self.layers[layer] {
            bundles.entry((from, to)).or_default().push(v);
        }
        bundles.into_iter().map(|((from, to), values)| (from, ValueSet::from_values(values), to)).collect()
    }

    /// The arcs on paths as XCSP3 has them, if the diagram is deterministic and has a path.
    pub(super) fn xcsp3_arcs(&self) -> Option<String> {
        let last = self.layers().checked_sub(1)?;
        // What leads to no end is left out: from the last layer to the first.
        let mut live: HashSet<usize> = self.layers[last].iter().map(|arc| arc.2).collect();
        let mut lines = Vec::new();
        for (depth, layer) in self.layers.iter().enumerate().rev() {
            let arcs: Vec<_> = layer.iter().filter(|arc| live.contains(&arc.2)).collect();
            if arcs.windows(2).any(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1)) {
                return None;
            }
            let node =
                |depth: usize, node: usize| if depth > last { "end".to_owned() } else { format!("n{depth}_{node}") };
            let line =
                arcs.iter().map(|&&(from, v, to)| format!("({},{v},{})", node(depth, from), node(depth + 1, to)));
            lines.push(line.collect::<String>());
            live = arcs.iter().map(|arc| arc.0).collect();
        }
        // Nodes of the first layer other than the root are on no path, and other nodes may depend on them.
        let only_root = live == HashSet::from([0]);
        lines.reverse();
        only_root.then(|| lines.concat())
    }

    pub(super) fn graph(&self) -> Arc<Graph> {
        Arc::clone(&self.graph)
    }

    /// Whether some path has values of the views.
    pub(super) fn has_path(&self, views: &[View], case: &CheckContext<'_>) -> bool {
        let domains: Vec<_> = views.iter().map(|&view| case.values(view)).collect();
        self.has_path_of(|i, v| domains[i].contains(v))
    }

    /// Whether some path has values that are allowed: layer by layer, from the root.
    fn has_path_of(&self, allowed: impl Fn(usize, i32) -> bool) -> bool {
        if self.is_void {
            return false;
        }
        let mut nodes = HashSet::from([0]);
        for (i, layer) in self.layers.iter().enumerate() {
            let on = layer.iter().filter(|&&(from, v, _)| nodes.contains(&from) && allowed(i, v));
            nodes = on.map(|&(_, _, to)| to).collect();
        }
        !nodes.is_empty()
    }
}

/// The arcs that leave a node.
fn leaving(layer: &Layer, node: usize) -> impl Iterator<Item = &(usize, i32, usize)> {
    let first = layer.partition_point(|arc| arc.0 < node);
    layer[first..].iter().take_while(move |arc| arc.0 == node)
}

impl std::fmt::Debug for Diagram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Diagram({} layers, {} nodes, {} arcs)", self.layers(), self.nodes(), self.arcs())
    }
}
