//! Sends the search tree to CP-Profiler, or saves it in CP-Profiler's file format.
//!
//! [CP-Profiler](https://github.com/cp-profiler/cp-profiler) draws search trees, compares them and finds similar
//! subtrees; MiniZinc IDE includes it. It listens on a TCP port for solvers that send every node, like [`CpProfiler`].
//! [`SearchLog`] writes the tree to a file in CP-Profiler's format.
//!
//! - A node is sent as soon as its kind is known: a leaf as soon as it fails or is a solution, an inner node just
//!   before its first child.
//! - A branch that the search does not visit (it cannot contain a better solution, or this restart excludes it) is sent
//!   as *skipped*.
//! - The label of a node is the decision that leads to it, with the model's names.
//! - The details of a node, which are its domains and the reason for a failure, are JSON, because the receiver discards
//!   anything else.
//! - The nogood of a failed node is a clause that excludes the decisions above the node that cause the failure, as in
//!   M. Shishmarev, C. Mears, G. Tack, M. Garcia de la Banda, *Learning from Learning Solvers*, CP 2016. It is computed
//!   from the recorded reasons.

mod info;
mod log;
mod message;
mod nogood;
mod receiver;
mod tree;

pub use log::SearchLog;
pub use receiver::{CpProfiler, DEFAULT_PORT, Execution, ProfilerError};
