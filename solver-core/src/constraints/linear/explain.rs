//! Linear reasons: bounds of the other terms, as few and as weak as possible.
//!
//! `Σ a·x <= c` implies `xᵢ <= k` when the lower bounds of the others leave no room for `k + 1`. The excess is a
//! surplus, which is spent first on dropping premises, cheapest first so as to drop as many as possible, and then on
//! weakening the remaining ones.

use super::Term;
use super::half::AT_LEAST;
use super::sum::Sum;
use crate::prelude_propagator::*;
use crate::reason::Scratch;

/// A lower bound that serves as a premise.
struct Support {
    coefficient: i64,
    view: View,
    min: i32,
    /// The amount by which the sum decreases without the premise.
    cost: i64,
}

impl Sum {
    /// Adds premises for `fact`, a bound of the term at `position`, or for a conflict, from one half of the equation:
    /// an upper limit of the sum or of its negation. `min` returns the minimum of a view; its second argument is the
    /// minimum at the root.
    pub(super) fn explain(
        &self,
        half: u32,
        min: impl Fn(View, i32) -> i32,
        fact: Option<Atom>,
        position: u32,
        why: &mut Premises,
    ) {
        let is_mirrored = half == AT_LEAST;
        let constant = if is_mirrored { -self.constant } else { self.constant };
        let mut surplus = -constant - 1;
        let mut supports: Scratch<Support> = Scratch::new();
        for (i, (&Term { coefficient, view }, &(low, high))) in (0..).zip(self.terms.iter().zip(&self.ranges)) {
            let (view, least) = if is_mirrored { (-view, -high) } else { (view, low) };
            if let Some(fact) = fact.filter(|_| i == position) {
                // The smallest value that violates the upper bound.
                surplus += coefficient * (fact.bound(view) + 1);
                continue;
            }
            let min = min(view, least);
            surplus += coefficient * i64::from(min);
            if min > least {
                supports.push(Support {
                    coefficient,
                    view,
                    min,
                    cost: coefficient * (i64::from(min) - i64::from(least)),
                });
            }
        }
        supports.sort_by_key(|s| s.cost);
        for Support { coefficient, view, min, cost } in supports {
            if cost <= surplus {
                surplus -= cost;
                continue;
            }
            // The step is less than `min - least`, because the cost exceeds the surplus.
            let step = surplus.max(0) / coefficient;
            surplus -= step * coefficient;
            why.push(Atom::at_least(view, i64::from(min) - step));
        }
    }
}
