//! Premises of linear reasons, as few and as weak as possible.
//!
//! `Σ a·x <= c` implies `xᵢ <= k` when the lower bounds of the others leave no room for `k + 1`. The excess is a
//! surplus. It is spent first on dropping premises, the cheapest first so as to drop as many as possible, and then on
//! weakening the remaining ones.

use super::Premises;
use crate::atom::Atom;
use crate::view::View;

impl Premises {
    /// Adds the premises that support a sum, except for a surplus. Each support comes with its cost, the amount by
    /// which the sum decreases without it. `premise` makes the atom, and takes what it saves from the surplus.
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

/// The weakest lower bound of a view, instead of `min`, that the surplus permits. The step is less than the distance
/// to the root, because dropping the premise costs more than the surplus.
pub(crate) fn weakened(coefficient: i64, view: View, min: i32, surplus: &mut i64) -> Atom {
    let step = (*surplus).max(0) / coefficient;
    *surplus -= step * coefficient;
    Atom::at_least(view, i64::from(min) - step)
}
