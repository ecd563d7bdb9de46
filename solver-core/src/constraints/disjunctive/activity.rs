//! A task on one machine.

use crate::constraints::Quantity;
use crate::prelude_propagator::*;

/// A task of a [`Disjunctive`](super::Disjunctive) constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activity {
    /// The start time.
    pub start: View,
    /// The duration.
    pub duration: Quantity,
}

impl Activity {
    /// Returns whether two tasks certainly overlap.
    pub(super) fn must_overlap(&self, other: &Activity, cx: &Context<'_>) -> bool {
        let may_precede = |a: &Activity, b: &Activity| {
            i64::from(cx.min(a.start)) + i64::from(a.duration.min(cx)) <= i64::from(cx.max(b.start))
        };
        let both_last = self.duration.min(cx) > 0 && other.duration.min(cx) > 0;
        both_last && !may_precede(self, other) && !may_precede(other, self)
    }
}
