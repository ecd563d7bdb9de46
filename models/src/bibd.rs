//! Balanced incomplete block designs: b blocks of k out of v points, with each point in r blocks and each pair of
//! points together in λ blocks. (F. Yates 1936; CSPLib 28.)

use crate::{Classic, Shown};
use solver_core::prelude::*;

/// The incidence matrices of designs with v points. Rows and columns are ordered lexicographically, which breaks most
/// of the symmetry. (P. Flener and others, CP 2002.)
///
/// # Errors
/// [`ModelError`] if the numbers exceed the solver's range.
pub fn bibd(v: usize, k: usize, lambda: usize) -> Result<Classic, ModelError> {
    let r = lambda * (v - 1) / (k - 1);
    let b = v * r / k;
    let mut m = Model::new();
    if r * (k - 1) != lambda * (v - 1) || b * k != v * r {
        m.post(Expr::from(0).equals(1)).named("whole numbers of blocks");
    }
    let on = m.matrix("on", v, b, 0..=1)?;
    let points: Vec<Vec<IntVar>> = on.rows().collect();
    let blocks: Vec<Vec<IntVar>> = on.columns().collect();
    for (p, point) in points.iter().enumerate() {
        m.post(point.iter().sum::<Expr>().equals(r as i32)).named("blocks of a point");
        for other in &points[..p] {
            let both = point.iter().zip(other).map(|(&x, &y)| Expr::from(x.and(y)));
            m.post(both.sum::<Expr>().equals(lambda as i32)).named("blocks of two points");
        }
    }
    for block in &blocks {
        m.post(block.iter().sum::<Expr>().equals(k as i32)).named("points of a block");
    }
    for two in points.windows(2).chain(blocks.windows(2)) {
        m.lex_less_eq(&two[0], &two[1]);
    }
    Ok(Classic::new(m, on.cells().to_vec()).shown(Shown::Marks(b)))
}
