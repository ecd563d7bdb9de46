//! FlatZinc and MiniZinc: the protocol of MiniZinc's solvers, and the commands `solve` and `minizinc`.

pub(crate) mod compile;
pub(crate) mod input;
pub(crate) mod install;
mod minizinc;
mod object;
mod profiled;
pub(crate) mod protocol;
pub(crate) mod proved;
pub(crate) mod relay;
pub(crate) mod solve;
mod step;
mod understand;
