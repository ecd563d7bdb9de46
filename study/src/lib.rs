//! Observes searches by consuming the event stream of [`solver_core::observe`].
//!
//! - [`JsonLines`]: writes every event as a line of JSON, for programs. `docs/events.md` specifies the format, which
//!   has a name and a version.
//! - [`TextTrace`]: writes every event as a line of text, for people.
//! - [`Check`]: verifies every inference with the checker of its rule, and counts the inferences.
//! - [`stronger`]: computes what other levels of consistency would have removed.
//! - [`recording`]: stores a complete search for random access; a recording can also be read from JSON Lines.
//! - [`cp_profiler`]: sends the search tree to CP-Profiler and MiniZinc IDE.
//! - [`step`]: steps through a recording by commands and shows reasons.
//! - [`differences`]: finds where two recorded searches differ.
//! - [`html`]: writes a search as one HTML file, or two searches for comparison.
//! - [`refutation`]: trims the refutation in a proof and shows it in words.
//! - [`Ledger`]: collects statistics per constraint, including useless propagations.
//!
//! Experiments run many searches: [`compare`] searches a grid of models and options, [`ablate`] removes one constraint
//! at a time, [`curve`] samples searches while they run, [`recipes`] repeats well-known experiments and compares their
//! results with recorded ones, and [`textbook`] contains the textbook search algorithms. The results of experiments are
//! [tables](table).
//!
//! [`JsonLines`] and [`TextTrace`] write during the search and store nothing, so the size of a trace is limited only by
//! the disk. A write error stops the search and is returned at the end.

pub mod ablate;
pub mod audit;
mod beside;
mod check;
pub mod compare;
pub mod cp_profiler;
pub mod curve;
pub mod differences;
pub mod facts;
pub mod html;
mod ledger;
mod lines;
mod names;
mod plot;
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

// The chapter on learning quotes the description of a conflict, so its code runs here as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/learning.md")]
struct Learning;
