//! The checker of `sort`: matches the arrays greedily.

use crate::prelude_propagator::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Checks whether the bounds allow the unsorted views to be matched with positions in the sorted array.
///
/// The positions at which a view may end up are consecutive, so the first position is given to the view that has to be
/// placed first, and so on (F. Glover, *Maximum matching in a convex bipartite graph*, Naval Research Logistics
/// Quarterly 14, 1967).
pub(super) fn is_possible(views: &[View], case: &CheckContext<'_>) -> bool {
    let bounds: Option<Vec<(i32, i32)>> = views.iter().map(|&view| case.bounds(view)).collect();
    let Some(bounds) = bounds else { return false };
    let (x, y) = bounds.split_at(views.len() / 2);
    // The value at a position is at least the minimum at every earlier position, and at most the maximum at every later
    // one.
    let lows: Vec<i32> = y
        .iter()
        .scan(i32::MIN, |low, b| {
            *low = b.0.max(*low);
            Some(*low)
        })
        .collect();
    let highs = y.iter().rev().scan(i32::MAX, |high, b| {
        *high = b.1.min(*high);
        Some(*high)
    });
    let mut highs: Vec<i32> = highs.collect();
    highs.reverse();
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); y.len() + 1];
    for &(low, high) in x {
        let first = highs.partition_point(|&most| most < low);
        waiting[first].push(lows.partition_point(|&least| least <= high));
    }
    let mut open = BinaryHeap::new();
    (0..y.len()).all(|position| {
        open.extend(waiting[position].iter().map(|&end| Reverse(end)));
        lows[position] <= highs[position] && open.pop().is_some_and(|Reverse(end)| end > position)
    })
}

/// Checks whether the first or last value of the sorted array, or a pair of neighbours in it, is always wrong.
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
