//! The checker of `sort`: looks for augmenting paths between the arrays.

use crate::constraints::assignment::placed;
use crate::prelude_propagator::*;

/// Checks whether the bounds allow the unsorted views to be matched with positions in the sorted array.
pub(super) fn is_possible(views: &[View], case: &CheckContext<'_>) -> bool {
    let bounds: Option<Vec<(i32, i32)>> = views.iter().map(|&view| case.bounds(view)).collect();
    let Some(bounds) = bounds else { return false };
    let (x, y) = bounds.split_at(views.len() / 2);
    // The value at a position is at least the minimum at every earlier position, and at most the maximum at every later
    // one.
    let places: Vec<(i32, i32)> = (0..y.len())
        .map(|i| {
            let low = y[..=i].iter().map(|b| b.0).fold(i32::MIN, i32::max);
            let high = y[i..].iter().map(|b| b.1).fold(i32::MAX, i32::min);
            (low, high)
        })
        .collect();
    let meets = |x: &(i32, i32), i: i32| x.0.max(places[i as usize].0) <= x.1.min(places[i as usize].1);
    let options: Vec<Vec<i32>> =
        x.iter().map(|x| (0..places.len() as i32).filter(|&i| meets(x, i)).collect()).collect();
    placed(&options, |_| 1) == x.len()
}

/// Checks whether the first or the last value of the sorted array, or a pair of neighbours in it, is always wrong.
pub(super) fn has_wrong_extremes(views: &[View], case: &CheckContext<'_>) -> bool {
    let bounds: Option<Vec<(i32, i32)>> = views.iter().map(|&view| case.bounds(view)).collect();
    let Some(bounds) = bounds else { return true };
    let (x, y) = bounds.split_at(views.len() / 2);
    let (Some(first), Some(last)) = (y.first(), y.last()) else { return false };
    let least = x.iter().map(|b| b.0).min().zip(x.iter().map(|b| b.1).min());
    let greatest = x.iter().map(|b| b.0).max().zip(x.iter().map(|b| b.1).max());
    let differs = |hull: Option<(i32, i32)>, end: &(i32, i32)| hull.is_some_and(|h| h.0 > end.1 || h.1 < end.0);
    differs(least, first) || differs(greatest, last) || y.windows(2).any(|pair| pair[0].0 > pair[1].1)
}
