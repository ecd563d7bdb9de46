//! Events: kinds of domain changes, and which of them schedule a propagator.

use crate::atom::Atom;

/// The event that schedules a propagator, given for a position of its scope.
#[doc(alias("propagation condition", "modification event", "event", "subscribe"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wake {
    /// Never.
    Never,
    /// On any removal.
    Domain,
    /// When the variable is fixed.
    Fixed,
    /// When the view's smallest value rises.
    Min,
    /// When the smallest or largest value changes.
    Bounds,
    /// When the view's largest value falls.
    Max,
    /// When this literal, which must be about the view's variable, becomes true or false. A change visits only the
    /// subscribers whose literal it may decide, no matter how many subscribers the variable has.
    Literal(Atom),
}

impl Wake {
    /// The same event for the variable of a negated view.
    pub(crate) fn mirrored(self) -> Wake {
        match self {
            Wake::Min => Wake::Max,
            Wake::Max => Wake::Min,
            other => other,
        }
    }
}

/// The set of events of one change. `DOM` is in every set.
pub(crate) type Events = u8;

pub(crate) const FIX: Events = 1;
pub(crate) const MIN: Events = 2;
pub(crate) const MAX: Events = 4;
pub(crate) const DOM: Events = 8;
/// Marks a variable whose literals some propagator watches. A change never has this event.
pub(crate) const LITERAL: Events = 16;

/// The events of a Small domain that changes from `old` to `new` (`new` not empty); branchless.
#[inline]
pub(crate) fn of_words(old: u64, new: u64) -> Events {
    let lowest = old & old.wrapping_neg();
    let min = u8::from(new & lowest == 0);
    let max = u8::from(new.leading_zeros() != old.leading_zeros());
    let fix = u8::from(new & new.wrapping_sub(1) == 0);
    DOM | fix | min << 1 | max << 2
}

/// The events of a domain whose bounds change from `old` to `new`.
#[inline]
pub(crate) fn of_bounds<T: PartialEq>(old: (T, T), new: (T, T)) -> Events {
    let min = u8::from(new.0 != old.0);
    let max = u8::from(new.1 != old.1);
    let fix = u8::from(new.0 == new.1);
    DOM | fix | min << 1 | max << 2
}
