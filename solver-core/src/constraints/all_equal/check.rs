//! The checkers of equality; they intersect the case's domains.

use crate::prelude_propagator::*;

/// Checks whether one view's minimum is above another's maximum.
pub(super) fn is_apart(views: &[View], case: &CheckContext<'_>) -> bool {
    let highest_min = views.iter().filter_map(|&view| case.min(view)).max();
    let lowest_max = views.iter().filter_map(|&view| case.max(view)).min();
    highest_min > lowest_max
}

/// Checks whether no value is in all domains.
pub(super) fn has_nothing_in_common(views: &[View], case: &CheckContext<'_>) -> bool {
    let Some((&first, rest)) = views.split_first() else { return false };
    rest.iter().fold(case.values(first), |common, &view| common.intersection(&case.values(view))).is_empty()
}

/// Checks whether both `x + c` and `x + d` with `c != d` occur.
pub(super) fn is_absurd(views: &[View]) -> bool {
    let differs = |x: &View, y: &View| x.var() == y.var() && x.is_negated() == y.is_negated() && x != y;
    views.iter().any(|x| views.iter().any(|y| differs(x, y)))
}
