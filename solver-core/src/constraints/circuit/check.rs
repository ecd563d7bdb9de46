//! The checkers of `circuit`: reachability, node by node.

use super::graph::reached;
use super::{Circuit, NO_CYCLE, ORDER, RANGE, REACH};
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;
use fixedbitset::FixedBitSet;

pub(super) fn refuted(c: &Circuit, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let n = c.succ.len();
    let nodes = 0..n as i32;
    if rule == &RANGE {
        return c.succ.iter().any(|&view| nodes.clone().all(|v| !case.contains(view, v)));
    }
    if rule == &NO_CYCLE {
        return (0..n).any(|start| closes_early(&c.succ, case, start));
    }
    let next = followers(&c.succ, case);
    // All nodes can reach each other if the first one reaches all of them, and all of them reach it.
    let reaches_all = |arcs: &[Vec<usize>]| reached(n, 0, |u| arcs[u].iter().copied()).count_ones(..) == n;
    let is_connected = || n == 0 || reaches_all(&next) && reaches_all(&reversed(&next));
    // A valid order requires reachability, so a disconnected graph has no order either.
    (rule == &REACH || rule == &ORDER) && !is_connected() || rule == &ORDER && (0..n).any(|r| lacks_order(&next, r))
}

/// Checks whether the fixed arcs from a node lead back to it before visiting all nodes.
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

/// For each node, the nodes that may follow it.
pub(in crate::constraints) fn followers(succ: &[View], case: &CheckContext<'_>) -> Vec<Vec<usize>> {
    let nodes = ValueSet::range(0, succ.len() as i32 - 1);
    succ.iter().map(|&view| case.values(view).intersection(&nodes).iter().map(|v| v as usize).collect()).collect()
}

/// For each node, the nodes that it may follow.
pub(in crate::constraints) fn reversed(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut previous = vec![Vec::new(); next.len()];
    for (u, next) in next.iter().enumerate() {
        next.iter().for_each(|&w| previous[w].push(u));
    }
    previous
}

/// Checks whether the graph without one node has two nodes that cannot reach each other: a path through all remaining
/// nodes would have to visit one of the two first.
fn lacks_order(next: &[Vec<usize>], without: usize) -> bool {
    let others: Vec<usize> = (0..next.len()).filter(|&u| u != without).collect();
    let others_after = |u: usize| next[u].iter().copied().filter(|&w| w != without);
    let from: Vec<FixedBitSet> = (0..next.len()).map(|u| reached(next.len(), u, others_after)).collect();
    others.iter().any(|&a| others.iter().any(|&b| !from[a][b] && !from[b][a]))
}
