//! The checker of lexicographic order: compares pairs from left to right by their bounds.

use crate::prelude_propagator::*;

/// Checks whether the pairs can be in order if each pair is considered separately.
pub(super) fn possible(pairs: &[(View, View)], equal_is_right: bool, case: &CheckContext<'_>) -> bool {
    for &(x, y) in pairs {
        let gap = if x.var() == y.var() && x.is_negated() == y.is_negated() {
            x.offset() - y.offset()
        } else {
            let (Some(least), Some(most)) = (case.min(x), case.max(y)) else { return false };
            i64::from(least) - i64::from(most)
        };
        if gap != 0 {
            return gap < 0;
        }
    }
    equal_is_right
}
