//! How a board is shown.

use crate::board::Board;
use crate::square::Square;
use std::fmt::Write;

/// A way to write one solution. Rows and columns count from 1, row 1 at the bottom, as on a chess board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// A picture: a line for each row, the last row first, `Q` and `.`.
    #[default]
    Board,
    /// The row of each column's queen: `1 5 8 6 3 7 2 4`.
    Rows,
    /// Column and row of each queen: `(1, 1) (2, 5) …`.
    Pairs,
    /// Chess squares: `a1 b5 c8 …`; on boards beyond 26 columns `1:1 2:5 …`.
    Squares,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 4] = [Format::Board, Format::Rows, Format::Pairs, Format::Squares];

    /// The name that the command line knows.
    pub fn name(self) -> &'static str {
        match self {
            Format::Board => "board",
            Format::Rows => "rows",
            Format::Pairs => "pairs",
            Format::Squares => "squares",
        }
    }
}

/// Writes a board; every line ends with a newline.
///
/// ```
/// use queens::{Board, Format, render};
/// let board = Board::new(vec![1, 3, 0, 2])?;
/// assert_eq!(render(&board, Format::Board), ". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
/// assert_eq!(render(&board, Format::Rows), "2 4 1 3\n");
/// assert_eq!(render(&board, Format::Squares), "a2 b4 c1 d3\n");
/// # Ok::<(), queens::Attack>(())
/// ```
pub fn render(board: &Board, format: Format) -> String {
    render_squares(board.size(), &board.squares(), format)
}

/// Writes any queens on an n×n board, in the order given where there is one. [`Format::Rows`] tells
/// no column: it is of use only when each queen's column is known from her place.
///
/// ```
/// use queens::{Format, Square, render_squares};
/// let queens = [Square { column: 0, row: 1 }, Square { column: 2, row: 0 }];
/// assert_eq!(render_squares(3, &queens, Format::Board), ". . .\nQ . .\n. . Q\n");
/// assert_eq!(render_squares(3, &queens, Format::Pairs), "(1, 2) (3, 1)\n");
/// ```
pub fn render_squares(n: usize, queens: &[Square], format: Format) -> String {
    match format {
        Format::Board => picture(n, queens),
        Format::Rows => line(queens, |out, Square { row, .. }| write!(out, "{}", row + 1)),
        Format::Pairs => line(queens, |out, Square { column, row }| write!(out, "({}, {})", column + 1, row + 1)),
        Format::Squares => line(queens, |out, square| write!(out, "{}", square.on(n))),
    }
}

fn picture(n: usize, queens: &[Square]) -> String {
    let mut columns_of = vec![Vec::new(); n];
    for queen in queens {
        if let Some(columns) = columns_of.get_mut(queen.row as usize) {
            columns.push(queen.column as usize);
        }
    }
    let mut out = String::with_capacity(2 * n * n);
    for columns in columns_of.iter().rev() {
        for column in 0..n {
            out.push(if columns.contains(&column) { 'Q' } else { '.' });
            out.push(if column + 1 == n { '\n' } else { ' ' });
        }
    }
    out
}

/// One line: every queen in turn.
fn line(queens: &[Square], mut one: impl FnMut(&mut String, Square) -> std::fmt::Result) -> String {
    let mut out = String::new();
    for (i, &queen) in queens.iter().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        // Writing to a string cannot fail.
        let _ = one(&mut out, queen);
    }
    out.push('\n');
    out
}
