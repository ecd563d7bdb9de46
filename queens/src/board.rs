//! A board with one queen in every column, and the check that no queen attacks another.

use crate::square::{Line, Square};

/// A board: `rows()[c]` is the row of the queen in column `c`, from 0.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Board {
    rows: Vec<u32>,
}

/// The reason why a board is invalid: two queens attack each other, or a queen is off the board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Attack {
    /// A queen in a row beyond the last.
    #[error("the queen in column {column} is in row {row}, off the {size}x{size} board")]
    OffBoard {
        /// The queen's column, from 0.
        column: usize,
        /// The queen's row, from 0.
        row: u32,
        /// The number of rows.
        size: usize,
    },
    /// Two queens on one line.
    #[error("the queens in columns {first} and {second} are on the same {line}")]
    Line {
        /// The first queen's column, from 0.
        first: usize,
        /// The second queen's column, from 0.
        second: usize,
        /// The line that they share: a row or a diagonal.
        line: Line,
    },
}

impl Board {
    /// Creates a board with a queen in row `rows[c]` of each column `c`, and checks it in linear time.
    ///
    /// The check is independent of constraints and propagators, so it can verify their results.
    ///
    /// # Errors
    /// [`Attack`] if a queen is off the board or two attack each other.
    ///
    /// ```
    /// use queens::Board;
    /// assert!(Board::new(vec![1, 3, 0, 2]).is_ok());
    /// assert!(Board::new(vec![0, 1, 2, 3]).is_err());
    /// ```
    pub fn new(rows: Vec<u32>) -> Result<Board, Attack> {
        let n = rows.len();
        if let Some((column, &row)) = rows.iter().enumerate().find(|(_, r)| **r as usize >= n) {
            return Err(Attack::OffBoard { column, row, size: n });
        }
        let on_one = |line: Line, number: fn(usize, usize, usize) -> usize| {
            // One bit per line, so even ten million queens fit into a cache.
            let mut seen = vec![0u64; (2 * n).div_ceil(64)];
            for (column, &row) in rows.iter().enumerate() {
                let own = number(n, column, row as usize);
                let (word, bit) = (&mut seen[own / 64], 1 << (own % 64));
                if *word & bit != 0 {
                    let others = rows[..column].iter().enumerate();
                    let first = others.filter(|&(c, &r)| number(n, c, r as usize) == own).map(|(c, _)| c).next();
                    return Err(Attack::Line { first: first.unwrap_or(column), second: column, line });
                }
                *word |= bit;
            }
            Ok(())
        };
        on_one(Line::Row, |_, _, row| row)?;
        on_one(Line::Diagonal, |_, column, row| column + row)?;
        on_one(Line::Diagonal, |n, column, row| n + column - row)?;
        Ok(Board { rows })
    }

    /// Creates a board that is known to be a solution, because it is the image of one.
    pub(crate) fn of_rows(rows: Vec<u32>) -> Board {
        Board { rows }
    }

    /// The number of columns, rows and queens.
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// The row of the queen in each column, from 0.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The queens' squares, in column order.
    pub fn squares(&self) -> Vec<Square> {
        (0..).zip(&self.rows).map(|(column, &row)| Square { column, row }).collect()
    }

    /// The board with rows and columns exchanged, that is, reflected in the diagonal through `a1`.
    ///
    /// ```
    /// use queens::Board;
    /// assert_eq!(Board::new(vec![1, 3, 0, 2])?.mirrored().rows(), [2, 0, 3, 1]);
    /// # Ok::<(), queens::Attack>(())
    /// ```
    pub fn mirrored(&self) -> Board {
        let mut rows = vec![0; self.rows.len()];
        for (column, &row) in (0..).zip(&self.rows) {
            rows[row as usize] = column;
        }
        Board { rows }
    }
}
