//! The rows of `connected` and `reachable`, which express, for each k, which elements paths of at most k steps reach;
//! and the derivation of inferences from these rows.
//!
//! If a cut separates the root from an element, propagation derives step by step that no path reaches the element.
//! Without a root, paths begin at the chosen element with the smallest number. This element lies on one side of the
//! cut, so the chosen element on the other side is not reached.

use crate::atom::Atom;
use crate::budget::Stopped;
use crate::constraints::reachable::layout::{Layout, Root};
use crate::model::lines::{Ended, Lines, PROVES};
use crate::model::rows::{Literal, Rows};
use crate::view::View;
use fixedbitset::FixedBitSet;

/// The maximum number of elements times steps for which rows are written; larger graphs are decomposed for proofs.
const LARGEST_WRITTEN: usize = 30_000;

/// The name of the literal stating that a path of at most `steps` steps reaches an element.
fn place(element: usize, steps: usize) -> String {
    format!("reached_{element}_{steps}")
}

pub(super) fn rows(layout: &Layout, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
    if !PROVES || rows.is_conditional() || layout.count * layout.longest > LARGEST_WRITTEN {
        return Ok(false);
    }
    let clause = |rows: &mut dyn Rows, family: &'static str, literals: &mut dyn Iterator<Item = Literal>| {
        rows.row(family, 0, literals.map(|l| (1, l)).collect(), 1)
    };
    let all = 0..layout.count;
    let chosen = all.clone().map(|k| rows.literal(layout.atom(x, k))).collect::<Result<Vec<Literal>, Stopped>>()?;
    if layout.root == Root::Last {
        let nodes = (layout.count - layout.chosen) as i32;
        for outside in [Atom::at_most(x[layout.chosen], -1), Atom::at_least(x[layout.chosen], nodes)] {
            let l = rows.literal(outside)?;
            clause(rows, "root", &mut [!l].into_iter())?;
        }
    }
    let mut here = Vec::new();
    for k in all.clone() {
        for &end in layout.needs.list(k) {
            clause(rows, "ends", &mut [!chosen[k], chosen[end as usize]].into_iter())?;
        }
        here.push(match layout.root {
            Root::Last if k < layout.chosen => Literal::FALSE,
            Root::Last => chosen[k],
            Root::Any => {
                let begins = rows.selector(&place(k, 0))?;
                clause(rows, "begins", &mut chosen[..k].iter().copied().chain([!chosen[k], begins]))?;
                clause(rows, "chosen", &mut [!begins, chosen[k]].into_iter())?;
                for &earlier in &chosen[..k] {
                    clause(rows, "first", &mut [!begins, !earlier].into_iter())?;
                }
                begins
            }
        });
    }
    for steps in 1..=layout.longest {
        let next = all.clone().map(|k| rows.selector(&place(k, steps))).collect::<Result<Vec<Literal>, Stopped>>()?;
        for k in all.clone() {
            let come: Vec<Literal> =
                layout.before.list(k).iter().map(|&from| here[from as usize]).chain([here[k]]).collect();
            clause(rows, "chosen", &mut [!next[k], chosen[k]].into_iter())?;
            clause(rows, "comes", &mut come.iter().copied().chain([!next[k]]))?;
            for from in come {
                clause(rows, "goes", &mut [!from, !chosen[k], next[k]].into_iter())?;
            }
        }
        here = next;
    }
    all.into_iter().try_for_each(|k| clause(rows, "reached", &mut [!chosen[k], here[k]].into_iter()))?;
    Ok(true)
}

pub(super) fn derive(layout: &Layout, x: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
    if !PROVES || layout.root == Root::Last {
        return Ok(());
    }
    let literals: Vec<Literal> = (0..layout.count).map(|k| lines.literal(layout.atom(x, k))).collect();
    let mut closed = FixedBitSet::with_capacity(layout.count);
    closed.extend((0..layout.count).filter(|&k| lines.is_false(literals[k])));
    let chosen: Vec<usize> = (0..layout.count).filter(|&k| lines.is_false(!literals[k])).collect();
    let sides = chosen.iter().map(|&k| layout.search(&[k], true, &closed).0);
    let inside = sides.filter(|side| chosen.iter().any(|&k| !side.contains(k))).min_by_key(|side| side.count_ones(..));
    let Some(inside) = inside else { return Ok(()) };
    let outside: Vec<usize> = closed.zeroes().filter(|&k| !inside.contains(k)).collect();
    let place = |k: usize, steps: usize, lines: &dyn Lines| lines.selector(&place(k, steps));
    // If paths begin inside, they never lead outside.
    let begins: Vec<Literal> = outside.iter().map(|&k| place(k, 0, lines)).collect();
    let begins_outside = lines.any_of(&begins);
    for steps in 1..=layout.longest {
        outside.iter().try_for_each(|&k| lines.clause(&[!place(k, steps, lines), begins_outside]))?;
    }
    lines.clause(&[begins_outside])?;
    // So they begin outside, and never lead inside.
    inside.ones().try_for_each(|k| lines.clause(&[!place(k, 0, lines)]))?;
    (1..=layout.longest).try_for_each(|steps| inside.ones().try_for_each(|k| lines.clause(&[!place(k, steps, lines)])))
}
