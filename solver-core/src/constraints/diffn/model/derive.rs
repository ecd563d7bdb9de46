//! The rows of `diffn`, and how the reasons that two rectangles give follow from them: by what bounds leave of each row.
//!
//! Of two rectangles one comes before the other along some axis, or, where empty ones are free, one of them is empty.

use super::super::Empty;
use crate::atom::Atom;
use crate::model::lines::{Lines, PROVES};
use crate::model::rows::{Literal, Rows};
use crate::view::View;
use std::ops::ControlFlow::{self, Continue};

/// That one rectangle comes before another along an axis.
struct Way {
    before: (usize, usize),
    axis: usize,
    /// The origins along it, and the size of the first.
    origins: [View; 2],
    size: View,
}

impl Way {
    fn name(&self) -> String {
        format!("rectangle_{}_before_{}_along_{}", self.before.0, self.before.1, ["x", "y"][self.axis])
    }

    fn number(&self) -> i64 {
        (self.before.0 as i64) << 32 | (self.before.1 as i64) << 1 | self.axis as i64
    }
}

/// The ways in which two rectangles are apart.
fn ways(x: &[View], i: usize, j: usize) -> [Way; 4] {
    [(i, j, 0), (j, i, 0), (i, j, 1), (j, i, 1)].map(|(i, j, axis)| Way {
        before: (i, j),
        axis,
        origins: [x[4 * i + axis], x[4 * j + axis]],
        size: x[4 * i + 2 + axis],
    })
}

/// Each two of so many rectangles.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(|i| (0..i).map(move |j| (j, i)))
}

/// The sizes of two rectangles.
fn sizes(x: &[View], pair: (usize, usize)) -> impl Iterator<Item = View> + '_ {
    [pair.0, pair.1].into_iter().flat_map(|i| [x[4 * i + 2], x[4 * i + 3]])
}

/// The rows: no size is negative, what it means to come before another one, and that each two are apart.
pub(super) fn rows(x: &[View], empty: Empty, rows: &mut dyn Rows) -> bool {
    if !PROVES || rows.is_conditional() {
        return false;
    }
    for (i, size) in (0..).zip(x.chunks_exact(4).flat_map(|rectangle| &rectangle[2..])) {
        let not_negative = rows.literal(Atom::at_least(*size, 0));
        rows.row("size", i, vec![(1, not_negative)], 1);
    }
    for (number, (i, j)) in (0..).zip(pairs(x.len() / 4)) {
        let mut terms: Vec<(i64, Literal)> = Vec::new();
        for way in ways(x, i, j) {
            let comes = rows.selector(&way.name());
            let [first, then] = way.origins;
            rows.at_most(("before", way.number()), &[(1, first), (1, way.size), (-1, then)], 0, comes);
            rows.at_most(("reaches", way.number()), &[(-1, first), (-1, way.size), (1, then)], -1, !comes);
            terms.push((1, comes));
        }
        if empty == Empty::Free {
            terms.extend(sizes(x, (i, j)).map(|size| (1, rows.literal(Atom::at_most(size, 0)))));
        }
        rows.row("apart", number, terms, 1);
    }
    true
}

/// Finds two rectangles that overlap by their bounds, and what these leave of each row.
pub(super) fn derive(x: &[View], empty: Empty, lines: &mut dyn Lines) -> ControlFlow<()> {
    if !PROVES {
        return Continue(());
    }
    let excess = |way: &Way, lines: &dyn Lines| {
        let ([first, then], size) = (way.origins, way.size);
        lines.bounds(first).0 + lines.bounds(size).0 - lines.bounds(then).1
    };
    let overlap = |lines: &dyn Lines, pair: (usize, usize)| {
        let is_solid = empty == Empty::Blocked || sizes(x, pair).all(|size| lines.bounds(size).0 > 0);
        is_solid && ways(x, pair.0, pair.1).iter().all(|way| excess(way, lines) > 0)
    };
    let Some((i, j)) = pairs(x.len() / 4).find(|&pair| overlap(lines, pair)) else { return Continue(()) };
    for way in ways(x, i, j) {
        let comes = lines.selector(&way.name());
        if !lines.is_false(comes) {
            let ([first, then], size) = (way.origins, way.size);
            let (starts, lasts) = (lines.bounds(first).0, lines.bounds(size).0);
            let bounds =
                [Atom::at_least(first, starts), Atom::at_least(size, lasts), Atom::at_most(then, lines.bounds(then).1)];
            lines.linear(("before", way.number()), &bounds)?;
            lines.clause(&[!comes])?;
        }
    }
    Continue(())
}
