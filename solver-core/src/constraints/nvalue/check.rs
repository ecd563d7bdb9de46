//! The checkers of `nvalue`.

use super::{APART_RULE, FEW_RULE, FULL_RULE, VIEWS_RULE};
use crate::constraints::assignment::placed;
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// See [`Propagator::check`].
pub(super) fn refuted(views: &[View], count: View, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let Some((least, most)) = case.bounds(count) else { return true };
    let (least, most) = (i64::from(least), i64::from(most));
    let values: Vec<ValueSet> = views.iter().map(|&view| case.values(view)).collect();
    let fixed = ValueSet::from_values(values.iter().filter(|set| set.len() == 1).filter_map(ValueSet::min));
    if rule == &APART_RULE {
        apart(&values) > most
    } else if rule == &FEW_RULE {
        matched(&values) < least
    } else if rule == &FULL_RULE {
        let another = values.iter().any(|set| set.intersection(&fixed).is_empty());
        fixed.len() as i64 + i64::from(another) > most
    } else {
        rule == &VIEWS_RULE && least > views.len() as i64
    }
}

/// Returns the maximum number of pairwise disjoint ranges. Greedily takes the first-ending range among those that begin
/// after the end of the previous one.
fn apart(values: &[ValueSet]) -> i64 {
    let mut ranges: Vec<(i32, i32)> = values.iter().filter_map(|set| set.min().zip(set.max())).collect();
    let mut number = 0;
    while let Some(&(_, end)) = ranges.iter().min_by_key(|range| range.1) {
        number += 1;
        ranges.retain(|range| range.0 > end);
    }
    number
}

/// Returns the maximum number of views that can have pairwise different values.
fn matched(values: &[ValueSet]) -> i64 {
    let (few, many): (Vec<&ValueSet>, Vec<&ValueSet>) =
        values.iter().partition(|values_of_one| values_of_one.len() < values.len() as u64);
    let few: Vec<Vec<i32>> = few.into_iter().map(|values| values.iter().collect()).collect();
    (many.len() + placed(&few, |_| 1)) as i64
}
