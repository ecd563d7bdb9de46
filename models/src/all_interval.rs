//! All-interval series: a permutation of 0 to n − 1 whose neighbours all have different distances.
//! (Twelve-tone music; H. Hoos 1998; CSPLib 7.)

use crate::Classic;
use solver_core::prelude::*;

/// The all-interval series of n numbers. Each series occurs with its three symmetric variants: reversed, subtracted
/// from n − 1, and both.
///
/// # Errors
/// [`ModelError`] for n < 2.
pub fn all_interval(n: usize) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", n, 0..=n as i32 - 1)?;
    let interval = m.ints("interval", n - 1, 1..=n as i32 - 1)?;
    for (pair, &d) in x.windows(2).zip(&interval) {
        m.abs(pair[1] - pair[0], d).consistency(BoundsOrDomain::Bounds);
    }
    m.all_different(&x).consistency(Consistency::Value);
    m.all_different(&interval).consistency(Consistency::Value);
    Ok(Classic::new(m, x))
}
