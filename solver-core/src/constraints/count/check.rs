//! The checker of `count`: for each value in the given case, counts the views that must take it and those that may.

use super::Meaning;
use crate::prelude_propagator::*;

/// An upper bound on the number of values that an inference considers.
const TOO_MANY: u64 = 1 << 17;

/// Checks whether no value has a permitted number of occurrences. See [`Propagator::check`].
pub(super) fn is_impossible(meaning: &Meaning, case: &CheckContext<'_>) -> bool {
    let Meaning { views, value, number } = meaning;
    let numbers = case.values(*number);
    let within = |few: usize, many: usize| {
        let end = |k: usize| i32::try_from(k).unwrap_or(i32::MAX);
        numbers.ranges().iter().any(|&(low, high)| low <= end(many) && high >= end(few))
    };
    if !within(0, views.len()) {
        return true;
    }
    let values = case.values(*value);
    values.len() <= TOO_MANY
        && values.iter().all(|v| {
            let must = views.iter().filter(|&&view| case.fixed(view) == Some(v)).count();
            let may = views.iter().filter(|&&view| case.values(view).contains(v)).count();
            !within(must, may)
        })
}
