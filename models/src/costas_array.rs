//! Costas arrays: n points, one in each row and column, such that all displacement vectors between pairs of points
//! are distinct. (J. P. Costas 1965.)

use crate::Classic;
use solver_core::prelude::*;

/// The Costas arrays of order n.
///
/// # Errors
/// [`ModelError`] for n = 0.
pub fn costas_array(n: usize) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let row = m.ints("row", n, 0..=n as i32 - 1)?;
    m.all_different(&row).consistency(Consistency::Value);
    for step in 1..n - 1 {
        let differences = (step..n).map(|i| row[i] - row[i - step]);
        m.all_different(differences).consistency(Consistency::Value).named(format!("{step} apart"));
    }
    Ok(Classic::new(m, row))
}
