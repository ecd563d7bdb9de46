//! Decision diagrams over values.

use super::graph::{Graph, Layer, arcs_from};
use crate::budget::{Budget, Stopped};
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

/// Why a diagram cannot be built or posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// There are more arcs than can be numbered.
    #[error("unrolled over the variables, it has more than 2^31 arcs")]
    TooLarge,
    /// A row differs in length from the others.
    #[error("row {row} has {length} values, but the rows before have {arity}")]
    Arity {
        /// The index of the row, counted from 0.
        row: usize,
        /// The length of the row.
        length: usize,
        /// The length of the other rows.
        arity: usize,
    },
    /// The number of views differs from the number of layers.
    #[error("the diagram has {layers} layers, but {views} variables were given")]
    Views {
        /// The number of layers.
        layers: usize,
        /// The number of views.
        views: usize,
    },
}

/// A multi-valued decision diagram: layers of arcs, where each arc is labelled with a value and leads from a node to a
/// node of the next layer. The root is node 0 of the first layer; every node of the last layer is an end. Clones share
/// the diagram.
#[derive(Clone)]
pub struct Diagram(Arc<Parts>);

struct Parts {
    layers: Box<[Arc<Layer>]>,
    root: usize,
    /// Whether each node of the last layer is an end; `None` if all are.
    ends: Option<Arc<[bool]>>,
    /// The graph, which propagators share. It is built on first use, while other threads wait.
    graph: Mutex<Option<Result<Arc<Graph>, DiagramError>>>,
}

impl Diagram {
    /// Creates a diagram from the arcs of each layer, given as node, value and node of the next layer. Nodes may be
    /// numbered arbitrarily within their layer, and several arcs from a node may have the same value.
    ///
    /// # Errors
    /// [`DiagramError::TooLarge`] if there are too many arcs.
    pub fn new(layers: impl IntoIterator<Item = Layer>) -> Result<Diagram, DiagramError> {
        let mut layers: Vec<Layer> = layers.into_iter().collect();
        layers.iter_mut().for_each(|layer| layer.sort_unstable());
        let diagram = Diagram::from_layers(layers.into_iter().map(Arc::new), 0, None);
        diagram.graph().map(|_| diagram)
    }

    /// Creates a diagram from sorted layers, a root and the ends. Does not build the graph yet.
    pub(in crate::constraints) fn from_layers(
        layers: impl IntoIterator<Item = Arc<Layer>>,
        root: usize,
        ends: Option<Arc<[bool]>>,
    ) -> Diagram {
        let layers = layers.into_iter().collect();
        Diagram(Arc::new(Parts { layers, root, ends, graph: Mutex::default() }))
    }

    /// Builds the graph unless the budget runs out first.
    pub(super) fn prepare(&self, budget: &mut Budget) -> Result<(), Stopped> {
        self.built(&mut || if budget.check_now() { Ok(()) } else { Err(Stopped) }).map(|_| ())
    }

    pub(super) fn graph(&self) -> Result<Arc<Graph>, DiagramError> {
        let Ok(graph) = self.built(&mut || Ok::<(), Infallible>(()));
        graph
    }

    fn built<E>(&self, go_on: &mut dyn FnMut() -> Result<(), E>) -> Result<Result<Arc<Graph>, DiagramError>, E> {
        let mut known = self.0.graph.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(graph) = &*known {
            return Ok(graph.clone());
        }
        let graph = Graph::new(&self.0.layers, self.0.root, |node| self.is_end(node), go_on)?;
        Ok(known.insert(graph.map(Arc::new).ok_or(DiagramError::TooLarge)).clone())
    }

    /// The numbers of nodes and arcs on paths from the root to an end.
    fn size(&self) -> (usize, usize) {
        self.graph().map_or((0, 0), |graph| graph.unrolled())
    }

    pub(super) fn root(&self) -> usize {
        self.0.root
    }

    /// Checks whether a node of the last layer is an end.
    pub(super) fn is_end(&self, node: usize) -> bool {
        self.0.ends.as_ref().is_none_or(|ends| ends.get(node).is_some_and(|&is_end| is_end))
    }

    /// Creates the reduced diagram of the rows of a table, in which equivalent nodes are merged.
    ///
    /// # Errors
    /// [`DiagramError::Arity`] if the length of a row is not `arity`, [`DiagramError::TooLarge`] if there are too many
    /// arcs.
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
            return Ok(Diagram::from_layers(vec![Arc::default(); arity], 0, Some(Arc::default())));
        }
        // Merges nodes from the last layer to the first: each distinct prefix of a row is a node, and prefixes with the
        // same continuations become the same node.
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
        self.0.layers.len()
    }

    /// The number of arcs on paths from the root to an end.
    pub fn arcs(&self) -> usize {
        self.size().1
    }

    /// The number of nodes on paths from the root to an end.
    pub fn nodes(&self) -> usize {
        self.size().0
    }

    /// Checks whether these values are the labels of a path.
    pub fn contains(&self, values: &[i32]) -> bool {
        values.len() == self.layers() && self.has_path_of(|i, v| values[i] == v)
    }

    /// The arcs of a layer, with all arcs between the same two nodes merged.
    pub(super) fn bundles(&self, layer: usize) -> Vec<(usize, ValueSet, usize)> {
        let mut bundles: BTreeMap<(usize, usize), Vec<i32>> = BTreeMap::new();
        for &(from, v, to) in self.0.layers[layer].iter() {
            bundles.entry((from, to)).or_default().push(v);
        }
        bundles.into_iter().map(|((from, to), values)| (from, ValueSet::from_values(values), to)).collect()
    }

    /// The arcs on paths in XCSP3 syntax, if the diagram is deterministic and has a path.
    pub(super) fn xcsp3_arcs(&self) -> Option<String> {
        let last = self.layers().checked_sub(1)?;
        // Goes from the last layer to the first, omitting nodes that do not lead to an end.
        let mut live: HashSet<usize> = self.0.layers[last].iter().map(|arc| arc.2).collect();
        let mut lines = Vec::new();
        for (depth, layer) in self.0.layers.iter().enumerate().rev() {
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
        // Nodes of the first layer other than the root are on no path, but some later nodes may be reachable only from
        // them.
        let only_root = live == HashSet::from([0]);
        lines.reverse();
        only_root.then(|| lines.concat())
    }

    /// Checks whether some path has its labels in the domains of the views.
    pub(super) fn has_path(&self, views: &[View], case: &CheckContext<'_>) -> bool {
        let domains: Vec<_> = views.iter().map(|&view| case.values(view)).collect();
        self.has_path_of(|i, v| domains[i].contains(v))
    }

    /// Checks whether some path has only allowed labels. Searches layer by layer from the root.
    fn has_path_of(&self, allowed: impl Fn(usize, i32) -> bool) -> bool {
        let mut nodes = vec![self.0.root];
        for (i, layer) in self.0.layers.iter().enumerate() {
            let on = nodes.iter().flat_map(|&node| arcs_from(layer, node)).filter(|arc| allowed(i, arc.1));
            let mut next: Vec<usize> = on.map(|arc| arc.2).collect();
            next.sort_unstable();
            next.dedup();
            nodes = next;
        }
        nodes.into_iter().any(|node| self.is_end(node))
    }
}

impl std::fmt::Debug for Diagram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Diagram({} layers, {} nodes, {} arcs)", self.layers(), self.nodes(), self.arcs())
    }
}
