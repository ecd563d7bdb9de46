//! Given queens: a validated list of squares.
//!
//! Such a list can always be posted: its squares are on the board, are distinct, and do not attack each other. The
//! search decides whether it extends to a solution.

use crate::board::Board;
use crate::square::Square;
use crate::variants::ChangeError;

/// Queens given on an n×n board.
///
/// ```
/// use queens::Givens;
/// let givens = Givens::parse(8, "d1,f2")?;
/// assert_eq!(givens.squares().len(), 2);
/// assert_eq!(givens.names(), ["d1", "f2"]);
/// assert_eq!(
///     Givens::parse(8, "d1 f3").unwrap_err().to_string(),
///     "the queens on d1 and f3 attack each other: they share a diagonal"
/// );
/// # Ok::<(), queens::ChangeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Givens {
    size: usize,
    squares: Vec<Square>,
}

impl Givens {
    /// No givens on an n×n board.
    pub fn none(n: usize) -> Givens {
        Givens { size: n, squares: Vec::new() }
    }

    /// Creates givens on these squares of an n×n board. The check takes time quadratic in their number.
    ///
    /// # Errors
    /// [`ChangeError`] if a square is off the board, given twice, or attacked from another.
    pub fn new(n: usize, squares: impl IntoIterator<Item = Square>) -> Result<Givens, ChangeError> {
        let mut givens = Givens::none(n);
        for square in squares {
            givens.add(square)?;
        }
        Ok(givens)
    }

    /// Parses squares separated by commas, blanks or both: `d1,f2`.
    ///
    /// # Errors
    /// The errors of [`Givens::new`]; also an error if a word is not a square or there are no words.
    pub fn parse(n: usize, text: &str) -> Result<Givens, ChangeError> {
        let squares = squares(text)?;
        Givens::new(n, squares)
    }

    /// Parses queens as [`Givens::parse`] does, but allows them to attack each other.
    ///
    /// # Errors
    /// The errors of [`Givens::parse`], except [`ChangeError::Attack`].
    ///
    /// ```
    /// use queens::Givens;
    /// assert_eq!(Givens::parse_hostile(4, "a1,b2")?.len(), 2);
    /// assert!(Givens::parse_hostile(4, "a1,a1").is_err());
    /// # Ok::<(), queens::ChangeError>(())
    /// ```
    pub fn parse_hostile(n: usize, text: &str) -> Result<Vec<Square>, ChangeError> {
        let squares = squares(text)?;
        for (i, &square) in squares.iter().enumerate() {
            on_board(n, square)?;
            if squares[..i].contains(&square) {
                return Err(ChangeError::GivenTwice(square, n));
            }
        }
        Ok(squares)
    }

    fn add(&mut self, square: Square) -> Result<(), ChangeError> {
        let size = self.size;
        on_board(size, square)?;
        for &first in &self.squares {
            if first == square {
                return Err(ChangeError::GivenTwice(square, size));
            }
            if let Some(line) = first.attacks(square) {
                return Err(ChangeError::Attack(first, square, line, size));
            }
        }
        self.squares.push(square);
        Ok(())
    }

    /// The number of columns and rows of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The squares, in the given order.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The names of the squares in the board's notation.
    pub fn names(&self) -> Vec<String> {
        self.squares.iter().map(|square| square.on(self.size).to_string()).collect()
    }

    /// Whether a board has a queen on every given square.
    pub fn hold_on(&self, board: &Board) -> bool {
        self.squares.iter().all(|square| board.rows().get(square.column as usize) == Some(&square.row))
    }
}

/// Parses squares separated by commas, blanks or both; there must be at least one.
fn squares(text: &str) -> Result<Vec<Square>, ChangeError> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let squares = words.map(str::parse).collect::<Result<Vec<Square>, _>>()?;
    if squares.is_empty() { Err(ChangeError::Nothing("square", "d1,f2")) } else { Ok(squares) }
}

