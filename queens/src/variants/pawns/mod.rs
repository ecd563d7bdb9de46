//! Queens with pawns: n + k queens on an n×n board with k pawns, no two queens in sight of each
//! other (Chatham, Fricke & Skaggs 2006; OEIS A103331 for one pawn).
//!
//! A line with p pawns has room for p + 1 queens at most. All rows together have k pawns and
//! n + k queens, so every row has exactly one queen more than pawns, and queens and pawns
//! alternate on it; the same holds for columns. With 1 for a queen and −1 for a pawn these are
//! the alternating sign matrices whose diagonals behave too.

mod exactly;
mod sight;

#[cfg(test)]
mod tests;

pub use exactly::Exactly;
pub use sight::{Line, Sight};

use super::geometry::{Lines, square};
use crate::square::Square;
use solver_core::prelude::*;
use solver_core::{Propagator, View};

/// n + k queens and k pawns.
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
    /// What stands on a square, column by column, each from row 1 up.
    pub squares: Vec<IntVar>,
    size: usize,
}

/// Values of a square.
pub(crate) const QUEEN: i32 = 1;
pub(crate) const EMPTY: i32 = 0;
pub(crate) const PAWN: i32 = -1;

impl PawnsModel {
    /// The largest board.
    pub const MAX_SIZE: usize = 100;

    /// States the puzzle: n + `pawns` queens.
    ///
    /// # Errors
    /// [`ModelError`] when the core refuses the model.
    pub fn new(n: usize, pawns: u32) -> Result<PawnsModel, ModelError> {
        let mut model = Model::new();
        let squares = model.ints("square", n * n, PAWN..=QUEEN)?;
        let Lines { columns, rows, rising, falling } = Lines::of(n);
        let full = [("column", columns), ("row", rows)].map(|family| (family, Line::Full));
        let some = [("rising diagonal", rising), ("falling diagonal", falling)].map(|family| (family, Line::Any));
        for ((name, lines), line) in full.into_iter().chain(some) {
            for (number, along) in (1..).zip(lines) {
                let sight = move |v: &[View]| -> Box<dyn Propagator> { Box::new(Sight::new(v.iter().copied(), line)) };
                model.propagator("sight", along.iter().map(|&s| squares[s]), sight).named(format!("{name} {number}"));
            }
        }
        let count = move |v: &[View]| -> Box<dyn Propagator> { Box::new(Exactly::new(v.iter().copied(), PAWN, pawns)) };
        model.propagator("exactly", &squares, count).named(format!("{pawns} pawns"));
        Ok(PawnsModel { model, squares, size: n })
    }

    /// The queens and the pawns of a solution.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] when the solution is of another model.
    pub fn pieces(&self, solution: &Solution) -> Result<Pieces, ModelError> {
        let values = solution.values(&self.squares)?;
        let with = |piece| (0..values.len()).filter(|&s| values[s] == piece).map(|s| square(s, self.size)).collect();
        Ok(Pieces { queens: with(QUEEN), pawns: with(PAWN) })
    }
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
    /// Two queens that see each other, looked for from each queen in each direction.
    pub fn attack(&self) -> Option<(Square, Square)> {
        let pairs = self.queens.iter().enumerate().flat_map(|(i, a)| self.queens[..i].iter().map(move |b| (*a, *b)));
        pairs.into_iter().find(|&(a, b)| a.attacks(b).is_some() && !self.pawns.iter().any(|&pawn| between(a, pawn, b)))
    }
}

/// Whether a square lies on the straight way from one to another.
fn between(a: Square, way: Square, b: Square) -> bool {
    let step = |x: u32, y: u32| (i64::from(y) - i64::from(x)).signum();
    let distance = a.column.abs_diff(b.column).max(a.row.abs_diff(b.row));
    let reaches = |d: u32| {
        let along = |x: u32, y: u32| i64::from(x) + step(x, y) * i64::from(d);
        along(a.column, b.column) == i64::from(way.column) && along(a.row, b.row) == i64::from(way.row)
    };
    (1..distance).any(reaches)
}
