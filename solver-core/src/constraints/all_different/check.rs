//! The checkers of `all_different`: counting and matching only, on the case's domains.

use crate::constraints::assignment::placed;
use crate::prelude_propagator::*;

/// Checks whether two views are fixed to the same value.
pub(super) fn has_clash(views: &[View], case: &CheckContext<'_>) -> bool {
    let mut values: Vec<i32> = views.iter().filter_map(|&view| case.fixed(view)).collect();
    values.sort_unstable();
    values.windows(2).any(|pair| pair[0] == pair[1])
}

/// Checks whether some interval contains more views than it has values.
pub(super) fn has_overfull_interval(views: &[View], case: &CheckContext<'_>) -> bool {
    let mut bounds: Vec<(i32, i32)> = views.iter().filter_map(|&view| case.bounds(view)).collect();
    bounds.sort_unstable_by_key(|b| b.1);
    bounds.iter().any(|&(first, _)| {
        let within = bounds.iter().filter(|b| b.0 >= first);
        // The k-th upper bound in ascending order ends an interval that contains k views.
        (1..).zip(within).any(|(count, &(_, last))| count > i64::from(last) - i64::from(first) + 1)
    })
}

/// Checks, by augmenting paths, whether all views can take different values.
pub(super) fn has_matching(views: &[View], case: &CheckContext<'_>) -> bool {
    // A view with at least as many values as there are views always finds a free one, and can be left out.
    let mut few: Vec<View> = views.to_vec();
    few.sort_by_key(|&view| case.size(view));
    while few.last().is_some_and(|&view| case.size(view) >= few.len() as u64) {
        few.pop();
    }
    let values: Vec<Vec<i32>> = few.iter().map(|&view| case.values(view).iter().collect()).collect();
    placed(&values, |_| 1) == values.len()
}
