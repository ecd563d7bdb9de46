//! The checkers of `gcc`: counting for single values, augmenting paths for sets of values.
//!
//! They match views to values within each value's maximum, then values to views to satisfy each minimum.

use super::*;
use crate::constraints::assignment::placed;
use std::collections::HashMap;

/// See [`Propagator::check`].
pub(super) fn refuted(meaning: &Meaning, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let Some(ranges) = ranges(meaning, case) else { return true };
    let takers = |wanted: fn(&CheckContext<'_>, View, i32) -> bool, v: i32| {
        meaning.views.iter().filter(|&&view| wanted(case, view, v)).count() as i64
    };
    let is_fixed = |case: &CheckContext<'_>, view: View, v: i32| case.fixed(view) == Some(v);
    let can_take = |case: &CheckContext<'_>, view: View, v: i32| case.contains(view, v);
    let some_value =
        |wrong: &dyn Fn(i32, (i64, i64)) -> bool| meaning.values.iter().zip(&ranges).any(|(&v, &r)| wrong(v, r));
    if rule == &CLOSED {
        let nothing_left = |view: &View| case.values(*view).intersection(&meaning.listed).is_empty();
        meaning.others == Others::Forbidden && meaning.views.iter().any(nothing_left)
    } else if rule == &TAKEN {
        some_value(&|v, (_, high)| takers(is_fixed, v) > high)
    } else if rule == &NEEDED {
        some_value(&|v, (low, high)| takers(can_take, v) < low || low.max(0) > high)
    } else if rule == &HALL_SET {
        !all_find_room(meaning, &ranges, case)
    } else {
        rule == &NEEDY_SET && !all_needs_are_met(meaning, &ranges, case)
    }
}

/// Returns the allowed range of occurrences for each value in the case; `None` if a count has no value.
fn ranges(meaning: &Meaning, case: &CheckContext<'_>) -> Option<Vec<(i64, i64)>> {
    let of = |count: &Occurrence| match *count {
        Occurrence::Between(low, high) => Some((low, high)),
        Occurrence::Exactly(view) => case.bounds(view).map(|(low, high)| (low.into(), high.into())),
    };
    meaning.counts.iter().map(of).collect()
}

/// Checks whether every view can take a value without any value exceeding its maximum.
fn all_find_room(meaning: &Meaning, ranges: &[(i64, i64)], case: &CheckContext<'_>) -> bool {
    let rooms: HashMap<i32, i64> = meaning.values.iter().copied().zip(ranges.iter().map(|r| r.1)).collect();
    // A view that may have a value without a count is unconstrained.
    let free =
        |view: &&View| meaning.others == Others::Forbidden || case.values(**view).minus(&meaning.listed).is_empty();
    let options: Vec<Vec<i32>> = meaning
        .views
        .iter()
        .filter(free)
        .map(|&view| case.values(view).intersection(&meaning.listed).iter().collect())
        .collect();
    placed(&options, |v| rooms[&v]) == options.len()
}

/// Checks whether every value can be taken by its minimum number of views, with each view used at most once.
fn all_needs_are_met(meaning: &Meaning, ranges: &[(i64, i64)], case: &CheckContext<'_>) -> bool {
    let needs: i64 = ranges.iter().map(|r| r.0.max(0)).sum();
    if needs > meaning.views.len() as i64 {
        return false;
    }
    let takers = |v: i32| {
        let able = (0..).zip(&meaning.views).filter(|&(_, &view)| case.contains(view, v));
        able.map(|(i, _)| i).collect::<Vec<i32>>()
    };
    let wanted = meaning.values.iter().zip(ranges).flat_map(|(&v, r)| (0..r.0.max(0)).map(move |_| v));
    placed(&wanted.map(takers).collect::<Vec<_>>(), |_| 1) as i64 == needs
}
