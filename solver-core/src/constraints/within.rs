//! Value sets: testing and removing them, and the premises that a view lies within one.
//!
//! A counting constraint reasons about views that lie within a set of values, or outside it, that is within its
//! [`complement`]. [`within`] states this in as few and as weak atoms as possible: a bound for all that is below, one
//! for all that is above, and each hole by itself. Root facts are omitted.

use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// All values of views that are not in the set.
pub(crate) fn complement(set: &ValueSet) -> ValueSet {
    ValueSet::range(-View::LIMIT, View::LIMIT).minus(set)
}

/// The values of a view for which a fact about its variable is true.
pub(crate) fn satisfying(view: View, fact: Atom) -> ValueSet {
    const BEYOND: i64 = View::LIMIT as i64 + 1;
    let offset = i64::from(view.offset());
    // The ends of i32 stand for infinity.
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

/// A value of the view that is in the set, if there is one. `hint` is tried first.
pub(crate) fn meets(cx: &Context<'_>, view: View, set: &ValueSet, hint: i32) -> Option<i32> {
    if set.contains(hint) && cx.contains(view, hint) {
        return Some(hint);
    }
    let (min, max) = cx.bounds(view);
    let first = set.ranges().partition_point(|r| r.1 < min);
    let overlapping = set.ranges()[first..].iter().take_while(|r| r.0 <= max);
    overlapping.filter_map(|&(low, high)| cx.next(view, low.max(min)).filter(|&v| v <= high)).next()
}

/// Gaps of at most this many values are removed value by value; larger ones stay until the bounds come near. So an
/// enormous domain does not cost enormous time or memory.
const MOST_BETWEEN: i64 = 65_536;

/// Removes the values of a set from a view, except [long](MOST_BETWEEN) gaps. A bound that moves over values of the set
/// needs, besides the reason for each removal, the premises of [`within`] with the [`satisfying`] values of the fact
/// allowed.
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

/// The same for the values from `low` to `high`, which lie within the view's bounds.
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

/// Whether none of the views has a value of the set.
pub(crate) fn are_clear(cx: &Context<'_>, views: impl IntoIterator<Item = View>, set: &ValueSet) -> bool {
    views.into_iter().all(|view| meets(cx, view, set, i32::MIN).is_none())
}

/// Whether all values of the view were in the set.
pub(crate) fn lay_within(view: View, set: &ValueSet, past: &DomainsAt<'_>) -> bool {
    let (min, max) = (past.min(view), past.max(view));
    gaps(view, set, (min, max), past).all(|v| !past.contains(view, v))
}

/// The values of `low..=high` that are not in the set, and at the root were in the domain; others perhaps too, but not many.
fn gaps(
    view: View,
    set: &ValueSet,
    (low, high): (i32, i32),
    past: &DomainsAt<'_>,
) -> impl Iterator<Item = i32> + use<> {
    let mut left = ValueSet::range(low, high).minus(set);
    // What is not to be found by looking at each value.
    if left.len() >= MOST_BETWEEN as u64 {
        left = left.intersection(&past.root_values(view));
    }
    let ranges: Vec<(i32, i32)> = left.ranges().to_vec();
    ranges.into_iter().flat_map(|(l, h)| l..=h)
}

/// Adds the atoms which state that the view had only values of the set.
pub(crate) fn within(view: View, set: &ValueSet, past: &DomainsAt<'_>, why: &mut Premises) {
    let root = past.root();
    let (min, max) = (past.min(view), past.max(view));
    let range_of = |v: i32| {
        let at = set.ranges().partition_point(|r| r.1 < v);
        set.ranges().get(at).copied().filter(|r| r.0 <= v).unwrap_or((v, v))
    };
    let (low, high) = (range_of(min).0, range_of(max).1);
    let below = low > root.min(view);
    let above = high < root.max(view);
    if min == max && below && above {
        why.push(Atom::equals(view, min));
        return;
    }
    if below {
        why.push(Atom::at_least(view, low));
    }
    why.extend(gaps(view, set, (min, max), past).filter(|&v| root.contains(view, v)).map(|v| Atom::differs(view, v)));
    if above {
        why.push(Atom::at_most(view, high));
    }
}

/// Adds `view >= v`, unless it holds at the root. It must have been true.
pub(crate) fn say_at_least(past: &DomainsAt<'_>, view: View, v: i32, why: &mut Premises) {
    if v > past.root().min(view) {
        why.push(Atom::at_least(view, v));
    }
}

/// Adds `view <= v`, unless it holds at the root. It must have been true.
pub(crate) fn say_at_most(past: &DomainsAt<'_>, view: View, v: i32, why: &mut Premises) {
    if v < past.root().max(view) {
        why.push(Atom::at_most(view, v));
    }
}

/// Adds `view != v`, unless it holds at the root.
pub(crate) fn say_differs(past: &DomainsAt<'_>, view: View, v: i32, why: &mut Premises) {
    if past.root().contains(view, v) {
        why.push(Atom::differs(view, v));
    }
}

/// Adds `view = v`, unless it holds at the root.
pub(crate) fn say_equals(past: &DomainsAt<'_>, view: View, v: i32, why: &mut Premises) {
    if past.root().fixed(view).is_none() {
        why.push(Atom::equals(view, v));
    }
}

/// Raises the smallest value to any number. A number far beyond the largest value, which a view may not represent, is
/// equivalent to one just beyond.
#[inline]
pub(crate) fn raise(cx: &mut Context<'_>, view: View, v: i32, hint: u32) -> Result<(), Conflict> {
    let (min, max) = cx.bounds(view);
    if v <= min { Ok(()) } else { cx.at_least(view, v.min(max + 1), || Lazy(hint)) }
}

/// Lowers the largest value to any number.
#[inline]
pub(crate) fn lower(cx: &mut Context<'_>, view: View, v: i32, hint: u32) -> Result<(), Conflict> {
    let (min, max) = cx.bounds(view);
    if v >= max { Ok(()) } else { cx.at_most(view, v.max(min - 1), || Lazy(hint)) }
}

/// Adds premises for `needed` views, other than the target, that they had only values of the set; first those that need
/// none, because it holds at the root.
pub(crate) fn some_within(
    views: &[View],
    set: &ValueSet,
    target: Option<usize>,
    needed: i64,
    past: &DomainsAt<'_>,
    why: &mut Premises,
) {
    let root = past.root();
    let (mut given, mut decided) = (0, Vec::new());
    for (_, &view) in views.iter().enumerate().filter(|&(i, _)| Some(i) != target) {
        if lay_within(view, set, &root) {
            given += 1;
        } else if lay_within(view, set, past) {
            decided.push(view);
        }
    }
    for view in decided.into_iter().take((needed - given).max(0) as usize) {
        within(view, set, past, why);
    }
}
