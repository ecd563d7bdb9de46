//! FlatZinc and MiniZinc: the protocol of MiniZinc's solvers, and the commands `solve` and `minizinc`.

mod compile;
mod input;
pub(crate) mod install;
mod profiled;
pub(crate) mod protocol;
pub(crate) mod solve;
mod understand;
