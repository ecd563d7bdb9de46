//! Puzzles on top of [`solver_core`].
//!
//! - [`regions`]: the coloured-region puzzle published daily as "Queens", and Star Battle: readers and writers, models,
//!   hints in words, a generator.
//!
//! Everything here uses only what any outside crate could use.

pub mod regions;
