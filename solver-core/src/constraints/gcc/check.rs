//! The checkers of `gcc`: counting for single values, augmenting paths for sets of values.
//!
//! Views and values are matched, each value within its maximum; then values and views, each value with its minimum.

use super::*;
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

/// The allowed occurrences of each value in the case; `None` if a count has no value.
fn ranges(meaning: &Meaning, case: &CheckContext<'_>) -> Option<Vec<(i64, i64)>> {
    let of = |count: &Occurrence| match *count {
        Occurrence::Between(low, high) => Some((low, high)),
        Occurrence::Exactly(view) => case.bounds(view).map(|(low, high)| (low.into(), high.into())),
    };
    meaning.counts.iter().map(of).collect()
}

/// Whether every view can have a value, with none exceeding its maximum.
fn all_find_room(meaning: &Meaning, ranges: &[(i64, i64)], case: &CheckContext<'_>) -> bool {
    let rooms: HashMap<i32, i64> = meaning.values.iter().copied().zip(ranges.iter().map(|r| r.1)).collect();
    // A view with a value that has no count is unconstrained.
    let free =
        |view: &&View| meaning.others == Others::Forbidden || case.values(**view).minus(&meaning.listed).is_empty();
    let options: Vec<Vec<i32>> = meaning
        .views
        .iter()
        .filter(free)
        .map(|&view| case.values(view).intersection(&meaning.listed).iter().collect())
        .collect();
    let mut holders: HashMap<i32, Vec<usize>> = HashMap::new();
    (0..options.len()).all(|view| moves_in(view, &options, &rooms, &mut holders, &mut Vec::new()))
}

fn moves_in(
    view: usize,
    options: &[Vec<i32>],
    rooms: &HashMap<i32, i64>,
    holders: &mut HashMap<i32, Vec<usize>>,
    asked: &mut Vec<i32>,
) -> bool {
    for &v in &options[view] {
        if asked.contains(&v) {
            continue;
        }
        asked.push(v);
        let inside = holders.entry(v).or_default().clone();
        if (inside.len() as i64) < rooms[&v] {
            holders.entry(v).or_default().push(view);
            return true;
        }
        for (i, &other) in inside.iter().enumerate() {
            if moves_in(other, options, rooms, holders, asked) {
                holders.entry(v).or_default()[i] = view;
                return true;
            }
        }
    }
    false
}

/// Whether every value can be given the views that it needs, none of them twice.
fn all_needs_are_met(meaning: &Meaning, ranges: &[(i64, i64)], case: &CheckContext<'_>) -> bool {
    let needs: i64 = ranges.iter().map(|r| r.0.max(0)).sum();
    if needs > meaning.views.len() as i64 {
        return false;
    }
    let mut owner: Vec<Option<i32>> = vec![None; meaning.views.len()];
    let wanted = meaning.values.iter().zip(ranges).flat_map(|(&v, r)| (0..r.0.max(0)).map(move |_| v));
    wanted.into_iter().all(|v| obtains(v, meaning, case, &mut owner, &mut vec![false; meaning.views.len()]))
}

fn obtains(v: i32, meaning: &Meaning, case: &CheckContext<'_>, owner: &mut [Option<i32>], asked: &mut [bool]) -> bool {
    for (i, &view) in meaning.views.iter().enumerate() {
        if asked[i] || !case.contains(view, v) {
            continue;
        }
        asked[i] = true;
        let is_free = owner[i].is_none_or(|other| obtains(other, meaning, case, owner, asked));
        if is_free {
            owner[i] = Some(v);
            return true;
        }
    }
    false
}
