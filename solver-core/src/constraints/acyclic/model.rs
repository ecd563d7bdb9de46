//! `acyclic` in a model.

use super::Acyclic;
use super::check::{has_cycle, neighbours};
use crate::constraints::graph::Graph;
use crate::model::defining::*;

/// Arguments: the edges.
struct NoCycle(Graph);

impl Model {
    /// Requires that the edges with value 1 form no cycle; in an undirected graph, they form a forest. An edge with any
    /// other value is not chosen. Domain consistent.
    ///
    /// Together with [`connected_subgraph`](Model::connected_subgraph), this gives a tree, and with
    /// [`reachable_subgraph`](Model::reachable_subgraph) a rooted tree.
    ///
    /// ```
    /// use solver_core::{constraints::Graph, prelude::*};
    /// let mut m = Model::new();
    /// let graph = Graph::undirected(4, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])?;
    /// let edge = m.ints("edge", 6, 0..=1)?;
    /// m.acyclic(&graph, &edge);
    /// m.connected_subgraph(&graph, [1, 1, 1, 1], &edge);
    /// assert_eq!(m.count()?, Outcome::Complete(16)); // spanning trees: 4², by Cayley
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("dag", "forest", "no_cycle"))]
    pub fn acyclic<T: Into<Expr>>(&mut self, graph: &Graph, edges: impl IntoIterator<Item = T>) -> Posted<'_, Plain> {
        self.state("acyclic", exprs(edges), NoCycle(graph.clone()))
    }
}

impl Semantics for NoCycle {
    fn misuse(&self, x: &[Expr]) -> Option<String> {
        let (edges, given) = (self.0.edges().len(), x.len());
        (given != edges).then(|| format!("the graph has {edges} edges, but {given} variables were given"))
    }

    fn holds(&self, values: &[i32]) -> bool {
        !has_cycle(&self.0, |edge| values[edge] == 1)
    }

    fn written(&self, kind: &str, x: &[Expr], say: Say<'_>) -> String {
        format!("{kind}({}; {} nodes)", say(x), self.0.nodes())
    }
}

impl Decompose for NoCycle {
    /// Each round removes the edges that cannot lie on a cycle of the remaining edges; at the end, no edge may remain.
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let neighbours = neighbours(&self.0);
        let mut left: Vec<Expr> = x.iter().map(|x| is(x, 1)).collect();
        for _ in 0..self.0.of_ends().nodes() {
            let stays = |e: usize| {
                let sides = neighbours[e].iter().map(|list| any_of(list.iter().map(|&f| left[f].clone())));
                into.variable(all_of(sides.map(Expr::from).chain([left[e].clone()])).into())
            };
            left = (0..x.len()).map(stays).collect::<Result<_, Stopped>>()?;
        }
        into.require_all(left.into_iter().map(|left| left.equals(0)))
    }
}

/// The decomposition suffices: propagation keeps all edges of a cycle, but none may remain, so it fails.
impl Certify for NoCycle {}

impl Post for NoCycle {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        Ok(vec![Box::new(Acyclic::new(&self.0, site.views().iter().copied()))])
    }
}
