//! Subgraph constraints.

use super::{Draw, Kind, and, state};
use crate::meaning::{has_cycle, is_spanned};
use solver_core::constraints::{Direction, Graph};

/// Generates a graph with `nodes` nodes and at most `most` edges.
fn graph(d: &mut Draw, nodes: usize, most: usize, directed: bool) -> Graph {
    let count = if nodes == 0 { 0 } else { d.below(most + 1) };
    let edges: Vec<(usize, usize)> = (0..count).map(|_| (d.below(nodes), d.below(nodes))).collect();
    let graph = if directed { Graph::directed(nodes, edges) } else { Graph::undirected(nodes, edges) };
    graph.expect("its ends are nodes")
}

fn is_directed(graph: &Graph) -> bool {
    graph.direction() == Direction::Directed
}

/// Whether the chosen subgraph is connected or, if there is a root, reachable from it.
fn spans(graph: &Graph, nodes: &[i128], edges: Option<&[i128]>, root: Option<i128>) -> bool {
    let chosen = |(e, _): &(usize, &(usize, usize))| edges.is_none_or(|edges| edges[*e] == 1);
    let left: Vec<(usize, usize)> = graph.edges().iter().enumerate().filter(chosen).map(|e| *e.1).collect();
    let is_in = |u: usize| nodes[u] == 1;
    let has_ends = edges.is_none() || left.iter().all(|&(a, b)| is_in(a) && is_in(b));
    has_ends && is_spanned(&nodes.iter().map(|&v| v == 1).collect::<Vec<_>>(), &left, is_directed(graph), root)
}

pub(super) const KINDS: &[Kind] = &[
    ("connected", |d| {
        let n = d.below(5);
        let graph = graph(d, n, 6, false);
        state(
            graph,
            d.arguments(n),
            |graph, v| spans(graph, v, None, None),
            |graph, m, x, c| c.on(m.connected(graph, x)),
        )
    }),
    ("connected_subgraph", |d| {
        let n = d.below(4);
        let graph = graph(d, n, 4, false);
        let arguments = and(d.arguments(n), d.arguments(graph.edges().len()));
        let holds = |graph: &Graph, v: &[i128]| {
            let (nodes, edges) = v.split_at(graph.nodes());
            spans(graph, nodes, Some(edges), None)
        };
        state(graph, arguments, holds, |graph, m, x, c| {
            let (nodes, edges) = x.split_at(graph.nodes());
            c.on(m.connected_subgraph(graph, nodes, edges))
        })
    }),
    ("reachable", |d| {
        let (n, directed) = (1 + d.below(4), d.one_in(2));
        let graph = graph(d, n, 6, directed);
        let holds = |graph: &Graph, v: &[i128]| spans(graph, &v[1..], None, Some(v[0]));
        state(graph, d.arguments(1 + n), holds, |graph, m, x, c| c.on(m.reachable(graph, &x[0], &x[1..])))
    }),
    ("reachable_subgraph", |d| {
        let (n, directed) = (1 + d.below(3), d.one_in(2));
        let graph = graph(d, n, 4, directed);
        let arguments = and(d.arguments(1 + n), d.arguments(graph.edges().len()));
        let holds = |graph: &Graph, v: &[i128]| {
            let (nodes, edges) = v[1..].split_at(graph.nodes());
            spans(graph, nodes, Some(edges), Some(v[0]))
        };
        state(graph, arguments, holds, |graph, m, x, c| {
            let (nodes, edges) = x[1..].split_at(graph.nodes());
            c.on(m.reachable_subgraph(graph, &x[0], nodes, edges))
        })
    }),
    ("acyclic", |d| {
        let (n, directed) = (1 + d.below(4), d.one_in(2));
        let graph = graph(d, n, 4, directed);
        let holds = |graph: &Graph, v: &[i128]| {
            let chosen = graph.edges().iter().zip(v).filter(|(_, v)| **v == 1);
            !has_cycle(graph.nodes(), &chosen.map(|(e, _)| *e).collect::<Vec<_>>(), is_directed(graph))
        };
        let count = graph.edges().len();
        state(graph, d.arguments(count), holds, |graph, m, x, c| c.on(m.acyclic(graph, x)))
    }),
];
