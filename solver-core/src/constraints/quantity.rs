//! A number of a constraint that is fixed, or a view: durations, demands, capacities.

use crate::model::PostingContext;
use crate::prelude_propagator::*;
use crate::reason::IntoReason;

/// What a task lasts or needs: a number, or the value of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// A number known when the constraint is posted.
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

    /// The bounds as they were.
    pub(crate) fn past(self, past: &DomainsAt<'_>) -> (i32, i32) {
        match self {
            Quantity::Fixed(v) => (v, v),
            Quantity::Of(view) => (past.min(view), past.max(view)),
        }
    }

    /// The bounds in a case; `None` when there is no value.
    pub(crate) fn assumed(self, case: &CheckContext<'_>) -> Option<(i32, i32)> {
        match self {
            Quantity::Fixed(v) => Some((v, v)),
            Quantity::Of(view) => case.bounds(view),
        }
    }

    /// That it is at least `v`; nothing when that is no news for a number.
    pub(crate) fn at_least(self, v: i32) -> Option<Atom> {
        self.view().map(|view| Atom::at_least(view, v))
    }

    /// That it is at most `v`; nothing when that is no news for a number.
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

/// Removes what is below `v`, which may be any number.
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
    // All bounds above the greatest value are alike, and this one fits.
    cx.at_least(view, v.min(i64::from(high) + 1) as i32, why)
}

/// Removes what is above `v`, which may be any number.
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

/// The bound that a fact sets: the least value of the view if it is a lower bound, else the greatest.
pub(crate) fn bound_set(view: View, fact: Atom) -> i64 {
    let x = match fact.relation() {
        Relation::Less => fact.value().wrapping_sub(1),
        _ => fact.value(),
    };
    i64::from(view.value_of(x))
}

/// That the view is at least `v`, at most its minimum in the past; nothing where it was so from the start.
pub(crate) fn low_news(past: &DomainsAt<'_>, view: View, v: i64) -> Option<Atom> {
    (v > i64::from(past.root().min(view))).then(|| Atom::at_least(view, v as i32))
}

/// That the view is at most `v`, at least its maximum in the past; nothing where it was so from the start.
pub(crate) fn high_news(past: &DomainsAt<'_>, view: View, v: i64) -> Option<Atom> {
    (v < i64::from(past.root().max(view))).then(|| Atom::at_most(view, v as i32))
}

/// That the view is at least `v`, which is no more than its minimum `min`; not so much weaker that it would not fit.
pub(crate) fn low_premise(view: View, v: i64, min: i64) -> Atom {
    Atom::at_least(view, v.max(min - i64::from(View::LIMIT / 2)) as i32)
}

/// That the view is at most `v`, which is no less than its maximum `max`; not so much weaker that it would not fit.
pub(crate) fn high_premise(view: View, v: i64, max: i64) -> Atom {
    Atom::at_most(view, v.min(max + i64::from(View::LIMIT / 2)) as i32)
}

/// Adds atoms that did not hold from the start.
pub(crate) fn push_news(past: &DomainsAt<'_>, atoms: impl IntoIterator<Item = Atom>, why: &mut Premises) {
    let root = past.root();
    why.extend(atoms.into_iter().filter(|&atom| !root.entails(atom)));
}

impl Context<'_> {
    /// Whether an atom was true from the start, so that no reason has to say it.
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

/// An argument of a statement: a number if it has one value from the start.
pub(crate) fn argument(site: &PostingContext<'_>, at: usize) -> Quantity {
    match site.bounds(at) {
        (low, high) if low == high => Quantity::Fixed(low),
        _ => Quantity::Of(site.views()[at]),
    }
}
