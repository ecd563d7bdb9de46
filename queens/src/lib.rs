//! N-Queens on top of [`solver_core`].
//!
//! Everything here uses only what any outside crate could use: it is the proof
//! that the core is generic.
//!
//! - [`QueensRule`]: the whole problem as one propagator, stronger than three
//!   domain-consistent `all_different` taken together.
//! - [`Channel`]: ties the rows of the columns to the columns of the rows.

mod bits;
mod channel;
mod rule;

#[cfg(test)]
mod dfs;

pub use channel::Channel;
pub use rule::QueensRule;
