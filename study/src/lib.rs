//! Watching a search: consumers of the event stream of [`solver_core::observe`].
//!
//! - [`JsonLines`]: every event as a line of JSON, for programs. The format has a name, a version and a page of its
//!   own, `docs/events.md`.
//! - [`TextTrace`]: every event as a line of text, for people.
//! - [`Check`]: every inference verified by the checker of its rule, and counted.
//! - [`stronger`]: what other levels of consistency would have removed.
//! - [`recording`]: a complete recording for random access; also read from JSON Lines.
//! - [`cp_profiler`]: the search tree for CP-Profiler and MiniZinc IDE.
//! - [`step`]: steps through a recording by commands, with reasons.
//! - [`differences`]: where two recorded searches part.
//! - [`html`]: a search as one HTML file, or two for comparison.
//! - [`refutation`]: the refutation that a proof holds, trimmed and in words.
//! - [`Ledger`]: statistics per constraint, including useless propagations.
//!
//! Experiments run many searches: [`compare`] counts a grid of them, [`ablate`] removes one constraint at a time,
//! [`recipes`] are experiments of the field with a recorded result, [`textbook`] has the textbook search algorithms.
//! Their results are [tables](table).
//!
//! The first two write during the search and keep nothing, so that a trace may be as long as the disk is large. A write
//! error ends the search and is returned at the end.

pub mod ablate;
mod beside;
mod check;
pub mod compare;
pub mod cp_profiler;
pub mod differences;
pub mod facts;
pub mod html;
mod ledger;
mod lines;
mod named;
mod names;
mod probe;
pub mod quiz;
pub mod recipes;
pub mod recording;
pub mod refutation;
mod sink;
pub mod step;
pub mod stronger;
pub mod table;
mod text_trace;
pub mod textbook;

pub use check::{Check, InvalidInference, Tally};
pub use compare::StudyError;
pub use ledger::{Account, Entry, Ledger};
pub use lines::lines;
pub use recording::{FORMAT, JsonLines, VERSION};
pub use text_trace::TextTrace;

// The chapter on learning has a conflict in words, so it runs as a doc test here.
#[cfg(doctest)]
#[doc = include_str!("../../docs/learning.md")]
struct Learning;
