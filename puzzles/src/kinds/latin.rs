//! What puzzles with a number in each square share: cells, rows and columns, givens, and random squares.

use crate::kinds::prelude::*;

/// Cells with the numbers from 1 on, each once in every row and column; and what is given, 0 for nothing.
pub(crate) fn state(size: usize, givens: &[usize]) -> Result<Statement, ModelError> {
    let mut s = Statement::grid(Words::NUMBERS, size, size, 1..=size as i32)?;
    lines(size, size).for_each(|line| s.all_different(line.kind, &line.name, &line.squares));
    s.give_all(givens);
    Ok(s)
}

/// What stands in squares: a number, or nothing.
pub(crate) fn givens(grid: &Grid<'_>) -> Read<Vec<usize>> {
    let size = grid.columns;
    grid.map(&format!("1 to {size}, or `.` for an empty square"), |square| match square.parse() {
        _ if is_empty(square) => Some(0),
        number => number.ok().filter(|number| *number <= size),
    })
}

/// Rows of givens, as [`givens`] reads them, with a separator.
pub(crate) fn write(size: usize, givens: &[usize], separator: &str) -> String {
    crate::grid::write(size, givens, separator, |&given| if given == 0 { ".".to_owned() } else { given.to_string() })
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

/// Asks of each given whether it stays.
pub(crate) fn retain(givens: &mut [usize], stays: &mut dyn FnMut() -> bool) {
    givens.iter_mut().filter(|given| **given > 0 && !stays()).for_each(|given| *given = 0);
}

/// The squares of a random cage, ascending: grown from the first one, by free squares that fit, up to the wanted number.
pub(crate) fn cage(
    first: usize,
    wanted: usize,
    free: &mut [bool],
    rng: &mut Rng,
    fits: impl Fn(&[usize], usize) -> bool,
) -> Vec<usize> {
    let size = free.len().isqrt();
    let mut squares = vec![first];
    free[first] = false;
    while squares.len() < wanted {
        let near = squares.iter().flat_map(|&square| beside(square, size, size));
        let open: Vec<usize> = near.filter(|&square| free[square] && fits(&squares, square)).collect();
        let Some(next) = pick(&open, rng) else { break };
        free[next] = false;
        squares.push(next);
    }
    squares.sort_unstable();
    squares
}
