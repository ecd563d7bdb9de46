//! Quasigroups that satisfy an algebraic identity, QG3 to QG7: Latin squares read as multiplication tables.
//! (M. Fujita, J. Slaney, F. Bennett, IJCAI 1993; CSPLib 3.)

use crate::{Classic, Shown};
use solver_core::prelude::*;

/// The identities, for all a and b.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identity {
    /// (a·b)·(b·a) = a
    Qg3,
    /// (b·a)·(a·b) = a
    Qg4,
    /// ((b·a)·b)·b = a
    Qg5,
    /// (a·b)·b = a·(a·b)
    Qg6,
    /// (b·a)·b = a·(b·a)
    Qg7,
}

/// The idempotent quasigroups of order n with a·n ≥ a − 1. This restriction leaves only a few quasigroups from each
/// isomorphism class.
///
/// # Errors
/// [`ModelError`] for n = 0.
pub fn quasigroup(identity: Identity, n: usize) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let cell = m.matrix("cell", n, n, 0..=n as i32 - 1)?;
    let times = |a: usize, b: usize| cell[(a, b)];
    let row = |a: usize| (0..n).map(|b| times(a, b)).collect::<Vec<_>>();
    let column = |b: usize| (0..n).map(|a| times(a, b)).collect::<Vec<_>>();
    for (a, number) in (0..n).zip(0..) {
        m.all_different(row(a)).consistency(Consistency::Domain);
        m.all_different(column(a)).consistency(Consistency::Domain);
        m.post(times(a, a).equals(number)).named("idempotent");
        m.post(times(a, n - 1).at_least(number - 1)).named("few of the same");
        for b in (0..n).filter(|&b| b != a) {
            let (ab, ba) = (times(a, b), times(b, a));
            if let Identity::Qg3 | Identity::Qg4 = identity {
                let (first, second) = if identity == Identity::Qg3 { (ab, ba) } else { (ba, ab) };
                // The position is a separate variable, defined by an equation that propagates bounds; with an
                // expression as argument, the constraint would be domain consistent.
                let place = m.int("place", 0..=(n * n) as i32 - 1)?;
                m.post(place.equals(n as i32 * first + second));
                m.element_of(cell.cells(), place, number).consistency(BoundsOrDomain::Domain);
                continue;
            }
            let product = m.int("product", 0..=n as i32 - 1)?;
            let mut holds = |array: Vec<IntVar>, place: Expr, element: Expr| {
                m.element_of(array, place, element).consistency(BoundsOrDomain::Domain);
            };
            match identity {
                Identity::Qg3 | Identity::Qg4 => {}
                Identity::Qg5 => {
                    holds(column(b), ba.into(), product.into());
                    holds(column(b), product.into(), number.into());
                }
                Identity::Qg6 => {
                    holds(column(b), ab.into(), product.into());
                    holds(row(a), ab.into(), product.into());
                }
                Identity::Qg7 => {
                    holds(column(b), ba.into(), product.into());
                    holds(row(a), ba.into(), product.into());
                }
            }
        }
    }
    Ok(Classic::new(m, cell.cells().to_vec()).shown(Shown::Grid(n)).order(VarSelect::SmallestDomain))
}
