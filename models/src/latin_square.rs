//! Latin squares: n symbols, each once in every row and every column. (L. Euler 1782.)

use crate::{Classic, Shown};
use solver_core::prelude::*;

/// The Latin squares of order n.
///
/// # Errors
/// [`ModelError`] for n = 0.
pub fn latin_square(n: usize) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let cell = m.ints("cell", n * n, 0..=n as i32 - 1)?;
    for k in 0..n {
        m.all_different(&cell[n * k..n * k + n]).consistency(Consistency::Domain).named("row");
        m.all_different((0..n).map(|i| cell[n * i + k])).consistency(Consistency::Domain).named("column");
    }
    Ok(Classic::new(m, cell).shown(Shown::Grid(n)))
}
