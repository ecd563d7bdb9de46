//! Changes of Wide and Span domains, and their effects.

use crate::wake::{Events, events};

/// A change of a Wide or Span domain; Small domains have their own fast path.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cut {
    Remove(i32),
    Fix(i32),
    AtLeast(i32),
    AtMost(i32),
    /// Among the 64 values from `base` on, keeps only those whose bit is set.
    Window {
        base: i32,
        mask: u64,
    },
}

impl Cut {
    /// The values that the change may remove between the bounds: the value of bit 0, and the bits.
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
    /// The effect on a domain whose bounds change from `old` to `new`.
    #[inline]
    pub(super) fn moved<T: PartialEq>(old: (T, T), new: (T, T)) -> Effect {
        Effect::Changed(events::of_bounds(old, new))
    }
}
