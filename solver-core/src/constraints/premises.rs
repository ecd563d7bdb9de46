//! What constraints have in common: premises about values that are gone and about what was not so from the start, and
//! bounds that come from other views.
//!
//! A bound far from the values of a view may have no number on the view's variable, and would wrap: of a view `x + c` with c
//! near ±2³¹. So bounds from elsewhere are brought near first, and what says nothing is no premise.

use super::fact::Fact;
use crate::prelude_propagator::*;
use crate::reason::IntoReason;

/// That the view does not have the value; nothing when it never had it.
pub(crate) fn never(past: &DomainsAt<'_>, view: View, v: i32) -> Option<Atom> {
    let root = past.root();
    let may = root.min(view) <= v && v <= root.max(view) && root.contains(view, v);
    may.then(|| Atom::differs(view, v))
}

/// Whether the view may have a value.
pub(crate) fn is_left(past: &DomainsAt<'_>, view: View, v: i32) -> bool {
    past.min(view) <= v && v <= past.max(view) && past.contains(view, v)
}

/// A fact about the view, unless it was so at the root.
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

/// That the view has none of these values, all of them gone: those below its bounds in one premise, those above in one,
/// each hole in one. Values that it never had need none.
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
    // One value alone is said exactly, which is less than a bound.
    let one = |v: i32, count: u32, bound: Atom| if count == 1 { Atom::differs(view, v) } else { bound };
    why.extend(below.map(|(v, count)| one(v, count, Atom::at_least(view, v + 1))));
    why.extend(above.map(|(v, count)| one(v, count, Atom::at_most(view, v - 1))));
}

/// The view is at least `v`, which may be far from its values.
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

/// The view is at most `v`, which may be far from its values.
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

/// All values that a view can ever have, as its variable lies within ±2³⁰, and so does it.
pub(crate) fn reach(view: View) -> (i32, i32) {
    let limit = i64::from(View::LIMIT);
    let offset = i64::from(view.offset());
    // Whether the variable is negated or not makes no difference.
    ((offset - limit).max(-limit) as i32, (offset + limit).min(limit) as i32)
}

/// That a view is at least `v`, unless all views of its kind are.
pub(crate) fn at_least(view: View, v: i32) -> Option<Atom> {
    (v > reach(view).0).then(|| Atom::at_least(view, v))
}

/// That a view is at most `v`, unless all views of its kind are.
pub(crate) fn at_most(view: View, v: i32) -> Option<Atom> {
    (v < reach(view).1).then(|| Atom::at_most(view, v))
}
