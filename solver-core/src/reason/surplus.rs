//! Premises of linear reasons, as few and as weak as possible.
//!
//! `Σ a·x <= c` implies `xᵢ <= k` when the lower bounds of the other variables leave no room for `k + 1`. The excess of
//! these bounds over the necessary amount is a surplus. It is spent on dropping premises, cheapest first to drop as
//! many as possible, and then on weakening the remaining ones.

use super::Premises;
use crate::atom::Atom;
use crate::view::View;

impl Premises {
    /// Adds premises that support a sum that exceeds the necessary amount by `surplus`. Each support comes with its
    /// cost, the amount by which the sum decreases without it. `premise` creates the atom of a support that is kept; it
    /// may weaken the atom at the expense of the surplus.
    pub(crate) fn add_within<T: Copy>(
        &mut self,
        mut surplus: i64,
        supports: &mut [(i64, T)],
        premise: impl Fn(T, &mut i64) -> Atom,
    ) {
        supports.sort_by_key(|support| support.0);
        for &mut (cost, support) in supports {
            if cost <= surplus {
                surplus -= cost;
            } else {
                let atom = premise(support, &mut surplus);
                self.push(atom);
            }
        }
    }
}

/// The weakest lower bound of a view that the surplus permits in place of `min`. It stays above the root bound, because
/// the surplus is too small to drop the premise.
pub(crate) fn weakened(coefficient: i64, view: View, min: i32, surplus: &mut i64) -> Atom {
    let step = (*surplus).max(0) / coefficient;
    *surplus -= step * coefficient;
    Atom::at_least(view, i64::from(min) - step)
}
