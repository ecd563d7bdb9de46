//! Queen domination: the fewest queens that attack or occupy every square (de Jaenisch 1862; OEIS A075458).
//!
//! Each square has a queen or not, and a *guard*: the first queen, in square order, that attacks or occupies it. The
//! queens determine the guards, so each set of queens is one solution. Guards are nevertheless good branching
//! variables: the square with the fewest possible guards comes first. To prove that `k` queens are optimal, a search
//! shows that there is no solution with `k - 1`.

mod cover;
mod first;

#[cfg(test)]
mod tests;

pub use cover::Cover;
pub use first::First;

use super::geometry::{attacked, square};
use crate::square::Square;
use solver_core::prelude::*;
use solver_core::{Propagator, View};

/// The problem of attacking or occupying every square of an n×n board with at most a given number of queens.
///
/// ```
/// use queens::DominationModel;
/// use solver_core::prelude::*;
/// // The five queens of 1862, and no four.
/// let five = DominationModel::new(8, 5)?;
/// assert!(matches!(five.search().first()?, Outcome::Complete(_)));
/// let four = DominationModel::new(8, 4)?;
/// assert_eq!(four.search().first()?, Outcome::Unsat);
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DominationModel {
    /// The model.
    pub model: Model,
    /// For each square, whether it has a queen. The squares are listed column by column, each from row 1 up.
    pub queens: Vec<IntVar>,
    /// For each square, the index of the square whose queen guards it.
    pub guards: Vec<IntVar>,
    size: usize,
}

impl DominationModel {
    /// The maximum board size.
    pub const MAX_SIZE: usize = 64;

    /// Builds the model.
    ///
    /// # Errors
    /// [`ModelError`] if n is 0 or the board is too large.
    pub fn new(n: usize, queens: u32) -> Result<DominationModel, ModelError> {
        let squares = n * n;
        let mut model = Model::new();
        let queen = model.ints("queen", squares, 0..=1)?;
        let mut guards = Vec::with_capacity(squares);
        for s in 0..squares {
            let name = format!("guard of {}", square(s, n).on(n));
            let near = attacked(s, n);
            let guard = model.int(&name, ValueSet::from_values(near.iter().map(|&t| t as i32)))?;
            let scope = std::iter::once(guard).chain(near.iter().map(|&t| queen[t]));
            let values: Vec<i32> = near.iter().map(|&t| t as i32).collect();
            let first = move |views: &[View]| -> Box<dyn Propagator> {
                let choices = values.iter().copied().zip(views[1..].iter().copied());
                Box::new(First::new(views[0], choices))
            };
            model.propagator("first", scope, first).named(name);
            guards.push(guard);
        }
        let sets: Vec<Vec<usize>> = (0..squares).map(|s| attacked(s, n)).collect();
        let cover = move |views: &[View]| -> Box<dyn Propagator> {
            Box::new(Cover::new(views.iter().copied().zip(&sets), squares, queens))
        };
        model.propagator("cover", &queen, cover).named(format!("at most {queens} queens attack every square"));
        Ok(DominationModel { model, queens: queen, guards, size: n })
    }

    /// A suitable search, which branches on the square with the fewest possible guards; ties go to the first square.
    pub fn search(&self) -> Search<'_> {
        self.model.search().on(&self.guards).order(VarSelect::SmallestDomain)
    }

    /// The squares with a queen.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] if the solution belongs to another model.
    pub fn squares(&self, solution: &Solution) -> Result<Vec<Square>, ModelError> {
        let values = solution.values(&self.queens)?;
        Ok((0..values.len()).filter(|&s| values[s] == 1).map(|s| square(s, self.size)).collect())
    }
}

/// Whether every square of an n×n board has one of these queens or is attacked by one, checked square by square. Queens
/// may block each other, since a blocking queen attacks the squares behind it.
///
/// ```
/// use queens::{Square, dominates};
/// let queen: Square = "b2".parse()?;
/// assert!(dominates(3, &[queen]) && !dominates(4, &[queen]));
/// # Ok::<(), queens::SquareError>(())
/// ```
pub fn dominates(n: usize, queens: &[Square]) -> bool {
    let squares = (0..n as u32).flat_map(|column| (0..n as u32).map(move |row| Square { column, row }));
    squares.into_iter().all(|square| queens.iter().any(|queen| queen.attacks(square).is_some()))
}
