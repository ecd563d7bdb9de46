//! Tests whether a view has values in a set, and removes them.
//!
//! A counting constraint reasons about views that lie within a set of values or outside it, that is, within its
//! [`complement`]. [`premises::within`](super::premises::within) expresses both cases as premises.

use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// Returns the values that views can have, without those in the set.
pub(crate) fn complement(set: &ValueSet) -> ValueSet {
    ValueSet::range(-View::LIMIT, View::LIMIT).minus(set)
}

/// Returns the values of a view for which a fact about its variable is true.
pub(crate) fn satisfying(view: View, fact: Atom) -> ValueSet {
    const BEYOND: i64 = View::LIMIT as i64 + 1;
    let offset = view.offset();
    // The ends of `i32` stand for infinity.
    let far = |x: i32| match x {
        i32::MIN => i64::MIN / 4,
        i32::MAX => i64::MAX / 4,
        _ => i64::from(x),
    };
    let of = |x: i32| if view.is_negated() { offset - far(x) } else { offset + far(x) };
    let ranges = fact.values();
    ValueSet::from_ranges(ranges.ranges().iter().filter_map(|&(first, last)| {
        let (low, high) = (of(first).min(of(last)).max(-BEYOND), of(first).max(of(last)).min(BEYOND));
        (low <= high).then_some((low as i32, high as i32))
    }))
}

/// Returns a value of the view that is in the set, if any. Tries `hint` first.
pub(crate) fn meets(cx: &Context<'_>, view: View, set: &ValueSet, hint: i32) -> Option<i32> {
    if set.contains(hint) && cx.contains(view, hint) {
        return Some(hint);
    }
    let (min, max) = cx.bounds(view);
    let first = set.ranges().partition_point(|r| r.1 < min);
    let overlapping = set.ranges()[first..].iter().take_while(|r| r.0 <= max);
    overlapping.filter_map(|&(low, high)| cx.next(view, low.max(min)).filter(|&v| v <= high)).next()
}

/// The maximum length of a gap that is removed value by value. Longer gaps stay until a bound reaches them, so the cost
/// does not grow with the domain size.
pub(super) const MOST_BETWEEN: i64 = 65_536;

/// Removes the values of a set from a view, except gaps longer than [`MOST_BETWEEN`]. When a bound moves past values of
/// the set, the reason consists of the reasons for the individual removals and the premises of
/// [`within`](super::premises::within), which allow the values [`satisfying`] the fact.
pub(crate) fn clear(cx: &mut Context<'_>, view: View, set: &ValueSet, hint: u32) -> Result<(), Conflict> {
    let first = set.ranges().partition_point(|r| r.1 < cx.min(view));
    for &(low, high) in &set.ranges()[first..] {
        let (min, max) = cx.bounds(view);
        if low > max {
            break;
        }
        clear_range(cx, view, (low.max(min), high.min(max)), hint)?;
    }
    Ok(())
}

/// Like [`clear`], for the values from `low` to `high`, which lie within the view's bounds.
pub(crate) fn clear_range(
    cx: &mut Context<'_>,
    view: View,
    (low, high): (i32, i32),
    hint: u32,
) -> Result<(), Conflict> {
    if low > high {
        return Ok(());
    }
    if low == high {
        return cx.remove(view, low, || Lazy(hint));
    }
    let (min, max) = cx.bounds(view);
    if low <= min {
        return cx.at_least(view, high + 1, || Lazy(hint));
    }
    if high >= max {
        return cx.at_most(view, low - 1, || Lazy(hint));
    }
    if i64::from(high) - i64::from(low) >= MOST_BETWEEN {
        return Ok(());
    }
    let mut next = cx.next(view, low);
    while let Some(v) = next.filter(|&v| v <= high) {
        cx.work(1)?;
        cx.remove(view, v, || Lazy(hint))?;
        next = cx.next(view, v + 1);
    }
    Ok(())
}

/// Checks whether none of the views has a value in the set.
pub(crate) fn are_clear(cx: &Context<'_>, views: impl IntoIterator<Item = View>, set: &ValueSet) -> bool {
    views.into_iter().all(|view| meets(cx, view, set, i32::MIN).is_none())
}
