//! What MiniZinc wants to hear of a solver: solutions, a line of ten hyphens after each, and a last word.
//!
//! The flags and lines are those of "FlatZinc Specification" and "The Solver Configuration", MiniZinc Handbook 2.6 to 2.10.

mod core;
mod flags;
mod free;
mod show;
mod speak;
mod speaker;
mod statistics;
mod teller;
mod together;
mod warnings;

pub use flags::{FlagError, Flags, MOST_THREADS, Restart};
pub use show::show;
pub use speak::{Failure, Protocol, answer, speak, unread};
pub use statistics::Told;
pub use teller::{Ending, Teller};
