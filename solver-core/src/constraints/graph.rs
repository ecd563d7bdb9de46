//! Graphs from which constraints choose nodes and edges.

use std::sync::Arc;

/// An error in the construction of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// An edge has an end that is not a node.
    #[error("edge {edge} leads from {from} to {to}, but the nodes are numbered from 0 to {last}", last = *.nodes as i64 - 1)]
    NoSuchNode {
        /// The index of the edge, counted from 0.
        edge: usize,
        /// The first end of the edge.
        from: usize,
        /// The second end of the edge.
        to: usize,
        /// The number of nodes.
        nodes: usize,
    },
    /// There are too many nodes and edges.
    #[error("it has more than 2^24 nodes and edges")]
    TooLarge,
}

/// Whether a graph's edges can be traversed in both directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// From the first end to the second.
    Directed,
    /// In both directions.
    Undirected,
}

/// A graph: nodes, numbered from 0, and edges between them. Loops and parallel edges are allowed. Clones share the
/// edges.
///
/// ```
/// use solver_core::constraints::{Graph, GraphError};
/// let triangle = Graph::undirected(3, [(0, 1), (1, 2), (2, 0)])?;
/// assert_eq!(triangle.edges().len(), 3);
/// assert_eq!(Graph::grid(3, 4)?.edges().len(), 3 * 3 + 2 * 4);
/// assert!(Graph::directed(2, [(0, 2)]).is_err());
/// # Ok::<(), GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: usize,
    edges: Arc<[(usize, usize)]>,
    direction: Direction,
}

impl Graph {
    /// Creates a graph whose edges can be traversed in both directions.
    ///
    /// # Errors
    /// [`GraphError`] if an end of an edge is not a node, or if the graph is too large.
    pub fn undirected(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Result<Graph, GraphError> {
        Graph::new(nodes, edges, Direction::Undirected)
    }

    /// Creates a graph whose edges lead from their first end to the second.
    ///
    /// # Errors
    /// [`GraphError`] if an end of an edge is not a node, or if the graph is too large.
    pub fn directed(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Result<Graph, GraphError> {
        Graph::new(nodes, edges, Direction::Directed)
    }

    fn new(
        nodes: usize,
        edges: impl IntoIterator<Item = (usize, usize)>,
        direction: Direction,
    ) -> Result<Graph, GraphError> {
        let edges: Arc<[(usize, usize)]> = edges.into_iter().collect();
        if nodes.checked_add(edges.len()).is_none_or(|elements| elements > 1 << 24) {
            return Err(GraphError::TooLarge);
        }
        match edges.iter().enumerate().find(|&(_, &(from, to))| from >= nodes || to >= nodes) {
            Some((edge, &(from, to))) => Err(GraphError::NoSuchNode { edge, from, to, nodes }),
            None => Ok(Graph { nodes, edges, direction }),
        }
    }

    /// Creates the graph of the cells of a grid, numbered row by row, with an edge between neighbours in a row or a
    /// column.
    ///
    /// # Errors
    /// [`GraphError::TooLarge`].
    pub fn grid(rows: usize, columns: usize) -> Result<Graph, GraphError> {
        let cells = rows.checked_mul(columns).filter(|&cells| cells <= 1 << 24).ok_or(GraphError::TooLarge)?;
        let right = (0..cells).filter(|cell| cell % columns + 1 < columns).map(|cell| (cell, cell + 1));
        let down = (columns..cells).map(|cell| (cell - columns, cell));
        Graph::undirected(cells, right.chain(down))
    }

    /// Returns the graph without isolated nodes; the other nodes are renumbered.
    pub(super) fn of_ends(&self) -> Graph {
        let mut ends: Vec<usize> = self.edges.iter().flat_map(|&(from, to)| [from, to]).collect();
        ends.sort_unstable();
        ends.dedup();
        let number = |end: usize| ends.partition_point(|&other| other < end);
        let edges = self.edges.iter().map(|&(from, to)| (number(from), number(to))).collect();
        Graph { nodes: ends.len(), edges, direction: self.direction }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The edges, each given by its two end nodes.
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }

    /// The direction in which edges can be traversed.
    pub fn direction(&self) -> Direction {
        self.direction
    }
}
