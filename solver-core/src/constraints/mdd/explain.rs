//! Reasons for the inferences of `regular` and `mdd`: a cut, that is, a set of removed values such that every path uses
//! one of them.
//!
//! G. Gange, P. Stuckey and R. Szymanek, *MDD propagators with explanation*, Constraints 16 (2011), section 4. A
//! backward pass finds the nodes that reach the end with the remaining values. A forward pass from the source then
//! restores every removed value unless one of its arcs leads to one of these nodes. The values that cannot be restored
//! are the cut.

use super::graph::Graph;
use crate::prelude_propagator::*;

/// The status of a label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// The value was in the domain.
    Open,
    /// The value had been removed.
    Gone,
    /// The label is irrelevant: its value was never in the domain, or satisfies the fact.
    Shut,
}

/// Adds to `why` facts that exclude every path on which `fact`, a fact about the view at the given layer, is false.
/// Without a fact, excludes every path.
pub(super) fn no_path(
    graph: &Graph,
    views: &[View],
    past: &DomainsAt<'_>,
    fact: Option<(Atom, usize)>,
    why: &mut Premises,
) {
    let root = past.root();
    let mut states = Vec::with_capacity(graph.values.len());
    for (layer, &view) in views.iter().enumerate() {
        let (then, first) = (past.domain(view), root.domain(view));
        let denied = fact.filter(|&(_, at)| at == layer).map(|(fact, _)| fact);
        states.extend(graph.labels_of(layer).map(|label| {
            let v = graph.values[label as usize];
            if denied.is_some_and(|fact| fact.holds_for(view.var_value(v))) {
                Label::Shut
            } else if then.contains(v) {
                Label::Open
            } else if first.contains(v) {
                Label::Gone
            } else {
                Label::Shut
            }
        }));
    }
    let mut ends = vec![false; graph.nodes()];
    graph.last_nodes().for_each(|node| ends[node as usize] = true);
    for label in (0..graph.values.len() as u32).rev().filter(|&label| states[label as usize] == Label::Open) {
        for arc in graph.arcs_of(graph.class_of[label as usize]) {
            ends[arc.from as usize] |= ends[arc.to as usize];
        }
    }
    let mut reached = vec![false; graph.nodes()];
    if let Some(source) = reached.first_mut() {
        *source = true;
    }
    let mut cut = Vec::new();
    for (layer, &view) in views.iter().enumerate() {
        cut.clear();
        for label in graph.labels_of(layer) {
            let (state, arcs) = (states[label as usize], graph.arcs_of(graph.class_of[label as usize]));
            let leads_on = |arc: &super::graph::Edge| reached[arc.from as usize] && ends[arc.to as usize];
            if state == Label::Gone && arcs.iter().any(leads_on) {
                cut.push(graph.values[label as usize]);
            } else if state != Label::Shut {
                for arc in arcs {
                    reached[arc.to as usize] |= reached[arc.from as usize];
                }
            }
        }
        past.none_of(view, cut.iter().copied(), why);
    }
}
