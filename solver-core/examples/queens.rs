//! Eight queens on a chess board, none of them attacking another.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;

fn main() -> Result<(), ModelError> {
    let n = 8;
    let mut m = Model::new();
    let row = m.ints("row", n, 1..=n as i32)?; // the row of the queen in each column
    m.all_different(&row).named("rows");
    m.all_different(row.iter().zip(0..).map(|(r, column)| *r + column)).named("falling diagonals");
    m.all_different(row.iter().zip(0..).map(|(r, column)| *r - column)).named("rising diagonals");

    let mut solutions = m.solutions()?;
    for solution in solutions.by_ref().take(3) {
        println!("{:?}", solution.values(&row)?);
    }
    println!("and {} more", solutions.count());
    Ok(())
}
