//! Checks whether edges form a cycle: removes edges that lie on no cycle, and tests whether any edge remains.

use crate::constraints::graph::{Direction, Graph};

/// For each edge, returns one or two lists of edges; every cycle through the edge contains one edge of each list. In a
/// directed graph, the list holds the edges that lead to the edge's start; in an undirected graph, each end has a list
/// of its other edges. A loop is its own neighbour.
pub(super) fn neighbours(graph: &Graph) -> Vec<Vec<Vec<usize>>> {
    let edges = graph.edges();
    let all = 0..edges.len();
    let others = |e: usize, end: usize| {
        let is_loop = edges[e].0 == edges[e].1;
        let touches = |f: usize| edges[f].0 == end || edges[f].1 == end;
        all.clone().filter(|&f| touches(f) && (f != e || is_loop)).collect()
    };
    let before = |e: usize| all.clone().filter(|&f| edges[f].1 == edges[e].0).collect();
    match graph.direction() {
        Direction::Directed => all.clone().map(|e| vec![before(e)]).collect(),
        Direction::Undirected => all.clone().map(|e| vec![others(e, edges[e].0), others(e, edges[e].1)]).collect(),
    }
}

pub(super) fn has_cycle(graph: &Graph, is_chosen: impl Fn(usize) -> bool) -> bool {
    let neighbours = neighbours(graph);
    let mut left: Vec<bool> = (0..neighbours.len()).map(is_chosen).collect();
    loop {
        let goes_on = |e: usize| neighbours[e].iter().all(|list| list.iter().any(|&f| left[f]));
        let Some(e) = (0..left.len()).find(|&e| left[e] && !goes_on(e)) else { return left.contains(&true) };
        left[e] = false;
    }
}
