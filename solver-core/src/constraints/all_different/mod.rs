//! `all_different`: all views take different values, at three levels of consistency.
//!
//! | level | removes | algorithm | cost of a run |
//! |---|---|---|---|
//! | [Value](AllDifferentValue) | the value of each fixed view from the others | a sparse set of unfixed views, 64 values at a time | views × newly fixed |
//! | [Bounds](AllDifferentBounds) | also bounds without support, by Hall intervals | López-Ortiz, Quimper, Tromp, van Beek 2003 | nearly linear per pass |
//! | [Domain](AllDifferentDomain) | every value without support | Régin 1994, component by component | matching plus edges of changed components |
//!
//! Each level includes the previous one. On 8 queens they need 324, 304 and 289 failures (input order), and Value is
//! the fastest: see `docs/05-performance.md`.
//!
//! # Rows for proofs
//!
//! A Hall set inference adds up rows of two families, more of the first than of the second:
//!
//! | family | number | meaning |
//! |---|---|---|
//! | `at_least_one` | a position of the scope | the view there takes one of its values |
//! | `at_most_one` | a value | at most one view takes it |

/// The families of rows; see the [module page](self).
pub(super) const AT_LEAST_ONE: &str = "at_least_one";
const AT_MOST_ONE: &str = "at_most_one";

mod bounds;
mod check;
mod domain;
#[cfg(test)]
mod golden_tests;
mod hall;
mod hall_interval;
mod model;
mod sweep;
#[cfg(test)]
mod tests;
mod value;

pub use bounds::AllDifferentBounds;
pub use domain::{AllDifferentDomain, TooManyValues};
pub use value::AllDifferentValue;
