//! Premises that constraints have in common: values that are gone, and what was not so from the start.

use super::fact::Fact;
use crate::prelude_propagator::*;

/// That the view does not have the value; nothing when it never had it.
pub(crate) fn never(past: &Past<'_>, view: View, v: i32) -> Option<Atom> {
    let root = past.root();
    let may = root.min(view) <= v && v <= root.max(view) && root.contains(view, v);
    may.then(|| Atom::differs(view, v))
}

/// Whether the view may have a value.
pub(crate) fn is_left(past: &Past<'_>, view: View, v: i32) -> bool {
    past.min(view) <= v && v <= past.max(view) && past.contains(view, v)
}

/// A fact about the view, unless it was so at the root.
pub(crate) fn unless_given(past: &Past<'_>, view: View, fact: Fact) -> Option<Atom> {
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
pub(crate) fn gone(past: &Past<'_>, view: View, values: impl Iterator<Item = i32>, why: &mut Premises) {
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
