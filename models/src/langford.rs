//! Langford's problem L(2, n): arrange two copies of each number 1 to n in a row, with k numbers between the two
//! copies of k. (C. D. Langford, The Mathematical Gazette 42, 1958; CSPLib 24.)

use crate::Classic;
use solver_core::prelude::*;

/// The arrangements of the numbers 1 to n, including mirror images.
///
/// # Errors
/// [`ModelError`] for n = 0.
pub fn langford(n: i32) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let mut first = Vec::new();
    for k in 1..=n {
        let last = 2 * n - k - 2;
        let place = m.int(format!("first {k}"), 0..=last.max(0))?;
        if last < 0 {
            // The second copy of k does not fit.
            m.post(place.at_most(last));
        }
        first.push(place);
    }
    let second = first.iter().zip(2..).map(|(&first, step)| first + step);
    m.all_different(first.iter().map(Expr::from).chain(second)).consistency(Consistency::Value);
    // Large numbers have the fewest positions, so they come first.
    first.reverse();
    Ok(Classic::new(m, first))
}
