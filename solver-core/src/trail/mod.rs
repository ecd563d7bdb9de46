//! The trail: restores earlier states of the engine on backtracking.
//!
//! Everything that backtracking restores is stored in 64-bit *slots* of one array: the words of Small and Wide domains,
//! the bounds of Wide and Span domains, and trailed integers. A change saves the old word once per level (a stamp
//! records this), and undoing a level writes the saved words back, whatever they represent. Only the holes of Span
//! domains need a separate log, because their number is unbounded.

mod slots;

pub(crate) use slots::Slots;
