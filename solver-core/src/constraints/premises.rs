//! Helpers for premises (removed values, facts not already true at the root) and for bounds from other views.
//!
//! A bound far from the values of a view may not be representable on the view's variable, and would wrap: for a view
//! `x + c` with c near ±2³¹. So such bounds are clamped first, and a trivial one is no premise.

use super::fact::Fact;
use crate::prelude_propagator::*;
use crate::reason::IntoReason;

/// The premise that the view does not have the value; none if it never had it.
pub(crate) fn never(past: &DomainsAt<'_>, view: View, v: i32) -> Option<Atom> {
    let root = past.root();
    let may = root.min(view) <= v && v <= root.max(view) && root.contains(view, v);
    may.then(|| Atom::differs(view, v))
}

/// Whether the view may have a value.
pub(crate) fn is_left(past: &DomainsAt<'_>, view: View, v: i32) -> bool {
    past.min(view) <= v && v <= past.max(view) && past.contains(view, v)
}

/// A fact about the view, unless it holds at the root.
pub(crate) fn unless_given(past: &DomainsAt<'_>, view: View, fact: Fact) -> Option<Atom> {
    let root = past.root();
    let (low, high) = (root.min(view), root.max(view));
    let given = match fact {
        Fact::AtLeast(v) => low >= v,
        Fact::AtMost(v) => high <= v,
        Fact::Equals(v) => low == v && high == v,
        Fact::Differs(v) => return never(past, view, v),
    };
    (!given).then(|| fact.on(view))
}

/// The premises that the view has none of these values, all of which were removed: one for those below its bounds, one
/// for those above, one for each hole. Values that it never had need none.
pub(crate) fn gone(past: &DomainsAt<'_>, view: View, values: impl Iterator<Item = i32>, why: &mut Premises) {
    let (low, high) = (past.min(view), past.max(view));
    let mut below: Option<(i32, u32)> = None;
    let mut above: Option<(i32, u32)> = None;
    for v in values {
        if never(past, view, v).is_none() {
            continue;
        }
        if v < low {
            below = Some(below.map_or((v, 1), |(most, count)| (most.max(v), count + 1)));
        } else if v > high {
            above = Some(above.map_or((v, 1), |(least, count)| (least.min(v), count + 1)));
        } else {
            why.push(Atom::differs(view, v));
        }
    }
    // A single value is stated exactly, which is weaker than a bound.
    let one = |v: i32, count: u32, bound: Atom| if count == 1 { Atom::differs(view, v) } else { bound };
    why.extend(below.map(|(v, count)| one(v, count, Atom::at_least(view, v + 1))));
    why.extend(above.map(|(v, count)| one(v, count, Atom::at_most(view, v - 1))));
}

/// Raises the view to at least `v`, which may be far from its values.
#[inline]
pub(crate) fn raise<R: IntoReason>(
    cx: &mut Context<'_>,
    view: View,
    v: i32,
    why: impl FnOnce() -> R,
) -> Result<(), Conflict> {
    let (low, high) = cx.bounds(view);
    if v > low { cx.at_least(view, v.min(high + 1), why) } else { Ok(()) }
}

/// Lowers the view to at most `v`, which may be far from its values.
#[inline]
pub(crate) fn lower<R: IntoReason>(
    cx: &mut Context<'_>,
    view: View,
    v: i32,
    why: impl FnOnce() -> R,
) -> Result<(), Conflict> {
    let (low, high) = cx.bounds(view);
    if v < high { cx.at_most(view, v.max(low - 1), why) } else { Ok(()) }
}

/// All values that a view can ever have: both its variable and the view lie within ±2³⁰.
pub(crate) fn reach(view: View) -> (i32, i32) {
    let limit = i64::from(View::LIMIT);
    let offset = i64::from(view.offset());
    // Negation makes no difference.
    ((offset - limit).max(-limit) as i32, (offset + limit).min(limit) as i32)
}

/// The atom that a view is at least `v`, unless it holds for every such view.
pub(crate) fn at_least(view: View, v: i32) -> Option<Atom> {
    (v > reach(view).0).then(|| Atom::at_least(view, v))
}

/// The atom that a view is at most `v`, unless it holds for every such view.
pub(crate) fn at_most(view: View, v: i32) -> Option<Atom> {
    (v < reach(view).1).then(|| Atom::at_most(view, v))
}
