//! Constants grouped by value.

use crate::constraints::meet::is_short;
use crate::prelude_propagator::*;
use std::ops::Range;
use std::sync::Arc;

/// The distinct values of some constants in ascending order, each with its constants.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// The indices of the constants, ordered by value and then by index.
    order: Arc<[u32]>,
    /// The values, each with the start of its constants in `order`, and a last entry that marks the end.
    starts: Arc<[(i32, u32)]>,
}

impl Groups {
    pub(super) fn new(constants: &[i32]) -> Groups {
        let mut order: Vec<u32> = (0..constants.len() as u32).collect();
        order.sort_by_key(|&i| constants[i as usize]);
        let mut starts: Vec<(i32, u32)> = Vec::new();
        for (place, &i) in (0..).zip(&order) {
            let v = constants[i as usize];
            if starts.last().is_none_or(|last| last.0 != v) {
                starts.push((v, place));
            }
        }
        starts.push((0, order.len() as u32));
        Groups { order: order.into(), starts: starts.into() }
    }

    /// The number of distinct values.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    pub(super) fn value(&self, group: usize) -> i32 {
        self.starts[group].0
    }

    /// The group of a value.
    pub(super) fn group(&self, v: i32) -> Option<usize> {
        self.starts[..self.len()].binary_search_by_key(&v, |g| g.0).ok()
    }

    /// The groups whose values are within bounds.
    pub(super) fn within(&self, (low, high): (i32, i32)) -> Range<usize> {
        let distinct = &self.starts[..self.len()];
        distinct.partition_point(|g| g.0 < low)..distinct.partition_point(|g| g.0 <= high)
    }

    /// The positions of a group's constants in `order`.
    pub(super) fn places(&self, group: usize) -> Range<u32> {
        self.starts[group].1..self.starts[group + 1].1
    }

    /// The index of the constant at a position in `order`.
    #[inline]
    pub(super) fn at(&self, place: u32) -> usize {
        self.order[place as usize] as usize
    }

    /// The indices of a group's constants, in ascending order.
    pub(super) fn members(&self, group: usize) -> impl Iterator<Item = usize> + '_ {
        self.places(group).map(|place| self.at(place))
    }

    /// Removes the values strictly between the values of these groups, unless there are too many to test.
    pub(super) fn remove_between(
        &self,
        cx: &mut Context<'_>,
        view: View,
        groups: Range<usize>,
        why: Lazy,
    ) -> Result<(), Conflict> {
        if !is_short(cx.bounds(view)) {
            return Ok(());
        }
        for pair in self.starts[groups].windows(2) {
            let mut next = cx.next(view, pair[0].0 + 1);
            while let Some(between) = next.filter(|&between| between < pair[1].0) {
                cx.remove(view, between, || why)?;
                next = cx.next(view, between + 1);
            }
        }
        Ok(())
    }
}
