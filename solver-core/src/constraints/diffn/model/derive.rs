//! The rows of `diffn`, and the derivation of its inferences by reducing each row with the bounds.
//!
//! One of two rectangles precedes the other along some axis or, if empty rectangles are unconstrained, one of them is
//! empty.

use super::super::Empty;
use crate::atom::Atom;
use crate::budget::Stopped;
use crate::model::lines::{Ended, Lines, PROVES};
use crate::model::precedence::{Precedence, settle, try_orders};
use crate::model::rows::{Literal, Rows};
use crate::view::View;

/// The maximum number of rectangles whose permutations are enumerated.
const MOST: usize = 7;

/// A separation of two rectangles: the first comes before the second along an axis.
struct Way {
    before: (usize, usize),
    axis: usize,
    /// The two origins along the axis, and the size of the first rectangle.
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

    fn precedence(&self, lines: &dyn Lines) -> Precedence {
        let ([first, then], size) = (self.origins, self.size);
        Precedence { comes: lines.selector(&self.name()), row: ("before", self.number()), first, size, then }
    }
}

/// The possible separations of two rectangles.
fn ways(x: &[View], i: usize, j: usize) -> [Way; 4] {
    [(i, j, 0), (j, i, 0), (i, j, 1), (j, i, 1)].map(|(i, j, axis)| Way {
        before: (i, j),
        axis,
        origins: [x[4 * i + axis], x[4 * j + axis]],
        size: x[4 * i + 2 + axis],
    })
}

/// All pairs of `count` rectangles.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(|i| (0..i).map(move |j| (j, i)))
}

/// The sizes of two rectangles.
fn sizes(x: &[View], pair: (usize, usize)) -> impl Iterator<Item = View> + '_ {
    [pair.0, pair.1].into_iter().flat_map(|i| [x[4 * i + 2], x[4 * i + 3]])
}

/// Writes the rows: non-negative sizes, the definitions of the precedences, and the separation of each pair.
pub(super) fn rows(x: &[View], empty: Empty, rows: &mut dyn Rows) -> Result<bool, Stopped> {
    if !PROVES || rows.is_conditional() {
        return Ok(false);
    }
    for (i, size) in (0..).zip(x.chunks_exact(4).flat_map(|rectangle| &rectangle[2..])) {
        let not_negative = rows.literal(Atom::at_least(*size, 0))?;
        rows.row("size", i, vec![(1, not_negative)], 1)?;
    }
    for (number, (i, j)) in (0..).zip(pairs(x.len() / 4)) {
        let mut terms: Vec<(i64, Literal)> = Vec::new();
        for way in ways(x, i, j) {
            let comes = rows.selector(&way.name())?;
            let [first, then] = way.origins;
            rows.at_most(("before", way.number()), &[(1, first), (1, way.size), (-1, then)], 0, comes)?;
            rows.at_most(("reaches", way.number()), &[(-1, first), (-1, way.size), (1, then)], -1, !comes)?;
            terms.push((1, comes));
        }
        if empty == Empty::Free {
            for size in sizes(x, (i, j)) {
                terms.push((1, rows.literal(Atom::at_most(size, 0))?));
            }
        }
        rows.row("apart", number, terms, 1)?;
    }
    Ok(true)
}

/// Finds two rectangles that certainly overlap, or several that cross one line and together are too long for it, and
/// derives the conflict from their rows and the bounds.
pub(super) fn derive(x: &[View], empty: Empty, lines: &mut dyn Lines) -> Result<(), Ended> {
    if !PROVES {
        return Ok(());
    }
    let is_solid = |lines: &dyn Lines, pair: (usize, usize)| {
        empty == Empty::Blocked || sizes(x, pair).all(|size| lines.bounds(size).0 > 0)
    };
    let overlap = |lines: &dyn Lines, pair: (usize, usize)| {
        is_solid(lines, pair) && ways(x, pair.0, pair.1).iter().all(|way| way.precedence(lines).excess(lines) > 0)
    };
    if let Some((i, j)) = pairs(x.len() / 4).find(|&pair| overlap(lines, pair)) {
        return ways(x, i, j).iter().try_for_each(|way| way.precedence(lines).exclude(lines));
    }
    for axis in [0, 1] {
        if let Some(along) = overfull_line(x, axis, lines)
            && pairs(along.len()).all(|(i, j)| is_solid(lines, (along[i], along[j])))
        {
            let ways: Vec<Way> = pairs(along.len()).flat_map(|(i, j)| ways(x, along[i], along[j])).collect();
            let of_axis = |across: bool, lines: &dyn Lines| -> Vec<Precedence> {
                ways.iter().filter(|way| (way.axis == axis) == across).map(|way| way.precedence(lines)).collect()
            };
            // Two rectangles that cross the line cannot be separated along `axis`.
            of_axis(true, lines).iter().try_for_each(|way| way.exclude(lines))?;
            let along = of_axis(false, lines);
            settle(&along, lines)?;
            return try_orders(&along, lines);
        }
    }
    Ok(())
}

/// Finds rectangles that all cross a line at one coordinate of an axis, and whose total length exceeds their maximum
/// span along that line. Omits rectangles that are not needed.
fn overfull_line(x: &[View], axis: usize, lines: &dyn Lines) -> Option<Vec<usize>> {
    let bounds = |i: usize, axis: usize| {
        let ((low, high), size) = (lines.bounds(x[4 * i + axis]), lines.bounds(x[4 * i + 2 + axis]).0);
        (low, high, size)
    };
    let count = x.len() / 4;
    // If several rectangles certainly cross a coordinate, they also cross the largest of their latest origins.
    let places = (0..count).map(|i| bounds(i, axis)).filter(|(low, high, size)| *high < low + size);
    let places: Vec<i64> = places.map(|(_, high, _)| high).collect();
    let overfull = places.into_iter().filter_map(|place| {
        let meets = |i: &usize| {
            let (low, high, size) = bounds(*i, axis);
            high <= place && place < low + size
        };
        let mut all: Vec<usize> = (0..count).filter(meets).collect();
        let is_overfull = |all: &[usize]| {
            let spans = || all.iter().map(|&i| bounds(i, 1 - axis));
            let from = spans().map(|span| span.0).min().unwrap_or(0);
            let to = spans().map(|(_, high, size)| high + size).max().unwrap_or(0);
            spans().map(|span| span.2).sum::<i64>() > to - from
        };
        if !is_overfull(&all) {
            return None;
        }
        for i in all.clone() {
            let rest: Vec<usize> = all.iter().copied().filter(|&k| k != i).collect();
            if is_overfull(&rest) {
                all = rest;
            }
        }
        Some(all)
    });
    overfull.min_by_key(Vec::len).filter(|all| all.len() <= MOST)
}
