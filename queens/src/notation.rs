//! Lists of boards in the notations of other languages and programs.
//!
//! N queens is a common first search program, and each language has its own way to print the result. A [`Notation`]
//! reproduces one of these formats exactly: the start and end of the list, and the format of each board. Output can be
//! streamed, with each board written as it is found.
//!
//! Some programs place a queen in each column and search for its row; others do the reverse. Each notation follows its
//! program. In Ferz, the k-th value of a solution is the row of the queen in column k; in a row-based notation, it is
//! the column of the queen in row k. The same values then describe the board reflected in its diagonal.

use crate::board::Board;
use crate::square::Square;
use solver_core::named_variants;
use std::fmt::Write;

/// A notation for lists of boards.
///
/// ```
/// use queens::{Board, Listing, Notation};
/// let mut text = String::new();
/// let mut list = Listing::new(Notation::Scheme);
/// for rows in [vec![1, 3, 0, 2], vec![2, 0, 3, 1]] {
///     text += &list.board(&Board::new(rows)?);
/// }
/// text += &list.end(true);
/// assert_eq!(text, "((2 4 1 3) (3 1 4 2))\n");
/// # Ok::<(), queens::Attack>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// A quoted list of boards, each a list of `(row . column)` with the newest column first: `'(((3 . 4) (1 . 3) …`.
    SchemePairs,
    /// A list of boards, each a list of the queens' rows, by column: `((2 4 1 3) (3 1 4 2))`.
    Scheme,
    /// One line for each board: a list of `(row, column)`: `[(1, 2), (2, 4), …]`.
    Python,
    /// One list of boards, each a list of cells `[row, column]` that count from 0: `[[[0, 1], [1, 3], …`.
    Ruby,
    /// Numbered boards drawn as boxes, with a `*` for each queen and a line for each row.
    JBox,
    /// A line for each column, with an `o` at the queen's row and an `x` elsewhere.
    Ox,
    /// One line for each board: a chess position (FEN) with eight columns: `3Q4/6Q1/… w - - 0 1`.
    Fen,
    /// One list of boards, each a list of the board's rows as strings: `[[".Q..","...Q",…],…]`.
    LeetCode,
    /// One line for each board: the queens' rows, by column, as OEIS writes terms: `1, 5, 8, 6, 3, 7, 2, 4`.
    Oeis,
}

named_variants!(pub Notation { SchemePairs = "scheme-pairs", Scheme = "scheme", Python = "python", Ruby = "ruby", JBox = "j-box", Ox = "ox",
    Fen = "fen", LeetCode = "leetcode", Oeis = "oeis"});

impl Notation {
    /// Whether programs that use this notation place a queen in every row rather than in every column.
    pub fn runs_through_rows(self) -> bool {
        match self {
            Notation::Python | Notation::Ruby | Notation::JBox | Notation::LeetCode => true,
            Notation::SchemePairs | Notation::Scheme | Notation::Ox | Notation::Fen | Notation::Oeis => false,
        }
    }

    /// Whether a queen's column follows from its position in the list, so that each column up to the last one used
    /// needs a queen.
    pub fn needs_every_column(self) -> bool {
        matches!(self, Notation::Scheme | Notation::Oeis)
    }

    /// The only board size that the notation supports, if there is just one.
    pub fn only_size(self) -> Option<usize> {
        (self == Notation::Fen).then_some(8)
    }

    /// Whether the notation writes every square, so that large boards become long.
    pub fn draws(self) -> bool {
        matches!(self, Notation::JBox | Notation::Ox | Notation::LeetCode)
    }

    /// The queens' squares as this notation writes them, in its order. Row-based notations exchange rows and columns.
    pub fn squares(self, queens: &[Square]) -> Vec<Square> {
        let square = |queen: &Square| if self.runs_through_rows() { queen.mirrored() } else { *queen };
        queens.iter().map(square).collect()
    }

    /// Writes a board or partial board with queens on the given squares, in the given order.
    ///
    /// # Panics
    /// If a queen is off the board and the notation draws the board.
    ///
    /// ```
    /// use queens::{Notation, Square};
    /// let queens = [Square { column: 0, row: 1 }, Square { column: 1, row: 3 }];
    /// assert_eq!(Notation::Scheme.write(4, &queens), "(2 4)");
    /// assert_eq!(Notation::SchemePairs.write(4, &queens), "((4 . 2) (2 . 1))");
    /// assert_eq!(Notation::Ruby.write(4, &queens), "[[1, 0], [3, 1]]");
    /// assert_eq!(Notation::Ox.write(4, &queens), "\nxoxx\nxxxo\nxxxx\nxxxx\n\n");
    /// ```
    pub fn write(self, n: usize, queens: &[Square]) -> String {
        match self {
            Notation::SchemePairs => {
                list("(", " ", ")", queens.iter().rev(), |out, q| write!(out, "({} . {})", q.row + 1, q.column + 1))
            }
            Notation::Scheme => list("(", " ", ")", queens, |out, q| write!(out, "{}", q.row + 1)),
            Notation::Python => {
                list("[", ", ", "]\n", queens, |out, q| write!(out, "({}, {})", q.row + 1, q.column + 1))
            }
            Notation::Ruby => list("[", ", ", "]", queens, |out, q| write!(out, "[{}, {}]", q.row, q.column)),
            Notation::JBox => boxes(n, queens),
            Notation::Ox => letters(n, queens),
            Notation::Fen => position(n, queens),
            Notation::LeetCode => strings(n, queens),
            Notation::Oeis => list("", ", ", "\n", queens, |out, q| write!(out, "{}", q.row + 1)),
        }
    }

