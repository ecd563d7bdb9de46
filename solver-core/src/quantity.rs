//! Quantities: constants or views, for durations, demands and capacities.

use crate::prelude_propagator::*;

/// A duration, demand or capacity: a constant, or the value of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// A constant known when the constraint is posted.
    Fixed(i32),
    /// The value of a view.
    Of(View),
}

impl Quantity {
    /// The view, if the quantity is one.
    pub fn view(self) -> Option<View> {
        match self {
            Quantity::Fixed(_) => None,
            Quantity::Of(view) => Some(view),
        }
    }

    /// Whether the quantity is a negative constant.
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

    /// The bounds in the domains `past`.
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

    /// Removes negative values with `rule` as the reason; fails for a negative constant.
    pub(crate) fn forbid_negative(self, cx: &mut Context<'_>, rule: &'static Rule) -> Result<(), Conflict> {
        match self {
            Quantity::Fixed(v) if v < 0 => cx.fail(|| rule.because([])),
            Quantity::Of(view) => cx.at_least(view, 0, || rule.because([])),
            Quantity::Fixed(_) => Ok(()),
        }
    }

    /// The atom stating that the quantity is at least `v`; `None` for a constant.
    pub(crate) fn at_least(self, v: impl Into<i64>) -> Option<Atom> {
        self.view().map(|view| Atom::at_least(view, v))
    }

    /// The atom stating that the quantity is at most `v`; `None` for a constant.
    pub(crate) fn at_most(self, v: impl Into<i64>) -> Option<Atom> {
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
