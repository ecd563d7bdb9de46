//! The rules of a sudoku.

use super::Sudoku;
use crate::distinct_sum;
use crate::sheet::{column_name, square_name};
use crate::statement::Statement;
use crate::words::Words;
use solver_core::prelude::*;

pub(super) fn state(sudoku: &Sudoku) -> Result<Statement, ModelError> {
    let size = sudoku.size;
    let mut s = Statement::new(Words::NUMBERS);
    for square in 0..size * size {
        s.cell(square_name(square / size, square % size), 1..=size as i32)?;
    }
    for row in 0..size {
        let cells: Vec<usize> = (0..size).map(|column| row * size + column).collect();
        s.all_different("row", &format!("row {}", row + 1), &cells);
    }
    for column in 0..size {
        let cells: Vec<usize> = (0..size).map(|row| row * size + column).collect();
        s.all_different("column", &format!("column {}", column_name(column)), &cells);
    }
    for number in 0..size {
        let cells: Vec<usize> = (0..size * size).filter(|&square| sudoku.boxes[square] == number).collect();
        let name = if sudoku.regular {
            format!("box {}", number + 1)
        } else {
            format!("area {}", char::from(b'A' + number as u8))
        };
        s.all_different(if sudoku.regular { "box" } else { "area" }, &name, &cells);
    }
    if sudoku.diagonal {
        let falling: Vec<usize> = (0..size).map(|i| i * size + i).collect();
        let rising: Vec<usize> = (0..size).map(|i| i * size + size - 1 - i).collect();
        s.all_different("falling", "the falling diagonal", &falling);
        s.all_different("rising", "the rising diagonal", &rising);
    }
    for (sum, squares) in &sudoku.cages {
        let name = format!("the cage of {sum} at {}", square_name(squares[0] / size, squares[0] % size));
        distinct_sum::state(&mut s, "cage", &name, squares, *sum);
    }
    for (square, &given) in sudoku.givens.iter().enumerate().filter(|(_, given)| **given > 0) {
        s.give(square, given as i32);
    }
    Ok(s)
}
