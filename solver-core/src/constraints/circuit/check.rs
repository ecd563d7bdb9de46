//! The checkers of `circuit`: reachability, node by node.

use super::{Circuit, NO_CYCLE, ORDER, RANGE, REACH};
use crate::prelude_propagator::*;

pub(super) fn refuted(c: &Circuit, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let n = c.succ.len();
    let nodes = 0..n as i32;
    if rule == &RANGE {
        return c.succ.iter().any(|&view| nodes.clone().all(|v| !case.contains(view, v)));
    }
    let arcs: Vec<Vec<usize>> = c
        .succ
        .iter()
        .map(|&view| nodes.clone().filter(|&v| case.contains(view, v)).map(|v| v as usize).collect())
        .collect();
    if rule == &NO_CYCLE {
        return (0..n).any(|start| closes_early(&c.succ, case, start));
    }
    let everywhere = |arcs: &[Vec<usize>]| (0..n).all(|u| reached(arcs, u, n).into_iter().all(|r| r));
    // Reachability implies order: a disconnected graph has no order either.
    (rule == &REACH || rule == &ORDER) && !everywhere(&arcs) || rule == &ORDER && (0..n).any(|r| lacks_order(&arcs, r))
}

/// Whether the fixed arcs from a node return to it before visiting all nodes.
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

/// The nodes reachable from a node without passing another one; that one counts as reached.
fn reached(arcs: &[Vec<usize>], from: usize, without: usize) -> Vec<bool> {
    let mut seen = vec![false; arcs.len()];
    seen[from] = true;
    if without < arcs.len() {
        seen[without] = true;
    }
    let mut rest = vec![from];
    while let Some(u) = rest.pop() {
        for &w in &arcs[u] {
            if !seen[w] {
                seen[w] = true;
                rest.push(w);
            }
        }
    }
    seen
}

/// Whether without one node there are two others of which neither is reachable from the other: a path through all but
/// that one passes one of the two first.
fn lacks_order(arcs: &[Vec<usize>], without: usize) -> bool {
    let n = arcs.len();
    let others: Vec<usize> = (0..n).filter(|&u| u != without).collect();
    let from: Vec<Vec<bool>> = (0..n).map(|u| reached(arcs, u, without)).collect();
    others.iter().any(|&a| others.iter().any(|&b| !from[a][b] && !from[b][a]))
}
