//! Quantities: constants or views, for durations, demands, capacities.

use crate::prelude_propagator::*;
use crate::reason::IntoReason;

/// A duration, demand or capacity: a constant, or the value of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// A constant known when the constraint is posted.
    Fixed(i32),
    /// The value of a view.
    Of(View),
}

impl Quantity {
    /// The view, if it is one.
    pub fn view(self) -> Option<View> {
        match self {
            Quantity::Fixed(_) => None,
            Quantity::Of(view) => Some(view),
        }
    }

    /// Whether it is a number below 0.
    pub(crate) fn is_negative(self) -> bool {
        matches!(self, Quantity::Fixed(..0))
    }

    #[inline]
    pub(crate) fn bounds(self, cx: &Context<'_>) -> (i32, i32) {
        match self {
            Quantity::Fixed(v) => (v, v),
            Quantity::Of(view) => cx.bounds(view),
        }
    }

    #[inline]
    pub(crate) fn min(self, cx: &Context<'_>) -> i32 {
        self.bounds(cx).0
    }

    #[inline]
    pub(crate) fn max(self, cx: &Context<'_>) -> i32 {
        self.bounds(cx).1
    }

    /// The bounds in past domains.
    pub(crate) fn past(self, past: &DomainsAt<'_>) -> (i32, i32) {
        match self {
            Quantity::Fixed(v) => (v, v),
            Quantity::Of(view) => (past.min(view), past.max(view)),
        }
    }

    /// The bounds in a check context; `None` if there is no value.
    pub(crate) fn assumed(self, case: &CheckContext<'_>) -> Option<(i32, i32)> {
        match self {
            Quantity::Fixed(v) => Some((v, v)),
            Quantity::Of(view) => case.bounds(view),
        }
    }

    /// The atom that it is at least `v`; none for a constant.
    pub(crate) fn at_least(self, v: i32) -> Option<Atom> {
        self.view().map(|view| Atom::at_least(view, v))
    }

    /// The atom that it is at most `v`; none for a constant.
    pub(crate) fn at_most(self, v: i32) -> Option<Atom> {
        self.view().map(|view| Atom::at_most(view, v))
    }
}

impl From<i32> for Quantity {
    fn from(v: i32) -> Quantity {
        Quantity::Fixed(v)
    }
}

impl From<View> for Quantity {
    fn from(view: View) -> Quantity {
        Quantity::Of(view)
    }
}

/// Removes values below `v`, which may be any number.
#[inline]
pub(crate) fn raise<R: IntoReason>(
    cx: &mut Context<'_>,
    view: View,
    v: i64,
    why: impl FnOnce() -> R,
) -> Result<(), Conflict> {
    let (low, high) = cx.bounds(view);
    if v <= i64::from(low) {
        return Ok(());
    }
    // All bounds above the largest value are equivalent, and this one is representable.
    cx.at_least(view, v.min(i64::from(high) + 1) as i32, why)
}

/// Removes values above `v`, which may be any number.
#[inline]
pub(crate) fn lower<R: IntoReason>(
    cx: &mut Context<'_>,
    view: View,
    v: i64,
    why: impl FnOnce() -> R,
) -> Result<(), Conflict> {
    let (low, high) = cx.bounds(view);
    if v >= i64::from(high) {
        return Ok(());
    }
    cx.at_most(view, v.max(i64::from(low) - 1) as i32, why)
}

/// The bound that a fact sets: the smallest value of the view for a lower bound, else the largest.
pub(crate) fn bound_set(view: View, fact: Atom) -> i64 {
    let x = match fact.relation() {
        Relation::Less => fact.value().wrapping_sub(1),
        _ => fact.value(),
    };
    i64::from(view.value_of(x))
}

/// The premise that the view is at least `v`, at most its past minimum; none if it holds at the root.
pub(crate) fn low_news(past: &DomainsAt<'_>, view: View, v: i64) -> Option<Atom> {
    (v > i64::from(past.root().min(view))).then(|| Atom::at_least(view, v as i32))
}

/// The premise that the view is at most `v`, at least its past maximum; none if it holds at the root.
pub(crate) fn high_news(past: &DomainsAt<'_>, view: View, v: i64) -> Option<Atom> {
    (v < i64::from(past.root().max(view))).then(|| Atom::at_most(view, v as i32))
}

/// The premise that the view is at least `v`, which is at most its minimum `min`; clamped so that it is representable.
pub(crate) fn low_premise(view: View, v: i64, min: i64) -> Atom {
    Atom::at_least(view, v.max(min - i64::from(View::LIMIT / 2)) as i32)
}

/// The premise that the view is at most `v`, which is at least its maximum `max`; clamped so that it is representable.
pub(crate) fn high_premise(view: View, v: i64, max: i64) -> Atom {
    Atom::at_most(view, v.min(max + i64::from(View::LIMIT / 2)) as i32)
}

/// Adds the atoms that do not hold at the root.
pub(crate) fn push_news(past: &DomainsAt<'_>, atoms: impl IntoIterator<Item = Atom>, why: &mut Premises) {
    let root = past.root();
    why.extend(atoms.into_iter().filter(|&atom| !root.entails(atom)));
}

impl Context<'_> {
    /// Whether an atom holds at the root, so that no reason needs it.
    pub(crate) fn is_given(&self, atom: Atom) -> bool {
        let Some(root) = self.core.atoms.as_ref().and_then(|atoms| atoms.roots().get(atom.var().index())) else {
            return false;
        };
        let (Some(low), Some(high)) = (root.min(), root.max()) else { return false };
        match atom.relation() {
            Relation::AtLeast => low >= atom.value(),
            Relation::Less => high < atom.value(),
            Relation::Equal => low == high && low == atom.value(),
            Relation::NotEqual => !root.contains(atom.value()),
        }
    }
}
