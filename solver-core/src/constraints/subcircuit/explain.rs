//! Reasons for the inferences of `subcircuit`, recomputed from past domains: why a node is not visited, or why a chain
//! stays open.

use super::{CLOSES, NO_CYCLE, REACH};
use crate::constraints::circuit::{cut_premises, reached};
use crate::prelude_propagator::*;
use fixedbitset::FixedBitSet;

pub(super) fn explain(
    succ: &[View],
    past: &DomainsAt<'_>,
    fact: Option<Atom>,
    hint: u32,
    why: &mut Premises,
) -> &'static Rule {
    let node = (hint >> 1) as usize;
    if hint & 1 == CLOSES {
        chain(succ, past, fact.map(|fact| succ[node].value_of(fact.value())), node, why);
        return &NO_CYCLE;
    }
    if fact.is_none() {
        why.extend([Atom::differs(succ[node], node as i32)]);
    }
    // The first root suffices unless views share variables.
    for root in (0..succ.len()).filter(|&u| !past.contains(succ[u], u as i32)) {
        let n = succ.len();
        let arc = |u: usize, w: usize| past.contains(succ[u], w as i32);
        let ahead = reached(n, root, |u| (0..n).filter(move |&w| arc(u, w)));
        let mut stuck = reached(n, root, |u| (0..n).filter(move |&w| arc(w, u)));
        stuck.toggle_range(..);
        let set = if !ahead.contains(node) { ahead } else { stuck };
        if set.contains(node) != set.contains(root) {
            why.extend([Atom::differs(succ[root], root as i32)]);
            why.extend(cut_premises(past, succ, &set, |_, _| true));
            break;
        }
    }
    &REACH
}

fn chain(succ: &[View], past: &DomainsAt<'_>, start: Option<i32>, end: usize, why: &mut Premises) {
    let Some(mut at) = start.map(|v| v as usize) else { return };
    let mut on_chain = FixedBitSet::with_capacity(succ.len());
    on_chain.insert(at);
    while let Some(next) = past.fixed(succ[at]).filter(|_| at != end) {
        why.push(Atom::equals(succ[at], next));
        at = next as usize;
        if on_chain.put(at) {
            break;
        }
    }
    let outside = (0..succ.len()).filter(|&u| !on_chain.contains(u) && !past.contains(succ[u], u as i32));
    // A node that is required at the root needs no premise.
    let atoms = outside.map(|u| Atom::differs(succ[u], u as i32));
    why.extend(atoms.min_by_key(|&atom| !past.holds_at_root(atom)));
}
