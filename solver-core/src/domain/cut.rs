//! Changes of Wide and Span domains, and their effects.

use crate::wake::{Events, events};

/// A change of a Wide or Span domain; Small domains have a fast path of their own.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cut {
    Remove(i32),
    Fix(i32),
    AtLeast(i32),
    AtMost(i32),
    /// Keeps only the values whose bit is set among the 64 values from `base` on.
    Window {
        base: i32,
        mask: u64,
    },
}

impl Cut {
    /// The values that it may remove between the bounds, as bits starting at a value.
    pub(crate) fn pierces(self) -> (i32, u64) {
        match self {
            Cut::Remove(x) => (x, 1),
            Cut::Window { base, mask } => (base, !mask),
            Cut::Fix(_) | Cut::AtLeast(_) | Cut::AtMost(_) => (0, 0),
        }
    }
}

/// The outcome of a cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Nothing was removed.
    None,
    /// The domain would become empty.
    Empty,
    /// Values were removed, with these events.
    Changed(Events),
}

impl Effect {
    /// The change of a domain whose bounds go from `old` to `new`.
    #[inline]
    pub(super) fn moved<T: PartialEq>(old: (T, T), new: (T, T)) -> Effect {
        Effect::Changed(events::of_bounds(old, new))
    }
}
