//! Code shared by Latin square puzzles: cells, rows and columns, givens, and random squares.

use crate::kinds::prelude::*;

/// Creates a statement with a number in each square, each number once in every row and column, and the givens (0 means
/// none).
pub(crate) fn state(size: usize, givens: &[usize]) -> Result<Statement, ModelError> {
    let mut s = Statement::grid(Words::NUMBERS, size, size, 1..=size as i32)?;
    lines(size, size).for_each(|line| s.all_different(line.kind, &line.name, &line.squares));
    s.give_all(givens);
    Ok(s)
}

/// Parses givens, which are numbers or empty squares.
pub(crate) fn givens(grid: &Grid<'_>) -> Read<Vec<usize>> {
    let size = grid.columns;
    grid.map(&format!("1 to {size}, or `.` for an empty square"), |square| match square.parse() {
        _ if is_empty(square) => Some(0),
        number => number.ok().filter(|number| *number <= size),
    })
}

/// Writes rows of givens in the format of [`givens`], with a separator between squares.
pub(crate) fn write(size: usize, givens: &[usize], separator: &str) -> String {
    crate::grid::write(size, givens, separator, |&given| if given == 0 { ".".to_owned() } else { given.to_string() })
}

/// Creates a random Latin square by shuffling a cyclic one.
pub(crate) fn random(size: usize, rng: &mut Rng) -> Vec<usize> {
    let [rows, columns, numbers] = [(); 3].map(|()| shuffled(0..size, rng));
    let number = |square: usize| 1 + numbers[(rows[square / size] + columns[square % size]) % size];
    (0..size * size).map(number).collect()
}

/// Calls `stays` for each given and removes the given if `stays` returns false.
pub(crate) fn retain(givens: &mut [usize], stays: &mut dyn FnMut() -> bool) {
    givens.iter_mut().filter(|given| **given > 0 && !stays()).for_each(|given| *given = 0);
}

/// Grows a random cage from its first square over free squares that fit, up to a given size. Returns the cage's squares
/// in ascending order.
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

/// Generates rows of `length` numbers from 1 to `most`, in which each number must be allowed after the previous ones.
pub(crate) struct Fillings<'a> {
    pub(crate) length: usize,
    pub(crate) most: usize,
    pub(crate) allow: &'a dyn Fn(&[usize], usize) -> bool,
    /// The remaining number of tries, limited because far more rows may be started than completed.
    pub(crate) tries: usize,
}

impl Fillings<'_> {
    /// Passes each completion of `row` to a function. Returns false if the function returns false or if no tries are
    /// left.
    pub(crate) fn each(&mut self, row: &mut Vec<usize>, take: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        if row.len() == self.length {
            return take(row);
        }
        let Some(tries) = self.tries.checked_sub(self.most) else { return false };
        self.tries = tries;
        (1..=self.most).all(|number| {
            let is_allowed = (self.allow)(row, number);
            row.push(number);
            let goes_on = !is_allowed || self.each(row, take);
            row.pop();
            goes_on
        })
    }
}
