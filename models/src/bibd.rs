//! Balanced incomplete block designs: b blocks of k out of v points, each point in r blocks, each
//! two points together in λ. (F. Yates 1936; CSPLib 28.)

use crate::Classic;
use solver_core::prelude::*;

/// The designs with points v, their blocks in descending order.
///
/// # Errors
/// [`ModelError`] when the numbers leave the range of the solver.
pub fn bibd(v: usize, k: usize, lambda: usize) -> Result<Classic, ModelError> {
    let r = lambda * (v - 1) / (k - 1);
    let b = v * r / k;
    let mut m = Model::new();
    let on = m.ints("on", v * b, 0..=1)?;
    let at = |point: usize, block: usize| on[point * b + block];
    for p in 0..v {
        m.post((0..b).map(|block| at(p, block)).sum::<Expr>().equals(r as i32));
        for q in 0..p {
            let both = |block| Expr::from(at(p, block).and(at(q, block)));
            m.post((0..b).map(both).sum::<Expr>().equals(lambda as i32));
        }
    }
    for block in 0..b {
        m.post((0..v).map(|p| at(p, block)).sum::<Expr>().equals(k as i32));
    }
    let number = |block| (0..v).fold(Expr::from(0), |number, p| 2 * number + at(p, block));
    for block in 1..b {
        m.post(number(block - 1).greater_than(number(block)));
    }
    Ok(Classic::new(m, on))
}
