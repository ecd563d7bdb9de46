//! Peaceable armies of queens: two equal armies, as large as possible, such that no two queens of different colours
//! attack each other (Bosch 1999; OEIS A250000).
//!
//! A line cannot contain queens of both colours, so it suffices to decide the colour of each line: the white army may
//! take every square whose four lines are all white, and the black army every square whose lines are all black. These
//! 6n − 2 decisions are the variables; a large board has far fewer lines than squares.

mod propagator;

#[cfg(test)]
mod tests;

pub use propagator::Armies;

use super::geometry::{Lines, square};
use crate::square::Square;
use solver_core::prelude::*;

/// The problem of placing two armies with at least a given number of queens each.
///
/// ```
/// use queens::ArmiesModel;
/// use solver_core::prelude::*;
/// let four = ArmiesModel::new(5, 4)?;
/// assert!(matches!(four.search().first()?, Outcome::Complete(_)));
/// assert_eq!(ArmiesModel::new(5, 5)?.search().first()?, Outcome::Unsat);
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ArmiesModel {
    /// The model.
    pub model: Model,
    /// The colour of each line, 0 for white and 1 for black: columns, rows, rising and falling diagonals.
    pub owners: Vec<IntVar>,
    /// The colour variables in search order: columns and rows, then diagonals, each from the middle outwards.
    order: Vec<IntVar>,
    size: usize,
    queens: u32,
}

impl ArmiesModel {
    /// The maximum board size.
    pub const MAX_SIZE: usize = 64;

    /// Builds the model with at least `queens` queens of each colour.
    ///
    /// # Errors
    /// [`ModelError`] if the model is invalid.
    pub fn new(n: usize, queens: u32) -> Result<ArmiesModel, ModelError> {
        let mut model = Model::new();
        let Lines { columns, rows, rising, falling } = Lines::new(n);
        let mut owners = Vec::new();
        for (name, lines) in [("column", columns), ("row", rows), ("rising", rising), ("falling", falling)] {
            owners.extend(model.ints(name, lines.len(), 0..=1)?);
        }
        model
            .propagator("armies", &owners, move |views| Box::new(Armies::new(n, views.iter().copied(), queens)))
            .named(format!("{queens} queens in each army"));
        if let Some(&middle) = owners.get(n / 2) {
            model.post(middle.equals(0)).named("the colours can be exchanged");
        }
        let distance = |line: usize| match line {
            line if line < 2 * n => (2 * (line % n) + 1).abs_diff(n),
            diagonal => ((diagonal - 2 * n) % (2 * n - 1) + 1).abs_diff(n),
        };
        let mut numbers: Vec<usize> = (0..owners.len()).collect();
        // Branch on rows and columns first: starting with diagonals, or mixing them in, is orders of magnitude slower.
        numbers.sort_by_key(|&line| (line >= 2 * n, distance(line), line));
        let order = numbers.into_iter().map(|line| owners[line]).collect();
        Ok(ArmiesModel { model, owners, order, size: n, queens })
    }

    /// A suitable search: columns and rows, then diagonals, each from the middle outwards.
    pub fn search(&self) -> Search<'_> {
        self.model.search().on(&self.order)
    }

    /// The two armies of a solution, each truncated to the requested number.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] if the solution belongs to another model.
    pub fn armies(&self, solution: &Solution) -> Result<[Vec<Square>; 2], ModelError> {
        let owners = solution.values(&self.owners)?;
        let army = |colour: i32| {
            let squares = (0..self.size * self.size).map(|s| square(s, self.size));
            let own = squares.filter(|&s| lines(s, self.size).iter().all(|&line| owners[line] == colour));
            own.take(self.queens as usize).collect()
        };
        Ok([army(0), army(1)])
    }
}

/// The indices of a square's column, row, rising and falling diagonal.
fn lines(s: Square, n: usize) -> [usize; 4] {
    let (column, row) = (s.column as usize, s.row as usize);
    [column, n + row, 2 * n + (n - 1 + row - column), 4 * n - 1 + column + row]
}

/// Finds two queens of different colours that attack each other.
pub fn clash_of_armies([white, black]: &[Vec<Square>; 2]) -> Option<(Square, Square)> {
    let pairs = white.iter().flat_map(|a| black.iter().map(move |b| (*a, *b)));
    pairs.into_iter().find(|(a, b)| a.attacks(*b).is_some())
}
