//! Derivations of the reasons of `circuit` from its rows, by the places of the nodes on the way from node 0.
//!
//! A set that no arc leaves, once entered, holds all later places. So it holds all places, or, if its arcs lead out
//! to a single node, all places before that node's. A literal for each place states that *a node of the set stands
//! there*. (After C. McIlree, C. McCreesh, J. Nordström, *Proof logging for the circuit constraint*, CPAIOR 2024, who
//! follow the places of single nodes.)

use crate::atom::Atom;
use crate::constraints::circuit::reached;
use crate::model::lines::{Ended, Lines, PROVES};
use crate::model::rows::Literal;
use crate::view::View;
use fixedbitset::FixedBitSet;
use std::convert::Infallible;

/// The literal stating that a node stands at a place. Node 0 stands at the first.
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

    // A proper subset that no arc leaves.
    let closures: Vec<FixedBitSet> = (0..n).map(|u| reached(n, u, |u| arcs[u].ones())).collect();
    let smallest = (0..n).min_by_key(|&u| closures[u].count_ones(..));
    if let Some(inside) = smallest.filter(|&u| closures[u].count_ones(..) < n) {
        let set = &closures[inside];
        let held = hold(set, None, &arcs, &place, lines)?;
        let Some(outside) = (0..n).find(|&u| !set.contains(u)) else { return Ok(()) };
        // If a node outside stands at a place, no node of the set stands there or before.
        (0..n).try_for_each(|at| lines.clause(&[!place(outside, at, lines), !held[at]]))?;
        return (0..n).try_for_each(|at| lines.clause(&[!place(outside, at, lines)]));
    }

    // Pairs of nodes of which, without a third one, neither reaches the other.
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
    // Both `a` and the node left out have places: then `b` has none.
    for at_out in 0..n {
        (0..n).try_for_each(|at| lines.clause(&[!place(a, at, lines), !place(out, at_out, lines)]))?;
        lines.clause(&[!place(out, at_out, lines)])?;
    }
    Ok(())
}

/// For each node, its possible successors.
pub(in crate::constraints) fn arcs_left(succ: &[View], lines: &mut dyn Lines) -> Vec<FixedBitSet> {
    let nodes = 0..succ.len();
    let mut left = |view: View, w: usize| {
        let arc = lines.literal(Atom::equals(view, w as i32));
        !lines.is_false(arc)
    };
    succ.iter().map(|&view| nodes.clone().filter(|&w| left(view, w)).collect()).collect()
}

/// Derives a literal for each place: a node of the set stands there. Then the set holds the next place, too, or the
/// node that its arcs may lead out to stands there.
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