    /// The texts before the list, between two boards and after the list, and the text that claims that the list is
    /// complete.
    fn frame(self) -> [&'static str; 4] {
        match self {
            Notation::SchemePairs => ["'(", "\n  ", ")\n", ""],
            Notation::Scheme => ["(", " ", ")\n", ""],
            Notation::Ruby => ["[", ", ", "]\n", ""],
            Notation::LeetCode => ["[", ",", "]\n", ""],
            Notation::JBox => ["", "", "", "*** end ***\n"],
            Notation::Ox => ["", "", "", "That's all!!"],
            Notation::Python | Notation::Fen | Notation::Oeis => [""; 4],
        }
    }
}

/// A list of boards in progress.
#[derive(Clone, Debug)]
pub struct Listing {
    notation: Notation,
    written: u64,
    /// The last queen of the last board.
    last: Option<Square>,
}

impl Listing {
    /// Creates an empty list.
    pub fn new(notation: Notation) -> Listing {
        Listing { notation, written: 0, last: None }
    }

    /// Returns the text for the next board.
    pub fn board(&mut self, board: &Board) -> String {
        self.queens(board.size(), &self.notation.squares(&board.squares()))
    }

    /// Returns the text for the next placement of queens on an n×n board, in the given order; see [`Notation::write`].
    pub fn queens(&mut self, n: usize, queens: &[Square]) -> String {
        let (notation, [opening, between, ..]) = (self.notation, self.notation.frame());
        self.written += 1;
        self.last = queens.last().copied();
        let mut text = if self.written == 1 { opening } else { between }.to_owned();
        if notation == Notation::JBox {
            text += &format!("No. {}\n", self.written);
        }
        text + &notation.write(n, queens)
    }

    /// The square of the last queen of the last board.
    pub fn last(&self) -> Option<Square> {
        self.last
    }

    /// Returns the text at the end. `complete` means that there is no other board, which only some notations record.
    pub fn end(self, complete: bool) -> String {
        let [opening, _, closing, claim] = self.notation.frame();
        [if self.written == 0 { opening } else { "" }, closing, if complete { claim } else { "" }].concat()
    }
}

fn list<'a>(
    open: &str,
    between: &str,
    close: &str,
    queens: impl IntoIterator<Item = &'a Square>,
    one: impl Fn(&mut String, Square) -> std::fmt::Result,
) -> String {
    let mut out = open.to_owned();
    for (i, &queen) in queens.into_iter().enumerate() {
        if i > 0 {
            out += between;
        }
        // Writing to a string cannot fail.
        let _ = one(&mut out, queen);
    }
    out + close
}

/// Draws a box for each cell, with a line of boxes for each row.
fn boxes(n: usize, queens: &[Square]) -> String {
    let border = "+-".repeat(n) + "+\n";
    let mut out = border.clone();
    for row in grid(n, queens.iter().map(|queen| (queen.row, queen.column))) {
        for queen in row {
            out += if queen { "|*" } else { "| " };
        }
        out += "|\n";
        out += &border;
    }
    out
}

/// Writes a letter for each cell, with a line of letters for each column.
fn letters(n: usize, queens: &[Square]) -> String {
    let mut out = String::with_capacity((n + 1) * (n + 1) + 2);
    for column in grid(n, queens.iter().map(|queen| (queen.column, queen.row))) {
        out.push('\n');
        out.extend(column.into_iter().map(|queen| if queen { 'o' } else { 'x' }));
    }
    out + "\n\n"
}

/// Writes the fields of Forsyth-Edwards notation: the rows from the last down, with numbers for runs of empty squares,
/// then the side to move and the remaining fields.
fn position(n: usize, queens: &[Square]) -> String {
    let rows: Vec<Vec<bool>> = grid(n, queens.iter().map(|queen| (queen.row, queen.column))).collect();
    let row = |cells: &Vec<bool>| {
        let stretches = cells.chunk_by(|a, b| a == b);
        let written = |same: &[bool]| if same[0] { "Q".repeat(same.len()) } else { same.len().to_string() };
        stretches.map(written).collect::<String>()
    };
    rows.iter().rev().map(row).collect::<Vec<_>>().join("/") + " w - - 0 1\n"
}

