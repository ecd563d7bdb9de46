//! Derives the inferences of `circuit` from its rows, using the nodes' positions on the path from node 0.
//!
//! Once the path enters a set that no arc leaves, the nodes at all later positions are in the set and, because
//! positions are cyclic, so are all other nodes of the path. If all arcs that leave the set lead to one node, this
//! holds up to that node's position. A literal for each position states that *a node of the set has this position*.
//! (After C. McIlree, C. McCreesh, J. Nordström, *Proof logging for the circuit constraint*, CPAIOR 2024, which uses
//! the positions of single nodes.)

use crate::atom::Atom;
use crate::constraints::circuit::reached;
use crate::model::lines::{Ended, Lines, PROVES};
use crate::model::rows::Literal;
use crate::view::View;
use fixedbitset::FixedBitSet;
use std::convert::Infallible;

/// Returns the literal stating that a node has a position. Node 0 has the first position.
pub(super) fn place<E>(
    node: usize,
    place: usize,
    mut selector: impl FnMut(&str) -> Result<Literal, E>,
) -> Result<Literal, E> {
    match (node, place) {
        (0, 0) => Ok(Literal::TRUE),
        (0, _) | (_, 0) => Ok(Literal::FALSE),
        _ => selector(&format!("place_{node}_{place}")),
    }
}

pub(in crate::constraints) fn derive_circuit(succ: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
    if !PROVES {
        return Ok(());
    }
    let n = succ.len();
    lines.cases(n)?;
    let arcs = arcs_left(succ, lines);
    let place = |node: usize, at: usize, lines: &dyn Lines| {
        let Ok(l) = place(node, at % n, |name| Ok::<_, Infallible>(lines.selector(name)));
        l
    };

    // Finds a proper subset that no arc leaves.
    let closures: Vec<FixedBitSet> = (0..n).map(|u| reached(n, u, |u| arcs[u].ones())).collect();
    let smallest = (0..n).min_by_key(|&u| closures[u].count_ones(..));
    if let Some(inside) = smallest.filter(|&u| closures[u].count_ones(..) < n) {
        let set = &closures[inside];
        let held = hold(set, None, &arcs, &place, lines)?;
        let Some(outside) = (0..n).find(|&u| !set.contains(u)) else { return Ok(()) };
        // If a node outside the set has a position, no node of the set has that position or an earlier one.
        (0..n).try_for_each(|at| lines.clause(&[!place(outside, at, lines), !held[at]]))?;
        return (0..n).try_for_each(|at| lines.clause(&[!place(outside, at, lines)]));
    }

    // Finds pairs of nodes that cannot reach each other without passing through a third node.
    let pairs = (0..n).flat_map(|out| {
        let closures: Vec<FixedBitSet> =
            (0..n).map(|u| reached(n, u, |u| arcs[u].ones().filter(move |&w| w != out))).collect();
        let mut best: Option<(usize, usize, (usize, usize))> = None;
        for a in (0..n).filter(|&a| a != out) {
            for b in (0..a).filter(|&b| b != out && !closures[a].contains(b) && !closures[b].contains(a)) {
                let size = closures[a].count_ones(..) + closures[b].count_ones(..);
                if best.is_none_or(|(least, ..)| size < least) {
                    best = Some((size, out, (a, b)));
                }
            }
        }
        best.map(|(size, out, (a, b))| (size, out, [a, b], [closures[a].clone(), closures[b].clone()]))
    });
    let Some((_, out, [a, b], [after_a, after_b])) = pairs.min_by_key(|pair| pair.0) else { return Ok(()) };
    for (set, other) in [(&after_a, b), (&after_b, a)] {
        let held = hold(set, Some(out), &arcs, &place, lines)?;
        (0..n).try_for_each(|at| lines.clause(&[!held[at], !place(other, at, lines)]))?;
    }
    // For each pair of positions of `a` and the omitted node, no position remains for `b`.
    for at_out in 0..n {
        (0..n).try_for_each(|at| lines.clause(&[!place(a, at, lines), !place(out, at_out, lines)]))?;
        lines.clause(&[!place(out, at_out, lines)])?;
    }
    Ok(())
}

/// The possible successors of each node.
pub(in crate::constraints) fn arcs_left(succ: &[View], lines: &mut dyn Lines) -> Vec<FixedBitSet> {
    let nodes = 0..succ.len();
    let mut left = |view: View, w: usize| {
        let arc = lines.literal(Atom::equals(view, w as i32));
        !lines.is_false(arc)
    };
    succ.iter().map(|&view| nodes.clone().filter(|&w| left(view, w)).collect()).collect()
}

/// Derives a literal for each position, stating that a node of the set has it. If so, the next position also belongs to
/// a node of the set, or to `out`, the only node outside the set to which arcs from the set may lead.
fn hold(
    set: &FixedBitSet,
    out: Option<usize>,
    arcs: &[FixedBitSet],
    place: &impl Fn(usize, usize, &dyn Lines) -> Literal,
    lines: &mut dyn Lines,
) -> Result<Vec<Literal>, Ended> {
    let n = arcs.len();
    let mut held = Vec::with_capacity(n);
    for at in 0..n {
        let standing: Vec<Literal> = set.ones().map(|u| place(u, at, lines)).collect();
        held.push(lines.any_of(&standing));
    }
    for at in 0..n {
        let next = held[(at + 1) % n];
        let leaves = out.map_or(Literal::FALSE, |out| place(out, at + 1, lines));
        for u in set.ones() {
            lines.clause(&[!place(u, at, lines), next, leaves])?;
        }
        lines.clause(&[!held[at], next, leaves])?;
    }
    Ok(held)
}
