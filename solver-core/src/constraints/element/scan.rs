//! Scanning domains: common values, and unions by words.

use crate::prelude_propagator::*;

/// The widest range of values that is scanned.
pub(super) const LONGEST: i64 = 65_536;

/// The range of values that both views may have by their bounds; empty when low > high.
#[inline]
pub(super) fn overlap(cx: &Context<'_>, x: View, y: View) -> (i32, i32) {
    let ((a, b), (c, d)) = (cx.bounds(x), cx.bounds(y));
    (a.max(c), b.min(d))
}

/// Whether a range is narrow enough to be scanned.
pub(super) fn is_short((low, high): (i32, i32)) -> bool {
    i64::from(high) - i64::from(low) < LONGEST
}

/// Removes the values between those of these groups, which ascend, unless there are too many to be looked at.
pub(super) fn remove_between(
    cx: &mut Context<'_>,
    view: View,
    groups: &[(i32, u32)],
    why: Lazy,
) -> Result<(), Conflict> {
    if !is_short(cx.bounds(view)) {
        return Ok(());
    }
    for pair in groups.windows(2) {
        let mut next = cx.next(view, pair[0].0 + 1);
        while let Some(between) = next.filter(|&between| between < pair[1].0) {
            cx.remove(view, between, || why)?;
            next = cx.next(view, between + 1);
        }
    }
    Ok(())
}

/// A value in both domains; the hint is tested first. The domains alternate in jumping ahead, so gaps cost little.
pub(super) fn common_value(cx: &Context<'_>, x: View, y: View, hint: i32) -> Option<i32> {
    if (-View::LIMIT..=View::LIMIT).contains(&hint) && cx.contains(x, hint) && cx.contains(y, hint) {
        return Some(hint);
    }
    // There is nothing beyond the overlap.
    let (low, high) = overlap(cx, x, y);
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
