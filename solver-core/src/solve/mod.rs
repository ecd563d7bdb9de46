//! Asking: how a model is searched and what comes back.

mod assume;
mod clash;
mod optimise;
mod outcome;
mod phase;
mod portfolio;
mod questions;
mod rule;
mod run;
mod search;
mod solution;
mod strategy;

pub use assume::AssumptionCore;
pub use clash::{Clash, Core, Effort, Member, MemberStatus};
pub use optimise::{Goal, Improving, Optimum, Ranked};
pub use outcome::{Outcome, Uniqueness};
pub use phase::Phase;
pub use portfolio::{Portfolio, Shared};
pub use rule::{Decision, Node};
pub use run::{Run, Solutions};
pub use search::Search;
pub use solution::Solution;
