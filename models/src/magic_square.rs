//! Magic squares: the numbers 1 to n², all rows, columns and diagonals of one sum.
//! (B. Frénicle de Bessy 1693; CSPLib 19.)

use crate::{Classic, Shown};
use solver_core::prelude::*;

/// The magic squares of order n (two or more), one of each eight that turn and mirror into each other.
///
/// # Errors
/// [`ModelError`] when the numbers leave the range of the solver.
pub fn magic_square(n: usize) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let cell = m.ints("cell", n * n, 1..=(n * n) as i32)?;
    let magic = (n * (n * n + 1) / 2) as i32;
    m.all_different(&cell).consistency(Consistency::Value);
    for k in 0..n {
        m.post((0..n).map(|i| cell[n * k + i]).sum::<Expr>().equals(magic)).named("row");
        m.post((0..n).map(|i| cell[n * i + k]).sum::<Expr>().equals(magic)).named("column");
    }
    m.post((0..n).map(|i| cell[(n + 1) * i]).sum::<Expr>().equals(magic)).named("diagonal");
    m.post((0..n).map(|i| cell[(n - 1) * (i + 1)]).sum::<Expr>().equals(magic)).named("other diagonal");
    // Of the corners the first is the least, and of its neighbours the first.
    for corner in [n - 1, n * (n - 1), n * n - 1] {
        m.post(cell[0].less_than(cell[corner]));
    }
    m.post(cell[1].less_than(cell[n]));
    Ok(Classic::new(m, cell).shown(Shown::Grid(n)).order(VarSelect::SmallestDomain))
}
