//! Splits a search into units for any number of processes: `split`, `work`, `merge`, and `cluster`, which runs the
//! units on a scheduler.

mod boards;
mod job;
pub(crate) mod merge;
pub(crate) mod scheduler;
pub(crate) mod split;
pub(crate) mod subject;
pub(crate) mod work;
