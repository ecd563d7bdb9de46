//! One search, cut into units for any number of processes: `split`, `work`, `merge`, and `cluster`, which has a scheduler do the work.

mod boards;
pub(crate) mod cluster;
mod job;
pub(crate) mod merge;
pub(crate) mod split;
mod subject;
pub(crate) mod work;
