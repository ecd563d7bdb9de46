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
    match format {
        Format::Board => picture(board),
        Format::Rows => line(board, |out, Square { row, .. }| write!(out, "{}", row + 1)),
        Format::Pairs => line(board, |out, Square { column, row }| write!(out, "({}, {})", column + 1, row + 1)),
        Format::Squares => line(board, |out, square| write!(out, "{}", square.on(board.size()))),
    }
}

fn picture(board: &Board) -> String {
    let n = board.size();
    let mut column_of = vec![0; n];
    for (column, &row) in board.rows().iter().enumerate() {
        column_of[row as usize] = column;
    }
    let mut out = String::with_capacity(2 * n * n);
    for &queen in column_of.iter().rev() {
        for column in 0..n {
            out.push(if column == queen { 'Q' } else { '.' });
            out.push(if column + 1 == n { '\n' } else { ' ' });
        }
    }
    out
}

/// One line: every queen in the order of columns.
fn line(board: &Board, mut one: impl FnMut(&mut String, Square) -> std::fmt::Result) -> String {
    let mut out = String::new();
    for (column, &row) in (0..).zip(board.rows()) {
        if column > 0 {
            out.push(' ');
        }
        // Writing to a string cannot fail.
        let _ = one(&mut out, Square { column, row });
    }
    out.push('\n');
    out
}
