//! What puzzles on Latin squares share: cells, rows and columns, givens, and random squares.

use crate::grid::{Grid, is_empty};
use crate::read::{Position, ReadError};
use crate::sheet::{column_name, square_name};
use crate::statement::Statement;
use crate::words::Words;
use solver_core::prelude::ModelError;
use solver_core::search::Rng;

/// Cells with the numbers from 1 on, each once in every row and column; and what is given, 0 for nothing.
pub(crate) fn state(size: usize, givens: &[usize]) -> Result<Statement, ModelError> {
    let mut s = Statement::new(Words::NUMBERS);
    for square in 0..size * size {
        s.cell(square_name(square / size, square % size), 1..=size as i32)?;
    }
    for row in 0..size {
        s.all_different("row", &format!("row {}", row + 1), &line(size, row, true));
    }
    for column in 0..size {
        s.all_different("column", &format!("column {}", column_name(column)), &line(size, column, false));
    }
    for (square, &given) in givens.iter().enumerate().filter(|(_, given)| **given > 0) {
        s.give(square, given as i32);
    }
    Ok(s)
}

/// The squares of a row, or of a column.
pub(crate) fn line(size: usize, number: usize, is_row: bool) -> Vec<usize> {
    (0..size).map(|i| if is_row { number * size + i } else { i * size + number }).collect()
}

/// What stands in squares: a number, or nothing.
pub(crate) fn givens(grid: &Grid<'_>) -> Result<Vec<usize>, ReadError> {
    let size = grid.columns;
    let given = |&(square, at): &(&str, Position)| match square.parse() {
        _ if is_empty(square) => Ok(0),
        Ok(number) if number <= size => Ok(number),
        _ => Err(at.expected(&format!("1 to {size}, or `.` for an empty square"), square)),
    };
    grid.squares.iter().map(given).collect()
}

/// Rows of givens, as [`givens`] reads them.
pub(crate) fn write(size: usize, givens: &[usize]) -> String {
    let number = |&given: &usize| if given == 0 { ".".to_owned() } else { given.to_string() };
    givens.chunks(size).map(|row| row.iter().map(number).collect::<String>() + "\n").collect()
}

/// A random Latin square: a cyclic one, shuffled.
pub(crate) fn random(size: usize, rng: &mut Rng) -> Vec<usize> {
    let mut shuffled = || {
        let mut order: Vec<usize> = (0..size).collect();
        rng.shuffle(&mut order);
        order
    };
    let (rows, columns, numbers) = (shuffled(), shuffled(), shuffled());
    let number = |square: usize| 1 + numbers[(rows[square / size] + columns[square % size]) % size];
    (0..size * size).map(number).collect()
}

/// Keeps some givens: one flag for each that stands.
pub(crate) fn keep(givens: &mut [usize], kept: &[bool]) {
    let standing = givens.iter_mut().filter(|given| **given > 0);
    standing.zip(kept).filter(|(_, kept)| !**kept).for_each(|(given, _)| *given = 0);
}

/// The number of givens.
pub(crate) fn standing(givens: &[usize]) -> usize {
    givens.iter().filter(|&&given| given > 0).count()
}
