//! Linear reasons: the other terms' bounds, as few and as weak as possible.
//!
//! From `Σ a·x <= c` follows `xᵢ <= k` when the lower bounds of the others leave no room for `k + 1`. The excess is a
//! surplus. It is spent first on dropping premises, the cheapest first, which drops as many as possible, and the rest
//! on weakening those that remain.

use crate::prelude_propagator::*;
use crate::reason::Scratch;

/// A term of `Σ a·x <= c` with the least value of its view at the root.
#[derive(Clone, Copy)]
pub(super) struct Addend {
    pub(super) coefficient: i64,
    pub(super) view: View,
    pub(super) least: i32,
}

/// A lower bound that is a premise.
struct Support {
    addend: Addend,
    min: i32,
    /// The decrease of the sum without it.
    cost: i64,
}

/// Premises for `fact`, an upper bound of the addend at `position`, or for a
/// conflict, from `Σ addends <= constant` and the minima of the views, which are
/// asked for with the view's least value.
pub(super) fn at_most(
    addends: impl Iterator<Item = Addend>,
    constant: i64,
    min: impl Fn(View, i32) -> i32,
    fact: Option<Atom>,
    position: u32,
    why: &mut Premises,
) {
    let mut surplus = -constant - 1;
    let mut supports: Scratch<Support> = Scratch::new();
    for (i, addend) in (0..).zip(addends) {
        let Addend { coefficient, view, least } = addend;
        if let Some(fact) = fact.filter(|_| i == position) {
            // The least value with which its upper bound is false.
            surplus += coefficient * (fact.bound(view) + 1);
            continue;
        }
        let min = min(view, least);
        surplus += coefficient * i64::from(min);
        if min > least {
            supports.push(Support { addend, min, cost: coefficient * (i64::from(min) - i64::from(least)) });
        }
    }
    supports.sort_by_key(|s| s.cost);
    for Support { addend: Addend { coefficient, view, .. }, min, cost } in supports {
        if cost <= surplus {
            surplus -= cost;
            continue;
        }
        // Less than `min - least`, as the cost is more than the surplus.
        let step = surplus.max(0) / coefficient;
        surplus -= step * coefficient;
        why.push(Atom::at_least(view, i64::from(min) - step));
    }
}
