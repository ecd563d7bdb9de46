//! The travelling salesman: the shortest way through all towns and back (instance: P01 of J. Burkardt's collection).

use crate::{Classic, Shown};
use solver_core::prelude::*;

/// Fifteen towns: 291.
pub const P01: &[[i32; 15]] = &[
    [0, 29, 82, 46, 68, 52, 72, 42, 51, 55, 29, 74, 23, 72, 46],
    [29, 0, 55, 46, 42, 43, 43, 23, 23, 31, 41, 51, 11, 52, 21],
    [82, 55, 0, 68, 46, 55, 23, 43, 41, 29, 79, 21, 64, 31, 51],
    [46, 46, 68, 0, 82, 15, 72, 31, 62, 42, 21, 51, 51, 43, 64],
    [68, 42, 46, 82, 0, 74, 23, 52, 21, 46, 82, 58, 46, 65, 23],
    [52, 43, 55, 15, 74, 0, 61, 23, 55, 31, 33, 37, 51, 29, 59],
    [72, 43, 23, 72, 23, 61, 0, 42, 23, 31, 77, 37, 51, 46, 33],
    [42, 23, 43, 31, 52, 23, 42, 0, 33, 15, 37, 33, 33, 31, 37],
    [51, 23, 41, 62, 21, 55, 23, 33, 0, 29, 62, 46, 29, 51, 11],
    [55, 31, 29, 42, 46, 31, 31, 15, 29, 0, 51, 21, 41, 23, 37],
    [29, 41, 79, 21, 82, 33, 77, 37, 62, 51, 0, 65, 42, 59, 61],
    [74, 51, 21, 51, 58, 37, 37, 33, 46, 21, 65, 0, 61, 11, 55],
    [23, 11, 64, 51, 46, 51, 51, 33, 29, 41, 42, 61, 0, 62, 23],
    [72, 52, 31, 43, 65, 29, 46, 31, 51, 23, 59, 11, 62, 0, 59],
    [46, 21, 51, 64, 23, 59, 33, 37, 11, 37, 61, 55, 23, 59, 0],
];

/// The shortest tour, by distances from town to town. The town that has most to lose goes first, to the nearest one.
///
/// # Errors
/// [`ModelError`] when there is no town, or a row is too short.
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
