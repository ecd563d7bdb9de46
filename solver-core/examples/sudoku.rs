//! Sudoku: every row, column and block of nine holds the digits 1 to 9.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;

const PUZZLE: [&str; 9] = [
    "8........",
    "..36.....",
    ".7..9.2..",
    ".5...7...",
    "....457..",
    "...1...3.",
    "..1....68",
    "..85...1.",
    ".9....4..",
];

fn main() -> Result<(), ModelError> {
    let mut m = Model::new();
    let grid = m.matrix("cell", 9, 9, 1..=9)?;
    for nine in grid.rows().chain(grid.columns()).chain(grid.blocks(3, 3)) {
        m.all_different(nine).consistency(Consistency::Domain).named("row, column or block");
    }
    for (x, symbol) in grid.cells().iter().zip(PUZZLE.concat().chars()) {
        if let Some(digit) = symbol.to_digit(10) {
            m.post(x.equals(digit as i32)).named("given");
        }
    }
    let mut run = m.search().order(VarSelect::SmallestDomain).start()?;
    while run.step() == Step::Solution {
        let solution = run.solution().ok_or(ModelError::NoSolution)?;
        for row in grid.rows() {
            println!("{:?}", solution.values(&row)?);
        }
    }
    println!("{} solution, {} failures", run.statistics().solutions, run.statistics().failures);
    Ok(())
}
