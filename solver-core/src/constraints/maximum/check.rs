//! The checker of `maximum`: compares the views' bounds with those of the maximum.

use super::Maximum;
use crate::prelude_propagator::*;

/// See [`Propagator::check`].
pub(super) fn refuted(constraint: &Maximum, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let Maximum { xs, m, rules } = constraint;
    let Some((least, most)) = case.bounds(*m) else { return true };
    let Some(bounds) = xs.iter().map(|&x| case.bounds(x)).collect::<Option<Vec<(i32, i32)>>>() else { return true };
    let one_is_above = bounds.iter().any(|b| b.0 > most);
    let all_are_below = bounds.iter().all(|b| b.1 < least);
    if rule == &rules.member {
        one_is_above
    } else if rule == &rules.reach {
        all_are_below
    } else {
        rule == &rules.bound && (one_is_above || all_are_below)
    }
}
