//! Asking: how a model is searched and what comes back.

mod assume;
mod clash;
mod optimise;
mod outcome;
mod run;
mod search;
mod solution;

pub use assume::AssumptionCore;
pub use clash::{Clash, Core, Effort, Member, Necessity};
pub use optimise::{Goal, Improving, Optimum};
pub use outcome::{Outcome, Uniqueness};
pub use run::{Run, Solutions};
pub use search::Search;
pub use solution::Solution;
