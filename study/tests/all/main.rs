//! The tests of what is told of a search, in one program.

mod check;
mod cp_profiler;
mod step;