/// Writes a string for each row.
fn strings(n: usize, queens: &[Square]) -> String {
    let rows = grid(n, queens.iter().map(|queen| (queen.row, queen.column)));
    let row = |cells: Vec<bool>| cells.into_iter().map(|queen| if queen { 'Q' } else { '.' }).collect::<String>();
    format!("[{}]", rows.map(|cells| format!("\"{}\"", row(cells))).collect::<Vec<_>>().join(","))
}

/// Returns, for each line, which of its squares have queens.
fn grid(n: usize, queens: impl Iterator<Item = (u32, u32)>) -> impl Iterator<Item = Vec<bool>> {
    let mut lines = vec![Vec::new(); n];
    for (line, place) in queens {
        lines[line as usize].push(place as usize);
    }
    lines.into_iter().map(move |places| {
        let mut cells = vec![false; n];
        for place in places {
            cells[place] = true;
        }
        cells
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(notation: Notation, boards: &[&[u32]], complete: bool) -> String {
        let mut list = Listing::new(notation);
        let boards = boards.iter().map(|rows| Board::new(rows.to_vec()).expect("a solution"));
        let text: String = boards.map(|board| list.board(&board)).collect();
        text + &list.end(complete)
    }

    const FOUR: &[&[u32]] = &[&[1, 3, 0, 2], &[2, 0, 3, 1]];

    #[test]
    fn both_boards_of_four_queens() {
        let texts = [
            "'(((3 . 4) (1 . 3) (4 . 2) (2 . 1))\n  ((2 . 4) (4 . 3) (1 . 2) (3 . 1)))\n",
            "((2 4 1 3) (3 1 4 2))\n",
            "[(1, 2), (2, 4), (3, 1), (4, 3)]\n[(1, 3), (2, 1), (3, 4), (4, 2)]\n",
            "[[[0, 1], [1, 3], [2, 0], [3, 2]], [[0, 2], [1, 0], [2, 3], [3, 1]]]\n",
            "No. 1\n+-+-+-+-+\n| |*| | |\n+-+-+-+-+\n| | | |*|\n+-+-+-+-+\n|*| | | |\n+-+-+-+-+\n| | |*| |\n+-+-+-+-+\n\
             No. 2\n+-+-+-+-+\n| | |*| |\n+-+-+-+-+\n|*| | | |\n+-+-+-+-+\n| | | |*|\n+-+-+-+-+\n| |*| | |\n+-+-+-+-+\n\
             *** end ***\n",
            "\nxoxx\nxxxo\noxxx\nxxox\n\n\nxxox\noxxx\nxxxo\nxoxx\n\nThat's all!!",
            "1Q2/3Q/Q3/2Q1 w - - 0 1\n2Q1/Q3/3Q/1Q2 w - - 0 1\n",
            "[[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"],[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]]\n",
            "2, 4, 1, 3\n3, 1, 4, 2\n",
        ];
        for (notation, text) in Notation::ALL.into_iter().zip(texts) {
            assert_eq!(listed(notation, FOUR, true), text, "{notation:?}");
        }
    }

    #[test]
    fn lists_without_a_board() {
        let texts = ["'()\n", "()\n", "", "[]\n", "*** end ***\n", "That's all!!", "", "[]\n", ""];
        for (notation, text) in Notation::ALL.into_iter().zip(texts) {
            assert_eq!(listed(notation, &[], true), text, "{notation:?}");
        }
    }

    /// An incomplete list is closed without the claim that it is complete.
    #[test]
    fn lists_that_break_off() {
        let texts = ["'()\n", "()\n", "", "[]\n", "", "", "", "[]\n", ""];
        for (notation, text) in Notation::ALL.into_iter().zip(texts) {
            assert_eq!(listed(notation, &[], false), text, "{notation:?}");
        }
        assert_eq!(listed(Notation::Scheme, &FOUR[..1], false), "((2 4 1 3))\n");
        assert_eq!(listed(Notation::Ox, &FOUR[..1], false), "\nxoxx\nxxxo\noxxx\nxxox\n\n");
    }

    /// Row-based and column-based notations write the same values for mirrored boards.
    #[test]
    fn mirrored_boards_exchange_rows_and_columns() {
        let board = Board::new(vec![1, 3, 0, 2]).expect("a solution");
        let mirrored = board.mirrored();
        assert_eq!(mirrored.rows(), [2, 0, 3, 1]);
        assert_eq!(mirrored.mirrored(), board);
        let mut squares: Vec<Square> = board.squares().into_iter().map(Square::mirrored).collect();
        squares.sort();
        assert_eq!(squares, mirrored.squares());
    }
}
