//! Knight's tours: a knight visits all squares of a board and ends where it began. (L. Euler 1759.)

use crate::Classic;
use solver_core::constraints::CircuitLevel;
use solver_core::prelude::*;

/// The closed tours of a board; each occurs once in each direction.
///
/// # Errors
/// [`ModelError`] if the numbers exceed the solver's range.
pub fn knights_tour(rows: i32, columns: i32) -> Result<Classic, ModelError> {
    const MOVES: [(i32, i32); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
    let mut m = Model::new();
    let mut next = Vec::new();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let ends = MOVES.iter().map(|by| (row + by.0, column + by.1));
        let ends = ends.filter(|end| (0..rows).contains(&end.0) && (0..columns).contains(&end.1));
        let mut ends: Vec<i32> = ends.map(|end| end.0 * columns + end.1).collect();
        if ends.is_empty() {
            // A square without moves gets a self-loop, which no circuit of several squares allows.
            ends.push(row * columns + column);
        }
        next.push(m.int(format!("after {row}, {column}"), ValueSet::from_values(ends))?);
    }
    m.all_different(&next).consistency(Consistency::Domain);
    m.circuit(&next).consistency(CircuitLevel::Connected);
    Ok(Classic::new(m, next).order(VarSelect::SmallestDomain))
}
