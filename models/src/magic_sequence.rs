//! Magic sequences: for each position i, from 0, the number at i is the number of occurrences of i in the sequence.
//! (CSPLib 19.)

use crate::Classic;
use solver_core::prelude::*;

/// The magic sequences of length n.
///
/// # Errors
/// [`ModelError`] if the numbers exceed the solver's range.
pub fn magic_sequence(n: usize) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", n, 0..=n as i32 - 1)?;
    m.gcc(&x, (0..).zip(x.iter().copied())).consistency(Consistency::Value);
    // The sequence has n entries, and the counts add up to n.
    m.post(x.iter().sum::<Expr>().equals(n as i32));
    m.post(x.iter().zip(0..).map(|(&x, i)| i * x).sum::<Expr>().equals(n as i32));
    Ok(Classic::new(m, x))
}
