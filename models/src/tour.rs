//! The travelling salesman problem (instance: P01 of J. Burkardt's collection).

use crate::instances::published;
use crate::{Classic, Shown};
use solver_core::prelude::*;

/// The distance matrix of the towns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Towns {
    /// A row for each town.
    pub distances: Vec<Vec<i32>>,
}

// Fifteen towns with an optimum of 291.
published!(Towns in "tour" by read: "p01");

fn read(rows: &mut dyn Iterator<Item = Vec<i32>>) -> Towns {
    Towns { distances: rows.collect() }
}

/// Minimises the tour length. Branches on the town with the largest regret and tries the nearest successor first.
///
/// # Errors
/// [`ModelError`] if there are no towns, or if a row is too short.
pub fn tour<R: AsRef<[i32]>>(distances: &[R]) -> Result<Classic, ModelError> {
    let n = distances.len();
    let mut m = Model::new();
    let next = m.ints("next", n, 0..=n as i32 - 1)?;
    m.circuit(next.iter().copied());
    let mut legs = Vec::with_capacity(n);
    for (i, (row, &next)) in distances.iter().zip(&next).enumerate() {
        let row = row.as_ref();
        m.post(next.differs(i as i32));
        let leg = m.int(format!("leg {i}"), row.to_vec())?;
        m.element(row.iter().copied(), next, leg);
        legs.push(leg);
    }
    let length: Expr = legs.iter().copied().sum();
    let best = Classic::new(m, legs.iter().chain(&next).copied().collect());
    Ok(best.shown(Shown::Variables(next)).order(VarSelect::MaxRegret).best(Goal::Minimize, length))
}
