//! The rows of `subcircuit`, and the derivation of its inferences from the nodes' positions on the path from the first
//! visited node.
//!
//! If no arc leaves a set of nodes, a path that enters the set never returns to a start outside it. So if the start is
//! outside, no node of the set is visited; if it is inside, no node outside is visited.

use crate::atom::Atom;
use crate::budget::Stopped;
use crate::constraints::circuit::{LARGEST_WRITTEN, arcs_left, reached};
use crate::model::lines::{Ended, Lines, PROVES};
use crate::model::rows::{Literal, Rows, at_most_one_per_value};
use crate::view::View;
use fixedbitset::FixedBitSet;

/// The name of the literal stating that a node is visited after this many steps.
fn place(node: usize, steps: usize) -> String {
    format!("place_{node}_{steps}")
}

pub(super) fn rows(succ: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
    let n = succ.len();
    if !PROVES || rows.is_conditional() || n > LARGEST_WRITTEN || !at_most_one_per_value(succ, rows)? {
        return Ok(false);
    }
    let arc = |u: usize, w: usize, rows: &mut dyn Rows| rows.literal(Atom::equals(succ[u], w as i32));
    let visited = (0..n).map(|u| Ok(!arc(u, u, rows)?)).collect::<Result<Vec<Literal>, Stopped>>()?;
    let of_node = |u| (0..n).map(|steps| rows.selector(&place(u, steps))).collect();
    let places = (0..n).map(of_node).collect::<Result<Vec<Vec<Literal>>, Stopped>>()?;
    let clause = |rows: &mut dyn Rows, family: &'static str, literals: &mut dyn Iterator<Item = Literal>| {
        rows.row(family, 0, literals.map(|l| (1, l)).collect(), 1)
    };
    for (u, of_node) in places.iter().enumerate() {
        for outside in [Atom::at_most(succ[u], -1), Atom::at_least(succ[u], n as i32)] {
            let l = rows.literal(outside)?;
            clause(rows, "index", &mut [!l].into_iter())?;
        }
        // A visited node has one position. It has the first position if and only if it is the smallest visited node.
        clause(rows, "place", &mut of_node.iter().copied().chain([!visited[u]]))?;
        let several = of_node.iter().map(|&l| (1, !l)).chain([(1, visited[u])]).collect();
        rows.row("places", u as i64, several, n as i64)?;
        clause(rows, "start", &mut visited[..u].iter().copied().chain([!visited[u], of_node[0]]))?;
        for &earlier in &visited[..u] {
            clause(rows, "start", &mut [!of_node[0], !earlier].into_iter())?;
        }
    }
    for steps in 0..n {
        let there = || places.iter().map(|of_node| of_node[steps]);
        rows.row("node", steps as i64, there().map(|l| (1, !l)).collect(), n as i64 - 1)?;
        for next in places.iter().filter_map(|of_node| of_node.get(steps + 1)) {
            clause(rows, "before", &mut there().chain([!*next]))?;
        }
        for (u, w) in (0..n).flat_map(|u| (0..n).map(move |w| (u, w))).filter(|(u, w)| u != w) {
            let (arc, at) = (arc(u, w, rows)?, places[u][steps]);
            let next = places[w].get(steps + 1).copied();
            clause(rows, "arc", &mut [!arc, !at, places[w][0]].into_iter().chain(next))?;
            if let Some(next) = next {
                clause(rows, "comes", &mut [arc, !at, !next].into_iter())?;
            }
        }
    }
    Ok(true)
}

pub(super) fn derive(succ: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
    if !PROVES {
        return Ok(());
    }
    let n = succ.len();
    let arcs = arcs_left(succ, lines);
    let visited: FixedBitSet = (0..n).filter(|&u| !arcs[u].contains(u)).collect();
    // Sets that no arc leaves, that contain a visited node, and that do not contain some other visited node.
    let closures = visited.ones().map(|u| reached(n, u, |u| arcs[u].ones()));
    let set = closures.filter(|set| !visited.is_subset(set)).min_by_key(|set| set.count_ones(..));
    let Some(inside) = set else { return Ok(()) };
    let mut outside = inside.clone();
    outside.toggle_range(..);
    let place = |u: usize, steps: usize, lines: &dyn Lines| lines.selector(&place(u, steps));
    // The predecessor of a node outside the set is also outside, and so is the start.
    let mut earlier = Literal::FALSE;
    for steps in 0..n {
        let here: Vec<Literal> = outside.ones().map(|u| place(u, steps, lines)).collect();
        if steps > 0 {
            here.iter().try_for_each(|&l| lines.clause(&[!l, earlier]))?;
        }
        let any = lines.any_of(&here);
        if steps > 0 {
            lines.clause(&[!any, earlier])?;
        }
        earlier = any;
    }
    inside.ones().try_for_each(|u| lines.clause(&[!place(u, 0, lines)]))?;
    // A node inside the set has no successor outside.
    (1..n).rev().try_for_each(|steps| inside.ones().try_for_each(|u| lines.clause(&[!place(u, steps, lines)])))
}
