//! Variables inside the engine.
//!
//! Variables are numbered once, when a model is compiled: those with a [`Small`](crate::domain) domain come first,
//! then Wide, then Span. Hence a comparison with a number already in a register yields the layout, and a Small
//! variable's index is also the slot of its word.

/// A variable of the engine: an index, in the order Small, Wide, Span.
///
/// Propagators access variables only through a [`View`](crate::View).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Var(pub(crate) u32);

impl Var {
    /// The maximum number of variables of an engine: 2³⁰ − 1.
    pub const MAX_COUNT: u32 = (1 << 30) - 1;

    /// The variable's index, in `0..engine.variables()`.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
