//! `connected` and `reachable` in a model.

mod derive;

use super::Reachable;
use super::layout::{Layout, Part, Root};
use crate::constraints::graph::{Direction, Graph};
use crate::model::defining::*;
use fixedbitset::FixedBitSet;

/// Arguments: the nodes, the edges if the subgraph has chosen edges, and the root if there is one.
struct Paths {
    graph: Graph,
    part: Part,
    layout: Arc<Layout>,
}

impl Model {
    /// Requires that the nodes that are 1 are connected by edges between them; there may be no such nodes. Nodes with
    /// other values are not chosen. Domain consistent.
    ///
    /// ```
    /// use solver_core::{constraints::Graph, prelude::*};
    /// let mut m = Model::new();
    /// let cell = m.ints("cell", 6, 0..=1)?;
    /// m.connected(&Graph::grid(2, 3)?, &cell);
    /// m.post(cell[0].equals(1));
    /// m.post(cell[2].equals(1));
    /// assert_eq!(m.count()?, Outcome::Complete(9)); // 111 above anything, or 101 above 111
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("connectivity", "contiguous"))]
    pub fn connected<T: Into<Expr>>(&mut self, graph: &Graph, nodes: impl IntoIterator<Item = T>) -> Posted<'_, Plain> {
        self.paths("connected", graph, (Part::Induced, Root::Any), exprs(nodes))
    }

    /// Requires that the nodes and edges that are 1 form a connected subgraph: it contains the ends of its edges, and
    /// its edges connect all its nodes. It may be empty. Domain consistent.
    ///
    /// ```
    /// use solver_core::{constraints::Graph, prelude::*};
    /// let mut m = Model::new();
    /// let edges = m.ints("edge", 3, 0..=1)?;
    /// m.connected_subgraph(&Graph::undirected(3, [(0, 1), (1, 2), (2, 0)])?, [1, 1, 1], &edges);
    /// assert_eq!(m.count()?, Outcome::Complete(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn connected_subgraph<T: Into<Expr>, E: Into<Expr>>(
        &mut self,
        graph: &Graph,
        nodes: impl IntoIterator<Item = T>,
        edges: impl IntoIterator<Item = E>,
    ) -> Posted<'_, Plain> {
        let mut arguments = exprs(nodes);
        arguments.extend(exprs(edges));
        self.paths("connected_subgraph", graph, (Part::Edges, Root::Any), arguments)
    }

    /// Requires that the root is a node that is 1 and that paths through nodes that are 1 lead from it to all other
    /// nodes that are 1. In a directed graph, paths follow the edges. Domain consistent if the root is fixed.
    ///
    /// ```
    /// use solver_core::{constraints::Graph, prelude::*};
    /// let mut m = Model::new();
    /// let node = m.ints("node", 3, 0..=1)?;
    /// m.reachable(&Graph::directed(3, [(0, 1), (1, 2)])?, 0, &node);
    /// assert_eq!(m.count()?, Outcome::Complete(3)); // 0, 0 to 1, 0 to 2
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reachable<T: Into<Expr>>(
        &mut self,
        graph: &Graph,
        root: impl Into<Expr>,
        nodes: impl IntoIterator<Item = T>,
    ) -> Posted<'_, Plain> {
        let mut arguments = exprs(nodes);
        arguments.push(root.into());
        self.paths("reachable", graph, (Part::Induced, Root::Last), arguments)
    }

    /// Like [`reachable`](Model::reachable), but paths use only edges that are 1. Both ends of such an edge are 1.
    ///
    /// ```
    /// use solver_core::{constraints::Graph, prelude::*};
    /// let mut m = Model::new();
    /// let edge = m.ints("edge", 2, 0..=1)?;
    /// m.reachable_subgraph(&Graph::directed(2, [(0, 1), (1, 0)])?, 0, [1, 1], &edge);
    /// assert_eq!(m.count()?, Outcome::Complete(2)); // The way back may be open.
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reachable_subgraph<T: Into<Expr>, E: Into<Expr>>(
        &mut self,
        graph: &Graph,
        root: impl Into<Expr>,
        nodes: impl IntoIterator<Item = T>,
        edges: impl IntoIterator<Item = E>,
    ) -> Posted<'_, Plain> {
        let mut arguments = exprs(nodes);
        arguments.extend(exprs(edges));
        arguments.push(root.into());
        self.paths("reachable_subgraph", graph, (Part::Edges, Root::Last), arguments)
    }

    fn paths(
        &mut self,
        kind: &'static str,
        graph: &Graph,
        (part, root): (Part, Root),
        arguments: Vec<Expr>,
    ) -> Posted<'_, Plain> {
        let layout = Arc::new(Layout::new(graph, part, root));
        self.state(kind, arguments, Paths { graph: graph.clone(), part, layout })
    }
}

