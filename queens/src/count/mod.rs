//! Counting the solutions of n queens without enumerating them.
//!
//! Two special-purpose kernels are many orders of magnitude faster than a search that produces each board:
//!
//! - [`Method::Bits`]: backtracking in machine words from the four edges of the board inwards, in
//!   vector lanes if the processor has them;
//! - [`Method::Quadrants`]: the join of four quarter boards, the fastest method known on a CPU.
//!
//! A [`Plan`] defines a count and estimates its cost. [`Plan::run`] counts with any number of threads; [`Plan::resume`]
//! does the same with a [`Checkpoint`], which survives the death of the process. The work consists of numbered units,
//! and a [`Total`] exists only when every unit has a result. Counts are kept in 128 bits and, independently, modulo 2⁶¹
//! − 1 and modulo 2⁶⁴; all three must agree.
//!
//! `docs/counting.md` explains the methods with pictures and gives measurements.

mod bits;
mod checkpoint;
mod error;
mod kernel;
mod method;
mod place;
mod plan;
mod quadrants;
mod run;
mod tally;

pub use checkpoint::Checkpoint;
pub use error::{CheckpointError, CountError, Damage};
pub use method::Method;
pub use plan::{Estimate, Plan};
pub use run::{Outcome, Part, Progress, Total};
