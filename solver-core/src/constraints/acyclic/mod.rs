//! `acyclic`: the chosen edges of a graph form no cycle; in an undirected graph, they form a forest.
//!
//! An edge that would close a cycle of chosen edges is not chosen. Wakes when an edge is fixed. A run takes time linear
//! in the edges if the graph is undirected, and in nodes × chosen edges if it is directed. Domain consistent if no two
//! positions share a variable.
//!
//! | rule | premises |
//! |---|---|
//! | `acyclic.cycle` | the other edges of a shortest cycle |

mod check;
mod model;
#[cfg(test)]
mod tests;

use super::graph::{Direction, Graph};
use crate::prelude_propagator::*;
use fixedbitset::FixedBitSet;

/// See the [module page](self).
///
/// ```
/// use solver_core::constraints::{Acyclic, Graph};
/// use solver_core::{Atom, ValueSet, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1); 2]);
/// let there_and_back = [0, 1].map(|i| b.view(i));
/// b.post(Box::new(Acyclic::new(&Graph::directed(2, [(0, 1), (1, 0)])?, there_and_back)));
/// let mut e = b.build()?;
/// e.assume(Atom::equals(there_and_back[0], 1)).unwrap();
/// e.propagate().unwrap();
/// assert_eq!(e.fixed(there_and_back[1]), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Acyclic {
    views: Box<[View]>,
    graph: Graph,
    /// Undirected: the union–find forest of the nodes that chosen edges connect. A root is its own parent.
    joined: Vec<u32>,
    /// Directed: the nodes to which the chosen edges from each node lead.
    targets: Vec<Vec<u32>>,
}

static CYCLE: Rule = Rule::new("acyclic.cycle", "{premises}: {constraint} has no cycle, so {fact}");

impl Acyclic {
    /// Creates a propagator that ensures that edges whose view is 1 form no cycle.
    ///
    /// # Panics
    /// If the number of views differs from the number of edges.
    pub fn new(graph: &Graph, edges: impl IntoIterator<Item = View>) -> Acyclic {
        let views: Box<[View]> = edges.into_iter().collect();
        assert_eq!(views.len(), graph.edges().len(), "a view for each edge");
        let graph = graph.of_ends();
        Acyclic { views, joined: Vec::new(), targets: vec![Vec::new(); graph.nodes()], graph }
    }

    fn forbid(&self, cx: &mut Context<'_>, edge: usize) -> Result<(), Conflict> {
        cx.remove(self.views[edge], 1, || Lazy(edge as u32))
    }

    /// Joins the ends of each chosen edge, and forbids each undecided edge whose ends are in the same tree.
    fn propagate_forest(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        self.joined.clear();
        self.joined.extend(0..self.graph.nodes() as u32);
        let mut open = Vec::new();
        for (edge, &(a, b)) in self.graph.edges().iter().enumerate() {
            if cx.fixed(self.views[edge]) == Some(1) {
                let (a, b) = (root(&mut self.joined, a), root(&mut self.joined, b));
                if a == b {
                    return self.forbid(cx, edge);
                }
                self.joined[a] = b as u32;
            } else if cx.contains(self.views[edge], 1) {
                open.push((edge, a, b));
            }
        }
        for (edge, a, b) in open {
            if root(&mut self.joined, a) == root(&mut self.joined, b) {
                self.forbid(cx, edge)?;
            }
        }
        Ok(())
    }

    /// Forbids each edge that would close a cycle together with a path of chosen edges.
    fn propagate_directed(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        self.targets.iter_mut().for_each(Vec::clear);
        let mut into = vec![Vec::new(); self.graph.nodes()];
        for (edge, &(from, to)) in self.graph.edges().iter().enumerate() {
            if cx.contains(self.views[edge], 1) {
                into[to].push((edge, from));
                if cx.fixed(self.views[edge]).is_some() {
                    self.targets[from].push(to as u32);
                }
            }
        }
        let (mut seen, mut rest) = (FixedBitSet::with_capacity(self.graph.nodes()), Vec::new());
        for (to, into) in into.iter().enumerate().filter(|(_, into)| !into.is_empty()) {
            seen.clear();
            seen.insert(to);
            rest.push(to);
            while let Some(node) = rest.pop() {
                cx.work(1 + self.targets[node].len())?;
                rest.extend(self.targets[node].iter().map(|&to| to as usize).filter(|&to| !seen.put(to)));
            }
            for &(edge, _) in into.iter().filter(|&&(_, from)| seen.contains(from)) {
                self.forbid(cx, edge)?;
            }
        }
        Ok(())
    }
}

/// Returns the root of the node's tree, with path halving.
fn root(joined: &mut [u32], mut node: usize) -> usize {
    while joined[node] as usize != node {
        joined[node] = joined[joined[node] as usize];
        node = joined[node] as usize;
    }
    node
}

impl Propagator for Acyclic {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Fixed).priority(4);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        cx.work(self.graph.nodes() + self.views.len())?;
        let is_decided = self.views.iter().all(|&view| cx.fixed(view).is_some() || !cx.contains(view, 1));
        match self.graph.direction() {
            Direction::Undirected => self.propagate_forest(cx)?,
            Direction::Directed => self.propagate_directed(cx)?,
        }
        Ok(if is_decided { Status::Entailed } else { Status::Stable })
    }

    /// Searches for a shortest path of chosen edges from the edge's end back to its start.
    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let (edges, last) = (self.graph.edges(), hint as usize);
        let mut steps = vec![Vec::new(); self.graph.nodes()];
        for (edge, &(from, to)) in edges.iter().enumerate() {
            if edge != last && past.entails(Atom::equals(self.views[edge], 1)) {
                steps[from].push((edge, to));
                if self.graph.direction() == Direction::Undirected {
                    steps[to].push((edge, from));
                }
            }
        }
        let (end, start) = edges[last];
        let mut came = vec![None; self.graph.nodes()];
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(node) = queue.pop_front().filter(|&node| node != end) {
            for &(edge, to) in &steps[node] {
                if to != start && came[to].is_none() {
                    came[to] = Some((edge, node));
                    queue.push_back(to);
                }
            }
        }
        let mut at = end;
        while let Some((edge, before)) = came[at].filter(|_| at != start) {
            why.push(Atom::equals(self.views[edge], 1));
            at = before;
        }
        &CYCLE
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &CYCLE && check::has_cycle(&self.graph, |edge| case.fixed(self.views[edge]) == Some(1))
    }
}
