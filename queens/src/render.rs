//! Writes boards as text.

use crate::board::Board;
use crate::picture::{Drawing, Picture};
use crate::square::Square;
use solver_core::named_variants;
use std::fmt::{self, Display, Formatter};

/// A format for one solution. Rows and columns are numbered from 1, with row 1 at the bottom, as on a chess board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// A picture: one line for each row, last row first, with `Q` and `.`.
    #[default]
    Board,
    /// The row of each column's queen: `1 5 8 6 3 7 2 4`.
    Rows,
    /// The column and the row of each queen: `(1, 1) (2, 5) …`.
    Pairs,
    /// Chess squares: `a1 b5 c8 …`, or `1:1 2:5 …` on boards with more than 26 columns.
    Squares,
    /// The same picture as [`Format::Board`], with `♛` and `·`.
    Unicode,
    /// A box for each square, which contains `Q` or is empty.
    Boxed,
}

named_variants!(pub Format { Board = "board", Rows = "rows", Pairs = "pairs", Squares = "squares", Unicode = "unicode", Boxed = "boxed"});

impl Format {
    /// The drawing style, if the format is a picture.
    pub fn drawing(self) -> Option<Drawing> {
        match self {
            Format::Board => Some(Drawing::Letters),
            Format::Unicode => Some(Drawing::Unicode),
            Format::Boxed => Some(Drawing::Boxes),
            Format::Rows | Format::Pairs | Format::Squares => None,
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

/// Same as [`render`], but streamed, for boards whose text is large.
///
/// ```
/// use queens::{Board, Format, rendered};
/// let board = Board::new(vec![1, 3, 0, 2])?;
/// assert_eq!(format!("{}", rendered(&board, Format::Pairs)), "(1, 2) (2, 4) (3, 1) (4, 3)\n");
/// # Ok::<(), queens::Attack>(())
/// ```
pub fn rendered(board: &Board, format: Format) -> impl Display + '_ {
    let queens = (0..).zip(board.rows()).map(|(column, &row)| Square { column, row });
    Rendered { n: board.size(), queens, format }
}

/// Writes any queens on an n×n board, in the given order where the format depends on it. [`Format::Rows`] omits
/// columns, so it is useful only if the column of each queen follows from its position in the list.
///
/// ```
/// use queens::{Format, Square, render_squares};
/// let queens = [Square { column: 0, row: 1 }, Square { column: 2, row: 0 }];
/// assert_eq!(render_squares(3, &queens, Format::Board), ". . .\nQ . .\n. . Q\n");
/// assert_eq!(render_squares(3, &queens, Format::Pairs), "(1, 2) (3, 1)\n");
/// ```
pub fn render_squares(n: usize, queens: &[Square], format: Format) -> String {
    Rendered { n, queens: queens.iter().copied(), format }.to_string()
}

struct Rendered<I> {
    n: usize,
    queens: I,
    format: Format,
}

impl<I: Iterator<Item = Square> + Clone> Display for Rendered<I> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let queens = self.queens.clone();
        let drawn = |drawing, f: &mut Formatter<'_>| Picture::new(self.n, self.queens.clone()).drawn(drawing).fmt(f);
        match self.format {
            Format::Board => drawn(Drawing::Letters, f),
            Format::Unicode => drawn(Drawing::Unicode, f),
            Format::Boxed => drawn(Drawing::Boxes, f),
            Format::Rows => line(queens, f, |f, Square { row, .. }| write!(f, "{}", u64::from(row) + 1)),
            Format::Pairs => line(queens, f, |f, Square { column, row }| {
                write!(f, "({}, {})", u64::from(column) + 1, u64::from(row) + 1)
            }),
            Format::Squares => line(queens, f, |f, square| write!(f, "{}", square.on(self.n))),
        }
    }
}

/// Writes the queens on a single line.
fn line(
    queens: impl Iterator<Item = Square>,
    f: &mut Formatter<'_>,
    mut one: impl FnMut(&mut Formatter<'_>, Square) -> fmt::Result,
) -> fmt::Result {
    for (i, queen) in queens.enumerate() {
        if i > 0 {
            f.write_str(" ")?;
        }
        one(f, queen)?;
    }
    f.write_str("\n")
}
