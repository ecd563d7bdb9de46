//! Magic squares of order 4: the numbers 1 to 16 with the same sum in all rows, columns and diagonals. There are 880
//! (Frénicle) if rotations and reflections are not counted separately.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;

fn main() -> Result<(), ModelError> {
    let n = 4;
    let mut m = Model::new();
    let x = m.matrix("x", n, n, 1..=(n * n) as i32)?;
    let magic = (n * (n * n + 1) / 2) as i32;
    m.all_different(&x);
    for line in x.rows().chain(x.columns()) {
        m.post(line.into_iter().sum::<Expr>().equals(magic)).named("line");
    }
    m.post((0..n).map(|i| x[(i, i)]).sum::<Expr>().equals(magic)).named("diagonal");
    m.post((0..n).map(|i| x[(i, n - 1 - i)]).sum::<Expr>().equals(magic)).named("other diagonal");
    // Symmetry breaking: the first corner is the smallest, and its right neighbour is smaller than its lower neighbour.
    for corner in [(0, n - 1), (n - 1, n - 1), (n - 1, 0)] {
        m.post(constraint!(x[(0, 0)] < x[corner]));
    }
    m.post(constraint!(x[(0, 1)] < x[(1, 0)]));

    let search = m.search().order(VarSelect::SmallestDomain);
    if let Some(first) = search.first()?.complete() {
        for row in x.rows() {
            println!("{:?}", first.values(&row)?);
        }
    }
    println!("{:?}", search.count()?);
    Ok(())
}