impl Semantics for Paths {
    fn misuse(&self, x: &[Expr]) -> Option<String> {
        let (nodes, edges) = (self.graph.nodes(), self.graph.edges().len());
        let has_edges = self.part == Part::Edges;
        if self.layout.root == Root::Any && self.graph.direction() == Direction::Directed {
            return Some("it needs an undirected graph; `reachable` takes a directed one".to_owned());
        }
        let given = x.len() - usize::from(self.layout.root == Root::Last);
        (given != self.layout.chosen).then(|| {
            let edges = if has_edges { format!(" and {edges} edges") } else { String::new() };
            format!("the graph has {nodes} nodes{edges}, but {given} variables were given")
        })
    }

    fn holds(&self, values: &[i32]) -> bool {
        let layout = &self.layout;
        let is_chosen = |k: usize| values[layout.choice(k).0] == layout.choice(k).1;
        let mut stops = FixedBitSet::with_capacity(layout.count);
        stops.extend((0..layout.count).filter(|&k| !is_chosen(k)));
        let begins: Vec<usize> = match layout.root {
            Root::Any => stops.zeroes().take(1).collect(),
            Root::Last => (layout.chosen..layout.count).collect(),
        };
        let has_root = layout.root == Root::Any || begins.iter().any(|&k| is_chosen(k));
        let reached = layout.search(&begins, true, &stops).0;
        has_root
            && stops
                .zeroes()
                .all(|k| reached.contains(k) && layout.needs.list(k).iter().all(|&k| is_chosen(k as usize)))
    }

    fn written(&self, kind: &str, x: &[Expr], say: Say<'_>) -> String {
        let (nodes, rest) = x.split_at(x.len().min(self.graph.nodes()));
        let rest = if rest.is_empty() { String::new() } else { format!("; {}", say(rest)) };
        format!("{kind}({}{rest}; {} nodes, {} edges)", say(nodes), self.graph.nodes(), self.graph.edges().len())
    }
}

impl Decompose for Paths {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let layout = &self.layout;
        let chosen = |k: usize| is(&x[layout.choice(k).0], layout.choice(k).1);
        if layout.root == Root::Last {
            into.require_all(indices(&x[layout.chosen..], layout.count - layout.chosen))?;
        }
        for k in 0..layout.count {
            into.require_all(
                layout.needs.list(k).iter().map(|&end| (1 - chosen(k) + chosen(end as usize)).at_least(1)),
            )?;
        }
        // Paths begin at the root, or at the chosen element with the smallest number.
        let mut none_before = Expr::from(1);
        let mut here = Vec::new();
        for k in 0..layout.count {
            match layout.root {
                Root::Last => here.push(if k < layout.chosen { Expr::from(0) } else { chosen(k) }),
                Root::Any => {
                    here.push(into.variable(all_of([none_before.clone(), chosen(k)]).into())?);
                    none_before = into.variable(all_of([none_before, 1 - chosen(k)]).into())?;
                }
            }
        }
        for _ in 0..layout.longest {
            let next = |k: usize| {
                let before = layout.before.list(k).iter().map(|&from| here[from as usize].clone());
                let come: Expr = any_of(before.chain([here[k].clone()])).into();
                into.variable(all_of([chosen(k), come]).into())
            };
            here = (0..layout.count).map(next).collect::<Result<_, Stopped>>()?;
        }
        into.require_all((0..layout.count).map(|k| (1 - chosen(k) + here[k].clone()).at_least(1)))
    }
}

impl Certify for Paths {
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        derive::rows(&self.layout, x, rows)
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
        derive::derive(&self.layout, x, lines)
    }
}

impl Post for Paths {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        Ok(vec![Box::new(Reachable::new(Arc::clone(&self.layout), site.views().into()))])
    }
}
