//! All views take different values, at three levels of consistency.
//!
//! | level | removes | algorithm | cost of a run |
//! |---|---|---|---|
//! | [Value](AllDifferentValue) | the value of each fixed view from the others | a sparse set of unfixed views, a word of values at a time | views × newly fixed |
//! | [Bounds](AllDifferentBounds) | also bounds without support in a Hall interval | López-Ortiz, Quimper, Tromp, van Beek 2003 | nearly linear a pass |
//! | [Domain](AllDifferentDomain) | every value without support | Régin 1994, component by component | matching plus edges of changed components |
//!
//! Each level includes the one above it. On 8 queens they need 324, 304 and 289
//! failures (input order), and Value is the fastest: see `docs/05-performance.md`.

mod bounds;
mod domain;
#[cfg(test)]
mod golden_tests;
mod hall;
mod value;

pub use bounds::AllDifferentBounds;
pub use domain::{AllDifferentDomain, TooManyValues};
pub use value::AllDifferentValue;
