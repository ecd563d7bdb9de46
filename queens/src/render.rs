//! How a board is shown.

use crate::board::Board;
use crate::square::Square;
use std::fmt::{self, Display, Formatter};

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
    rendered(board, format).to_string()
}

/// As [`render`], a piece at a time: for boards that are large as text.
///
/// ```
/// use queens::{Board, Format, rendered};
/// let board = Board::new(vec![1, 3, 0, 2])?;
/// assert_eq!(format!("{}", rendered(&board, Format::Pairs)), "(1, 2) (2, 4) (3, 1) (4, 3)\n");
/// # Ok::<(), queens::Attack>(())
/// ```
pub fn rendered(board: &Board, format: Format) -> impl Display + '_ {
    Rendered { board, format }
}

struct Rendered<'a> {
    board: &'a Board,
    format: Format,
}

impl Display for Rendered<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let n = self.board.size();
        match self.format {
            Format::Board => picture(self.board, f),
            Format::Rows => line(self.board, f, |f, Square { row, .. }| write!(f, "{}", u64::from(row) + 1)),
            Format::Pairs => line(self.board, f, |f, Square { column, row }| {
                write!(f, "({}, {})", u64::from(column) + 1, u64::from(row) + 1)
            }),
            Format::Squares => line(self.board, f, |f, square| write!(f, "{}", square.on(n))),
        }
    }
}

fn picture(board: &Board, f: &mut Formatter<'_>) -> fmt::Result {
    let n = board.size();
    let mut column_of = vec![0; n];
    for (column, &row) in board.rows().iter().enumerate() {
        column_of[row as usize] = column;
    }
    let mut line = String::with_capacity(2 * n);
    for &queen in column_of.iter().rev() {
        line.clear();
        for column in 0..n {
            line.push(if column == queen { 'Q' } else { '.' });
            line.push(if column + 1 == n { '\n' } else { ' ' });
        }
        f.write_str(&line)?;
    }
    Ok(())
}

/// One line: every queen in the order of columns.
fn line(
    board: &Board,
    f: &mut Formatter<'_>,
    mut one: impl FnMut(&mut Formatter<'_>, Square) -> fmt::Result,
) -> fmt::Result {
    for (column, &row) in (0..).zip(board.rows()) {
        if column > 0 {
            f.write_str(" ")?;
        }
        one(f, Square { column, row })?;
    }
    f.write_str("\n")
}
