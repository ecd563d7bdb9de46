//! Undo: how the engine returns to an earlier state.
//!
//! Everything that search may have to take back lives in 64-bit *slots* of one
//! array: the words of Small and Wide domains, the bounds of Wide and Span
//! domains, the cells of propagators, the active bits. A change saves the old
//! word once per level (a stamp tells whether this was done), and undoing a
//! level writes the saved words back, whatever they mean. Only the holes of Span
//! domains need a log of their own, because their number has no limit.

mod atoms;
mod chains;
mod holes;
mod integers;
mod values;

pub(crate) use atoms::{AtomTrail, PackedReason, ReasonKind, packed, unpacked};
pub(crate) use values::Slots;
