//! Queens with pawns: n + k queens and k pawns on an n×n board, such that pawns block all attacks between queens
//! (Chatham, Fricke & Skaggs 2006; OEIS A103331 for one pawn).
//!
//! A line with p pawns has room for at most p + 1 queens. The n rows have k pawns and n + k queens in total, so every
//! row has exactly one more queen than pawns, and its queens and pawns alternate; the same holds for columns. With 1
//! for a queen and −1 for a pawn, the solutions are the alternating sign matrices that also satisfy the diagonal rule.
//!
//! Along a line only the most recent piece matters, so each line is an automaton with two states.

#[cfg(test)]
mod tests;

use super::geometry::{Lines, square};
use crate::square::Square;
use solver_core::constraints::{Automaton, AutomatonError};
use solver_core::prelude::*;

/// The model of n + k queens and k pawns.
///
/// ```
/// use queens::PawnsModel;
/// use solver_core::prelude::*;
/// let seven_queens_and_a_pawn = PawnsModel::new(6, 1)?;
/// assert_eq!(seven_queens_and_a_pawn.model.count()?, Outcome::Complete(16));
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PawnsModel {
    /// The model.
    pub model: Model,
    /// The content of each square. The squares are listed column by column, each from row 1 up.
    pub squares: Vec<IntVar>,
    size: usize,
}

/// The values that represent the content of a square.
const QUEEN: i32 = 1;
const EMPTY: i32 = 0;
const PAWN: i32 = -1;

/// The states along a line, by whether the last piece was a queen.
const CLEAR: usize = 0;
const SEEN: usize = 1;

impl PawnsModel {
    /// The maximum board size.
    pub const MAX_SIZE: usize = 100;

    /// Builds the model with n + `pawns` queens.
    ///
    /// # Errors
    /// [`ModelError`] if the model is invalid.
    pub fn new(n: usize, pawns: u32) -> Result<PawnsModel, ModelError> {
        let mut model = Model::new();
        let squares = model.ints("square", n * n, PAWN..=QUEEN)?;
        let Lines { columns, rows, rising, falling } = Lines::new(n);
        let full = automaton([SEEN], None)?;
        // On diagonals, a pawn may also come before the first queen or after another pawn.
        let any = automaton([CLEAR, SEEN], Some((CLEAR, PAWN, CLEAR)))?;
        for (name, lines, pieces) in [
            ("column", columns, &full),
            ("row", rows, &full),
            ("rising diagonal", rising, &any),
            ("falling diagonal", falling, &any),
        ] {
            for (number, along) in (1..).zip(lines) {
                model.regular(along.iter().map(|&s| squares[s]), pieces).named(format!("{name} {number}"));
            }
        }
        let count = i32::try_from(pawns).unwrap_or(i32::MAX);
        model.among(&squares, [PAWN], count).named(format!("{pawns} pawns"));
        Ok(PawnsModel { model, squares, size: n })
    }

    /// The queens and the pawns of a solution.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] if the solution belongs to another model.
    pub fn pieces(&self, solution: &Solution) -> Result<Pieces, ModelError> {
        let values = solution.values(&self.squares)?;
        let with = |piece| (0..values.len()).filter(|&s| values[s] == piece).map(|s| square(s, self.size)).collect();
        Ok(Pieces { queens: with(QUEEN), pawns: with(PAWN) })
    }
}

/// Builds an automaton for the sequences of pieces in which no queen attacks another, with one optional extra
/// transition.
fn automaton<const K: usize>(ends: [usize; K], more: Option<(usize, i32, usize)>) -> Result<Automaton, ModelError> {
    let common = [(CLEAR, EMPTY, CLEAR), (SEEN, EMPTY, SEEN), (CLEAR, QUEEN, SEEN), (SEEN, PAWN, CLEAR)];
    Automaton::new(2, CLEAR, ends, common.into_iter().chain(more)).map_err(|error: AutomatonError| ModelError::Misuse {
        constraint: "order of pieces".to_owned(),
        reason: error.to_string(),
    })
}

/// Queens and pawns on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pieces {
    /// The queens' squares.
    pub queens: Vec<Square>,
    /// The pawns' squares.
    pub pawns: Vec<Square>,
}

impl Pieces {
    /// Finds two queens that attack each other by checking every pair for a pawn between them.
    pub fn attack(&self) -> Option<(Square, Square)> {
        let pairs = self.queens.iter().enumerate().flat_map(|(i, a)| self.queens[..i].iter().map(move |b| (*a, *b)));
        pairs.into_iter().find(|&(a, b)| a.attacks(b).is_some() && !self.pawns.iter().any(|&pawn| between(a, pawn, b)))
    }
}

/// Whether a square is strictly between two others on a straight line.
fn between(a: Square, way: Square, b: Square) -> bool {
    let step = |x: u32, y: u32| (i64::from(y) - i64::from(x)).signum();
    let distance = a.column.abs_diff(b.column).max(a.row.abs_diff(b.row));
    let reaches = |d: u32| {
        let along = |x: u32, y: u32| i64::from(x) + step(x, y) * i64::from(d);
        along(a.column, b.column) == i64::from(way.column) && along(a.row, b.row) == i64::from(way.row)
    };
    (1..distance).any(reaches)
}
