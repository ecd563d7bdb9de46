//! Magic squares of order 4: the numbers 1 to 16, all rows, columns and diagonals of one sum.
//! Frénicle's 880, one of each eight that turn and mirror into each other.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;

fn main() -> Result<(), ModelError> {
    let n = 4;
    let mut m = Model::new();
    let x = m.ints("x", n * n, 1..=(n * n) as i32)?;
    let magic = (n * (n * n + 1) / 2) as i32;
    m.all_different(&x);
    for k in 0..n {
        m.post((0..n).map(|i| x[n * k + i]).sum::<Expr>().equals(magic)).named("row");
        m.post((0..n).map(|i| x[n * i + k]).sum::<Expr>().equals(magic)).named("column");
    }
    m.post((0..n).map(|i| x[(n + 1) * i]).sum::<Expr>().equals(magic)).named("diagonal");
    m.post((0..n).map(|i| x[(n - 1) * (i + 1)]).sum::<Expr>().equals(magic)).named("other diagonal");
    // Of the corners the first is the least, and of its neighbours the first.
    m.post(constraint!(x[0] < x[n - 1]));
    m.post(constraint!(x[0] < x[n * n - 1]));
    m.post(constraint!(x[0] < x[n * (n - 1)]));
    m.post(constraint!(x[1] < x[n]));

    let search = m.search().order(VarSelect::SmallestDomain);
    if let Some(first) = search.first()?.complete() {
        for line in first.values(&x)?.chunks(n) {
            println!("{line:?}");
        }
    }
    println!("{:?}", search.count()?);
    Ok(())
}
