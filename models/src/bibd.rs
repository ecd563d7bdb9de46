//! Balanced incomplete block designs: b blocks of k out of v points, each point in r blocks, each
//! two points together in λ. (F. Yates 1936; CSPLib 28.)

use crate::{Classic, Shown};
use solver_core::prelude::*;

/// The incidence matrices of designs with v points, rows and columns in lexicographic order, which
/// leaves few of each that are the same but for the order. (P. Flener and others, CP 2002.)
///
/// # Errors
/// [`ModelError`] when the numbers leave the range of the solver.
pub fn bibd(v: usize, k: usize, lambda: usize) -> Result<Classic, ModelError> {
    let r = lambda * (v - 1) / (k - 1);
    let b = v * r / k;
    let mut m = Model::new();
    let on = m.ints("on", v * b, 0..=1)?;
    let point = |p: usize| &on[p * b..p * b + b];
    let block = |i: usize| (0..v).map(move |p| p * b + i);
    for p in 0..v {
        m.post(point(p).iter().sum::<Expr>().equals(r as i32)).named("blocks of a point");
        for q in 0..p {
            let both = point(p).iter().zip(point(q)).map(|(&x, &y)| Expr::from(x.and(y)));
            m.post(both.sum::<Expr>().equals(lambda as i32)).named("blocks of two points");
        }
    }
    for i in 0..b {
        m.post(block(i).map(|at| on[at]).sum::<Expr>().equals(k as i32)).named("points of a block");
    }
    for p in 1..v {
        m.lex_less_eq(point(p - 1), point(p));
    }
    for i in 1..b {
        m.lex_less_eq(block(i - 1).map(|at| on[at]), block(i).map(|at| on[at]));
    }
    Ok(Classic::new(m, on).shown(Shown::Grid(b)))
}
