//! Pairs of views: finding a common value, explaining why there is none, and making the views equal.

use crate::prelude_propagator::*;

/// Whether to consider only two domains' bounds or all their values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    Bounds,
    Domain,
}

impl Level {
    /// The events that wake a propagator at this level.
    pub(super) fn wake(self) -> Wake {
        match self {
            Level::Bounds => Wake::Bounds,
            Level::Domain => Wake::Domain,
        }
    }
}

/// The maximum number of values in a scanned range.
const LONGEST: i64 = 65_536;

/// The intersection of the two views' bounds; empty if `low > high`.
#[inline]
fn overlap(cx: &Context<'_>, x: View, y: View) -> (i32, i32) {
    let ((a, b), (c, d)) = (cx.bounds(x), cx.bounds(y));
    (a.max(c), b.min(d))
}

/// Checks whether a range is narrow enough to be scanned.
pub(super) fn is_short((low, high): (i32, i32)) -> bool {
    i64::from(high) - i64::from(low) < LONGEST
}

/// Returns a value in both domains, trying the residue first. At level Bounds, or if the overlap is too long to scan,
/// returns the residue whenever the bounds overlap.
#[inline]
pub(super) fn common(cx: &Context<'_>, level: Level, x: View, y: View, residue: i32) -> Option<i32> {
    let range = overlap(cx, x, y);
    if range.0 > range.1 || level == Level::Bounds || !is_short(range) {
        return (range.0 <= range.1).then_some(residue);
    }
    let is_common = |v: i32| cx.contains(x, v) && cx.contains(y, v);
    if (range.0..=range.1).contains(&residue) && is_common(residue) {
        return Some(residue);
    }
    next_common(cx, x, y, range)
}

/// Finds the first common value in a range. The two domains take turns skipping ahead, so gaps cost little.
fn next_common(cx: &Context<'_>, x: View, y: View, (low, high): (i32, i32)) -> Option<i32> {
    let mut v = cx.next(x, low).filter(|&v| v <= high)?;
    loop {
        let w = cx.next(y, v).filter(|&w| w <= high)?;
        if w == v {
            return Some(v);
        }
        v = cx.next(x, w).filter(|&v| v <= high)?;
        if v == w {
            return Some(v);
        }
    }
}

/// The starts of the windows of 64 values that cover a range.
pub(super) fn windows((low, high): (i32, i32)) -> impl Iterator<Item = i32> {
    (i64::from(low)..=i64::from(high)).step_by(64).map(|base| base as i32)
}

/// Adds the premises stating that two views have no value in common.
pub(super) fn disjoint(past: &DomainsAt<'_>, x: View, y: View, why: &mut Premises) {
    let root = past.root();
    for (lower, upper) in [(x, y), (y, x)] {
        let (most, least) = (past.max(lower), past.min(upper));
        if most < least {
            // Any bound between the two suffices; one that holds at the root saves a premise.
            if root.max(lower) < least {
                why.push(Atom::at_least(upper, root.max(lower) + 1));
            } else if most < root.min(upper) {
                why.push(Atom::at_most(lower, root.min(upper) - 1));
            } else {
                why.extend([Atom::at_most(lower, most), Atom::at_least(upper, most + 1)]);
            }
            return;
        }
    }
    let (low, high) = (past.min(x).max(past.min(y)), past.max(x).min(past.max(y)));
    let from = if past.min(x) == low { x } else { y };
    if root.min(x).max(root.min(y)) < low {
        why.push(Atom::at_least(from, low));
    }
    let until = if past.max(x) == high { x } else { y };
    if root.max(x).min(root.max(y)) > high {
        why.push(Atom::at_most(until, high));
    }
    let (first, then) = ([x, y].map(|view| root.domain(view)), past.domain(x));
    for v in low..=high {
        if first.iter().all(|domain| domain.contains(v)) {
            why.push(if then.contains(v) { Atom::differs(y, v) } else { Atom::differs(x, v) });
        }
    }
}

/// Reduces both domains to their intersection: only the bounds at level Bounds, all values at level Domain. The two
/// hints are for removals from the first and the second view.
pub(super) fn equate(
    cx: &mut Context<'_>,
    level: Level,
    (x, y): (View, View),
    hints: [u32; 2],
) -> Result<Status, Conflict> {
    let sides = [(x, y, hints[0]), (y, x, hints[1])];
    while cx.bounds(x) != cx.bounds(y) {
        cx.work(1)?;
        for (to, from, hint) in sides {
            let (low, high) = cx.bounds(from);
            cx.at_least(to, low, || Lazy(hint))?;
            cx.at_most(to, high, || Lazy(hint))?;
        }
    }
    let range = cx.bounds(x);
    if range.0 == range.1 {
        return Ok(Status::Entailed);
    }
    if level == Level::Domain && is_short(range) {
        for base in windows(range) {
            cx.work(2)?;
            for (to, from, hint) in sides {
                cx.keep(to, base, cx.window(from, base), || Lazy(hint))?;
            }
        }
    }
    Ok(Status::Stable)
}
