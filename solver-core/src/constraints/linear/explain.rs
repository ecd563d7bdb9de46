//! Linear reasons: bounds of the other terms, as few and as weak as the [surplus](crate::reason) permits.

use super::Term;
use super::half::AT_LEAST;
use super::sum::Sum;
use crate::prelude_propagator::*;
use crate::reason::{Scratch, weakened};

impl Sum {
    /// Adds premises for `fact`, a bound of the term at `position`, or for a conflict. They follow from one half of the
    /// equation, which is an upper bound on the sum or on its negation. `min` returns the minimum of a view; its second
    /// argument is the root minimum.
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
        let mut supports: Scratch<(i64, (i64, View, i32))> = Scratch::new();
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
                let cost = coefficient * (i64::from(min) - i64::from(least));
                supports.push((cost, (coefficient, view, min)));
            }
        }
        let premise = |(coefficient, view, min), surplus: &mut i64| weakened(coefficient, view, min, surplus);
        why.add_within(surplus, &mut supports, premise);
    }
}
