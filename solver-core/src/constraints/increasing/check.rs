//! The checkers of `increasing`: one computes the smallest values from left to right, and the other compares positions
//! that share a variable.

use crate::prelude_propagator::*;

/// Checks whether the order requires some view to exceed its largest value.
pub(super) fn is_out_of_order(views: &[View], gap: i32, case: &CheckContext<'_>) -> bool {
    let mut least = i64::MIN / 2;
    views.iter().any(|&view| {
        let Some((low, high)) = case.bounds(view) else { return true };
        least = (least + i64::from(gap)).max(low.into());
        least > i64::from(high)
    })
}

/// Checks whether some view is always too small to follow an earlier view of the same variable.
pub(super) fn is_below_itself(views: &[View], gap: i32) -> bool {
    (0..views.len()).any(|j| {
        (0..j).any(|i| {
            let (x, y) = (views[i], views[j]);
            let room = y.offset() - x.offset();
            x.var() == y.var() && x.is_negated() == y.is_negated() && room < (j - i) as i64 * i64::from(gap)
        })
    })
}
