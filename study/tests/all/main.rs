//! The tests of the checks, CP-Profiler and the stepper, in one program.

mod check;
mod cp_profiler;
mod step;
