//! MiniZinc's solver protocol: solutions, each followed by a line of ten hyphens, and a final status line.
//!
//! The flags and the lines follow "FlatZinc Specification" and "The Solver Configuration", MiniZinc Handbook 2.6 to
//! 2.10.

mod certify;
mod core;
mod driver;
mod failure;
mod flags;
mod free;
mod restarting;
mod run;
mod show;
mod sink;
mod statistics;
mod together;
mod warnings;

pub use certify::{certify, refuse_values};
pub use driver::Refine;
pub use failure::Failure;
pub use flags::{FlagError, Flags, MOST_THREADS};
pub use run::{Protocol, answer, refusal, run_protocol, unread};
pub use show::show;
pub use sink::{Ending, OutputSink};
pub use statistics::RunStatistics;
