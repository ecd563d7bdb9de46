//! FlatZinc: the protocol of MiniZinc's solvers.

mod input;
pub(crate) mod protocol;
