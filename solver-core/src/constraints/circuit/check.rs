//! The checkers of `circuit`: reachability, node by node.

use super::{Circuit, NO_CYCLE, ORDER, RANGE, REACH};
use crate::prelude_propagator::*;

pub(super) fn refuted(c: &Circuit, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let n = c.succ.len();
    let nodes = 0..n as i32;
    if rule == &RANGE {
        return c.succ.iter().any(|&view| nodes.clone().all(|v| !case.contains(view, v)));
    }
    if rule == &NO_CYCLE {
        return (0..n).any(|start| closes_early(&c.succ, case, start));
    }
    let arcs: Vec<Vec<bool>> =
        c.succ.iter().map(|&view| nodes.clone().map(|v| case.contains(view, v)).collect()).collect();
    let arc = |u: usize, w: usize| arcs[u][w];
    let is_connected = || (0..n).all(|u| reached(n, u, arc).into_iter().all(|r| r));
    // A valid order requires reachability, so a disconnected graph has no order either.
    (rule == &REACH || rule == &ORDER) && !is_connected() || rule == &ORDER && (0..n).any(|r| lacks_order(n, arc, r))
}

/// Checks whether the fixed arcs from a node return to it before visiting all nodes.
fn closes_early(succ: &[View], case: &CheckContext<'_>, start: usize) -> bool {
    let mut at = start;
    for length in 1..succ.len() {
        match case.fixed(succ[at]).and_then(|v| usize::try_from(v).ok()).filter(|&v| v < succ.len()) {
            None => return false,
            Some(next) => at = next,
        }
        if at == start {
            return length < succ.len();
        }
    }
    false
}

/// Returns, for each node, whether it is reachable from `from`.
pub(in crate::constraints) fn reached(nodes: usize, from: usize, arc: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut seen = vec![false; nodes];
    seen[from] = true;
    let mut rest = vec![from];
    while let Some(u) = rest.pop() {
        let next: Vec<usize> = (0..nodes).filter(|&w| !seen[w] && arc(u, w)).collect();
        next.iter().for_each(|&w| seen[w] = true);
        rest.extend(next);
    }
    seen
}

/// Checks whether the graph without one node has two nodes that cannot reach each other: a path through all remaining
/// nodes would have to visit one of the two first.
fn lacks_order(nodes: usize, arc: impl Fn(usize, usize) -> bool, without: usize) -> bool {
    let others: Vec<usize> = (0..nodes).filter(|&u| u != without).collect();
    let from: Vec<Vec<bool>> = (0..nodes).map(|u| reached(nodes, u, |u, w| w != without && arc(u, w))).collect();
    others.iter().any(|&a| others.iter().any(|&b| !from[a][b] && !from[b][a]))
}