fn on_board(size: usize, square: Square) -> Result<(), ChangeError> {
    if square.column.max(square.row) as usize >= size {
        return Err(ChangeError::GivenOffBoard(square, size));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Formulation, Line, QueensModel};
    use solver_core::prelude::*;

    #[test]
    fn commas_and_blanks_separate() {
        let expected = Givens::parse(8, "d1,f2").expect("two squares");
        for text in ["d1 f2", " d1 ,\tf2 ", "d1,,f2,", "4:1\nF2"] {
            assert_eq!(Givens::parse(8, text).as_ref(), Ok(&expected), "{text:?}");
        }
    }

    #[test]
    fn complaints_name_the_squares() {
        let said = |n, text| Givens::parse(n, text).expect_err("a fault").to_string();
        assert_eq!(said(8, " , "), "no square is named: type one or more, such as d1,f2");
        assert_eq!(said(8, "d1,i2"), "i2 is off the 8x8 board, which ends at h8");
        assert_eq!(said(8, "d9"), "d9 is off the 8x8 board, which ends at h8");
        assert_eq!(said(30, "a31"), "1:31 is off the 30x30 board, which ends at 30:30");
        assert_eq!(said(8, "d1,f2,4:1"), "d1 is given twice");
        assert_eq!(said(8, "d1,d8"), "the queens on d1 and d8 attack each other: they share a column");
        assert_eq!(said(8, "d1,f2,h2"), "the queens on f2 and h2 attack each other: they share a row");
        assert_eq!(said(30, "d1,f3"), "the queens on 4:1 and 6:3 attack each other: they share a diagonal");
    }

    #[test]
    fn the_first_fault_is_reported() {
        let text = "d1,f3,i9,d1";
        assert!(matches!(Givens::parse(8, text), Err(ChangeError::Attack(_, _, Line::Diagonal, 8))));
    }

    #[test]
    fn nothing_may_be_given_on_any_board() {
        assert_eq!(Givens::new(0, []).map(|g| g.squares().len()), Ok(0));
        assert!(matches!(Givens::parse(0, "a1"), Err(ChangeError::GivenOffBoard(_, 0))));
    }

    /// For every pair of squares, each formulation finds the solutions with queens on both.
    #[test]
    fn models_keep_the_solutions_that_hold_the_givens() {
        let n = 6;
        let squares: Vec<Square> = (0..6).flat_map(|column| (0..6).map(move |row| Square { column, row })).collect();
        let pairs = squares.iter().flat_map(|&a| squares.iter().map(move |&b| [a, b]));
        let givens: Vec<Givens> = pairs.filter_map(|pair| Givens::new(n, pair).ok()).collect();
        assert!(givens.len() > 500);
        for formulation in Formulation::ALL {
            let plain = QueensModel::new(n, formulation, None).expect("a small board");
            let boards = |q: &QueensModel| -> Vec<Board> {
                let rows = |s: Solution| s.values(&q.columns).expect("its own variables");
                let board = |rows: Vec<i32>| Board::new(rows.iter().map(|&r| r as u32).collect()).expect("a solution");
                q.model.solutions().expect("a sound model").map(|s| board(rows(s))).collect()
            };
            let all = boards(&plain);
            assert_eq!(all.len(), 4);
            for givens in &givens {
                let mut q = plain.clone();
                q.give(givens).expect("the same board");
                let expected: Vec<Board> = all.iter().filter(|board| givens.hold_on(board)).cloned().collect();
                assert_eq!(boards(&q), expected, "{formulation} {:?}", givens.names());
            }
        }
    }

    #[test]
    fn givens_of_another_board_are_refused() {
        let mut q = QueensModel::new(8, Formulation::AllDifferent, None).expect("a small board");
        let refusal = q.give(&Givens::parse(6, "a1").expect("a square")).expect_err("another board");
        assert_eq!(refusal.to_string(), "the given queens are for a 6x6 board, but this board is 8x8");
    }

    #[test]
    fn boards_are_compared_with_the_givens() {
        let board = Board::new(vec![1, 3, 0, 2]).expect("a solution");
        let holds = |text| Givens::parse(4, text).expect("squares").hold_on(&board);
        assert!(holds("a2,d3"));
        assert!(!holds("a3"));
        assert!(!Givens::parse(5, "e1").expect("a square").hold_on(&board));
    }
}
