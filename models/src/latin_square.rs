//! Latin squares: n symbols, each once in every row and every column. (L. Euler 1782.)

use crate::{Classic, Shown};
use solver_core::prelude::*;

/// The Latin squares of order n.
///
/// # Errors
/// [`ModelError`] for n = 0.
pub fn latin_square(n: usize) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let cell = m.matrix("cell", n, n, 0..=n as i32 - 1)?;
    for (row, column) in cell.rows().zip(cell.columns()) {
        m.all_different(row).consistency(Consistency::Domain).named("row");
        m.all_different(column).consistency(Consistency::Domain).named("column");
    }
    Ok(Classic::new(m, cell.cells().to_vec()).shown(Shown::Grid(n)))
}
