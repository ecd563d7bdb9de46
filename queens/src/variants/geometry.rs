//! Numbers squares column by column, each from row 1 up, and lists the squares of each line.

use crate::square::Square;

/// The square with the given number on an n×n board.
pub(super) fn square(number: usize, n: usize) -> Square {
    Square { column: (number / n) as u32, row: (number % n) as u32 }
}

/// The numbers of all squares that share a line with square `s`, including `s`, in ascending order.
pub(super) fn attacked(s: usize, n: usize) -> Vec<usize> {
    let queen = square(s, n);
    (0..n * n).filter(|&t| queen.attacks(square(t, n)).is_some()).collect()
}

/// The four families of lines.
pub(super) struct Lines {
    pub(super) columns: Vec<Vec<usize>>,
    pub(super) rows: Vec<Vec<usize>>,
    pub(super) rising: Vec<Vec<usize>>,
    pub(super) falling: Vec<Vec<usize>>,
}

impl Lines {
    /// The lines of an n×n board, each with its squares in order.
    pub(super) fn new(n: usize) -> Lines {
        let family = |count: usize, line: &dyn Fn(usize, usize) -> usize| {
            let mut lines = vec![Vec::new(); count];
            for s in 0..n * n {
                lines[line(s / n, s % n)].push(s);
            }
            lines
        };
        let diagonals = (2 * n).saturating_sub(1);
        Lines {
            columns: family(n, &|column, _| column),
            rows: family(n, &|_, row| row),
            rising: family(diagonals, &|column, row| n - 1 + row - column),
            falling: family(diagonals, &|column, row| column + row),
        }
    }
}
