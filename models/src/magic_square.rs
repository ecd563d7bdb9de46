//! Magic squares: the numbers 1 to n² in a square whose rows, columns and diagonals all have the same sum.
//! (B. Frénicle de Bessy 1693; CSPLib 19.)

use crate::{Classic, Shown};
use solver_core::prelude::*;

/// The magic squares of order n (two or more), one from each class of eight rotations and reflections.
///
/// # Errors
/// [`ModelError`] if the numbers exceed the solver's range.
pub fn magic_square(n: usize) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let cell = m.matrix("cell", n, n, 1..=(n * n) as i32)?;
    let magic = (n * (n * n + 1) / 2) as i32;
    m.all_different(&cell).consistency(Consistency::Value);
    for (row, column) in cell.rows().zip(cell.columns()) {
        m.post(row.iter().sum::<Expr>().equals(magic)).named("row");
        m.post(column.iter().sum::<Expr>().equals(magic)).named("column");
    }
    let last = n - 1;
    m.post((0..n).map(|i| cell[(i, i)]).sum::<Expr>().equals(magic)).named("diagonal");
    m.post((0..n).map(|i| cell[(i, last - i)]).sum::<Expr>().equals(magic)).named("other diagonal");
    // Symmetry breaking: the first corner is the smallest, and its right neighbour is less than the neighbour below.
    for corner in [(0, last), (last, 0), (last, last)] {
        m.post(cell[(0, 0)].less_than(cell[corner]));
    }
    m.post(cell[(0, 1)].less_than(cell[(1, 0)]));
    Ok(Classic::new(m, cell.cells().to_vec()).shown(Shown::Grid(n)).order(VarSelect::SmallestDomain))
}
