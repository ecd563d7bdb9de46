//! Reasons for the inferences of `circuit`: cuts, recomputed in the graph of past domains.
//!
//! To explain the removal of an arc, the graph keeps only that arc at its node; to explain why an arc is forced, the
//! graph omits that arc.

use super::{CLOSES, Circuit, NO_CYCLE, NODE_BITS, ORDER, ORDERED, REACH, cut_premises, reached};
use crate::prelude_propagator::*;
use fixedbitset::FixedBitSet;

pub(super) fn explain(
    c: &Circuit,
    past: &DomainsAt<'_>,
    fact: Option<Atom>,
    hint: u32,
    why: &mut Premises,
) -> &'static Rule {
    let graph = Graph { succ: &c.succ, past, assumed: None };
    match hint & 3 {
        CLOSES => {
            let end = (hint >> 2) as usize;
            graph.chain(fact.map(|fact| c.succ[end].value_of(fact.value())), end, why);
            &NO_CYCLE
        }
        ORDERED => {
            let node = (hint >> 2) as usize & ((1 << NODE_BITS) - 1);
            let root = (hint >> (2 + NODE_BITS)) as usize;
            let assumed = fact.map(|fact| Assumption {
                node,
                value: c.succ[node].value_of(fact.value()),
                only: fact.relation() == Relation::NotEqual,
            });
            let graph = Graph { assumed, ..graph };
            why.extend(graph.unreached(root).unwrap_or_else(|| graph.unordered(node, root)));
            &ORDER
        }
        _ => {
            why.extend(graph.unreached(0).unwrap_or_default());
            &REACH
        }
    }
}

/// The assumption that the arc from `node` to `value` is the only arc that leaves `node` (if `only`), or is absent.
#[derive(Clone, Copy)]
struct Assumption {
    node: usize,
    value: i32,
    only: bool,
}

#[derive(Clone, Copy)]
struct Graph<'a> {
    succ: &'a [View],
    past: &'a DomainsAt<'a>,
    assumed: Option<Assumption>,
}

impl Graph<'_> {
    fn chain(&self, start: Option<i32>, end: usize, why: &mut Premises) {
        let Some(mut at) = start.map(|v| v as usize) else { return };
        for _ in 0..self.succ.len() {
            let Some(next) = self.past.fixed(self.succ[at]).filter(|_| at != end) else { return };
            why.push(Atom::equals(self.succ[at], next));
            at = next as usize;
        }
    }

    /// Returns whether the assumption keeps this arc; `None` if it does not concern the arc.
    fn decided(&self, u: usize, w: usize) -> Option<bool> {
        let Assumption { value, only, .. } = self.assumed.filter(|a| a.node == u)?;
        match (only, w as i32 == value) {
            (true, is_it) => Some(is_it),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }

    fn has_arc(&self, u: usize, w: usize) -> bool {
        self.decided(u, w).unwrap_or_else(|| self.past.contains(self.succ[u], w as i32))
    }

    /// The nodes reachable from a node (or, backward, those that reach it) without passing through `without`.
    fn reach(&self, from: usize, forward: bool, without: Option<usize>) -> FixedBitSet {
        let n = self.succ.len();
        let arc = move |u: usize, w: usize| if forward { self.has_arc(u, w) } else { self.has_arc(w, u) };
        reached(n, from, |u| (0..n).filter(move |&w| Some(w) != without && arc(u, w)))
    }

    /// The premises stating that no arc leaves a set; the graph omits node `without`.
    fn cut(&self, inside: &FixedBitSet, without: Option<usize>) -> Vec<Atom> {
        let counts = |u: usize, w: usize| Some(u) != without && Some(w) != without && self.decided(u, w).is_none();
        cut_premises(self.past, self.succ, inside, counts)
    }

    /// The premises stating that some node is not reachable from the root or cannot reach it; `None` if there is none.
    fn unreached(&self, root: usize) -> Option<Vec<Atom>> {
        let n = self.succ.len();
        let ahead = self.reach(root, true, None);
        if ahead.count_ones(..) < n {
            return Some(self.cut(&ahead, None));
        }
        let mut stuck = self.reach(root, false, None);
        stuck.toggle_range(..);
        (!stuck.is_clear()).then(|| self.cut(&stuck, None))
    }

    /// The premises stating that without the root, `node` and some other node cannot reach each other.
    fn unordered(&self, node: usize, root: usize) -> Vec<Atom> {
        let without = Some(root);
        let (after, before) = (self.reach(node, true, without), self.reach(node, false, without));
        let others = (0..self.succ.len()).filter(|&t| t != root && !after.contains(t) && !before.contains(t));
        let explanations = others.map(|other| {
            let mut why = self.separation(other, &after, root);
            for atom in self.separation(node, &self.reach(other, true, without), root) {
                if !why.contains(&atom) {
                    why.push(atom);
                }
            }
            why
        });
        // Nodes of the same component give the same premises, so a few candidates suffice.
        explanations.take(8).min_by_key(Vec::len).unwrap_or_default()
    }

    /// Returns the smaller of two cuts that separate a node from `to`, which it cannot reach. `after` holds the nodes
    /// that it can reach.
    fn separation(&self, to: usize, after: &FixedBitSet, root: usize) -> Vec<Atom> {
        let near = self.cut(after, Some(root));
        let mut rest = self.reach(to, false, Some(root));
        rest.toggle_range(..);
        let far = self.cut(&rest, Some(root));
        if far.len() < near.len() { far } else { near }
    }
}
