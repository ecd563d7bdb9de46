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
    let cell = m.ints("cell", 81, 1..=9)?;
    for k in 0..9 {
        m.all_different((0..9).map(|i| cell[9 * k + i])).consistency(Consistency::Domain).named("row");
        m.all_different((0..9).map(|i| cell[9 * i + k])).consistency(Consistency::Domain).named("column");
        let corner = 27 * (k / 3) + 3 * (k % 3);
        m.all_different((0..9).map(|i| cell[corner + 9 * (i / 3) + i % 3]))
            .consistency(Consistency::Domain)
            .named("block");
    }
    for (x, symbol) in cell.iter().zip(PUZZLE.concat().chars()) {
        if let Some(digit) = symbol.to_digit(10) {
            m.post(x.equals(digit as i32)).named("given");
        }
    }
    let mut run = m.search().order(VarSelect::SmallestDomain).start()?;
    while run.step() == Step::Solution {
        for line in run.solution().ok_or(ModelError::NoSolution)?.values(&cell)?.chunks(9) {
            println!("{line:?}");
        }
    }
    println!("{} solution, {} failures", run.statistics().solutions, run.statistics().failures);
    Ok(())
}
