//! Solving: search options, queries and their answers.

mod assume;
#[cfg(any(test, feature = "harness"))]
mod audited;
mod auto;
mod brancher;
mod branching;
mod choices;
mod clash;
mod exclusions;
mod incremental;
mod interleaved;
mod ledger;
mod optimise;
mod options;
mod outcome;
mod phase;
mod portfolio;
mod prepared;
mod priority;
mod prove;
mod questions;
mod run;
mod search;
mod searches;
mod solution;
mod split;
mod strategy;
mod task;
mod threads;

pub use assume::AssumptionCore;
#[cfg(any(test, feature = "harness"))]
pub use audited::exchanging;
#[cfg(any(test, feature = "harness"))]
pub use brancher::Slip;
#[cfg(any(test, feature = "harness"))]
pub(crate) use brancher::Slips;
pub use brancher::{Brancher, Decision, Node};
pub use choices::{SearchChoices, SearchOption, SearchOrder, Takes};
pub use clash::{Clash, Core, Effort, Member, MemberStatus};
pub use incremental::{Incremental, Satisfiability};
pub use optimise::{Goal, Improving, Incumbent, Optimum, Ranked};
pub use outcome::{Outcome, Uniqueness};
pub use phase::Phase;
pub use portfolio::{Portfolio, Shared};
pub(crate) use prepared::Prepared;
pub use prove::{Pause, Proved};
pub use run::{Run, Solutions};
pub(crate) use search::OwnedSearch;
pub use search::Search;
pub use solution::Solution;
pub(crate) use task::{Mode, Task};
