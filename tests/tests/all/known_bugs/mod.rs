//! Bugs of other solvers, each turned into a test of Ferz.
//!
//! `README.md` in this folder lists all cases with the tests that cover them. Like all tests, these run with
//! assertions; `.ci/run` also runs them in a release build without assertions.

mod answers;
mod models;
mod optima;
mod sameness;

use solver_core::prelude::*;

/// Builds an n-queens model with `all_different` constraints.
fn queens(n: i32) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut m = Model::new();
    let q = m.ints("q", n as usize, 0..=n - 1)?;
    m.all_different(&q);
    m.all_different(q.iter().zip(0..).map(|(q, i)| q + i));
    m.all_different(q.iter().zip(0..).map(|(q, i)| q - i));
    Ok((m, q))
}

/// Lists all solutions as arrays of values, in search order.
fn rows(m: &Model, x: &[IntVar]) -> Result<Vec<Vec<i32>>, ModelError> {
    m.solutions()?.map(|s| s.values(x)).collect()
}
