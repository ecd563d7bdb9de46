//! Audits other solvers: tests each constraint of a [catalogue](KINDS) separately, on small random instances.
//!
//! An instance is written in MiniZinc, and a solver must find all its solutions. They are compared with those found by
//! trying all assignments and evaluating the definition, without any propagator. An undefined value, such as `x div 0`,
//! makes the constraint false. The search branches only on the instance's variables, so if the constraint is domain
//! consistent, all solutions are enumerated without failures.
//!
//! This module starts no process: a function runs the solver.

mod answer;
mod catalogue;
mod instance;
mod sweep;

pub use answer::Answer;
pub use catalogue::{KINDS, Kind};
pub use sweep::{Audit, Run};
