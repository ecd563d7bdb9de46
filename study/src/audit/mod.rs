//! Audits other solvers: each constraint of a [catalogue](KINDS) alone, in small random instances.
//!
//! An instance is written in MiniZinc, and a solver must find all its solutions. They are compared with those found by
//! trying all assignments and evaluating the definition: no propagator is involved. An undefined value, such as `x div
//! 0`, makes the constraint false. The search branches only on the variables of the instance, so if the constraint is
//! domain consistent, all solutions are enumerated without failures.
//!
//! This module starts no process: a function runs the solver.

mod answer;
mod catalogue;
mod instance;
mod sweep;

pub use answer::Answer;
pub use catalogue::{KINDS, Kind};
pub use sweep::{Audit, Run};
