//! The checkers of `subcircuit`: all required nodes can reach each other, and no cycle omits a required node.

use super::{ENTERED, NO_CYCLE, RANGE, REACH};
use crate::constraints::circuit::check::{followers, reversed};
use crate::constraints::circuit::reached;
use crate::prelude_propagator::*;

pub(super) fn refuted(succ: &[View], rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let n = succ.len();
    let nodes = 0..n as i32;
    if rule == &RANGE {
        return succ.iter().any(|&view| nodes.clone().all(|v| !case.contains(view, v)));
    }
    if rule == &ENTERED {
        let entered = |w: i32| (0..n).any(|u| u as i32 != w && case.fixed(succ[u]) == Some(w));
        return nodes.clone().any(|w| case.fixed(succ[w as usize]) == Some(w) && entered(w));
    }
    let must: Vec<usize> = (0..n).filter(|&u| !case.contains(succ[u], u as i32)).collect();
    if rule == &NO_CYCLE {
        return (0..n).any(|start| cycle(succ, case, start).is_some_and(|c| must.iter().any(|m| !c.contains(m))));
    }
    let next = followers(succ, case);
    // All required nodes can reach each other if the first one reaches all of them, and all of them reach it.
    let misses = |arcs: &[Vec<usize>], from| {
        let seen = reached(n, from, |u| arcs[u].iter().copied());
        must.iter().any(|&to| !seen[to])
    };
    rule == &REACH && must.first().is_some_and(|&from| misses(&next, from) || misses(&reversed(&next), from))
}

/// The cycle of two or more fixed arcs through a node, if there is one.
fn cycle(succ: &[View], case: &CheckContext<'_>, start: usize) -> Option<Vec<usize>> {
    let mut nodes = vec![start];
    for _ in 0..succ.len() {
        let next = usize::try_from(case.fixed(succ[*nodes.last()?])?).ok().filter(|&v| v < succ.len())?;
        if next == start {
            return Some(nodes).filter(|nodes| nodes.len() > 1);
        }
        nodes.push(next);
    }
    None
}
