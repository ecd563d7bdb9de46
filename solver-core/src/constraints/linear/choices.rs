//! Sums of *choices*: all coefficients are 1, and each view has two neighbouring values, as Booleans do. A choice is
//! *up* at the higher value and *down* at the lower one. Only the number of choices that are up matters; it is updated
//! as choices become fixed instead of being recomputed in each run. Fixed choices are at the front of a sparse set
//! whose length is trailed.

use super::Term;
use super::half::Room;
use super::sum::Sum;
use crate::prelude_propagator::*;

/// The views of a sum of choices, and which of them are known to be fixed.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    views: Box<[View]>,
    lows: Box<[i32]>,
    /// The positions, starting with those known to be fixed, and the index of each position in this order.
    order: Box<[u32]>,
    place: Box<[u32]>,
    /// The number of choices that must be up for the sum to equal the constant.
    wanted: i64,
}

/// Trailed integers: the number of choices known to be fixed, and how many of them are up.
pub(super) const CELLS: usize = 2;
const FIXED: usize = 0;
const UP: usize = 1;

/// The minimum length of a sum of choices. Recomputing shorter sums costs no more.
const SHORTEST: usize = 4;

impl Choices {
    /// Returns the choices of a sum that is long enough and consists only of choices; `None` for other sums.
    pub(super) fn from_sum(sum: &Sum) -> Option<Choices> {
        let ranges = &sum.ranges;
        let is_choice = |&(low, high): &(i32, i32)| i64::from(high) - i64::from(low) == 1;
        if !sum.plain || ranges.len() < SHORTEST || !ranges.iter().all(is_choice) {
            return None;
        }
        let order: Box<[u32]> = (0..ranges.len() as u32).collect();
        Some(Choices {
            views: sum.terms.iter().map(|&Term { view, .. }| view).collect(),
            lows: ranges.iter().map(|range| range.0).collect(),
            place: order.clone(),
            order,
            wanted: sum.constant - ranges.iter().map(|&(low, _)| i64::from(low)).sum::<i64>(),
        })
    }

    /// Counts newly fixed choices, and returns how many choices may still go up and down.
    #[inline]
    pub(super) fn count(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Room {
        let (mut fixed, mut up) = (cx.trailed(FIXED) as usize, cx.trailed(UP));
        for &position in modified {
            let Some(&at) = self.place.get(position as usize) else { continue };
            let at = at as usize;
            let Some(v) = cx.fixed(self.views[position as usize]).filter(|_| at >= fixed) else { continue };
            up += i64::from(v) - i64::from(self.lows[position as usize]);
            let other = self.order[fixed];
            (self.order[fixed], self.order[at]) = (position, other);
            (self.place[position as usize], self.place[other as usize]) = (fixed as u32, at as u32);
            fixed += 1;
        }
        cx.set_trailed(FIXED, fixed as i64);
        cx.set_trailed(UP, up);
        Room { above: self.wanted - up, below: up + (self.views.len() - fixed) as i64 - self.wanted }
    }

    /// The choices not known to be fixed: position, view, lower value.
    #[inline]
    pub(super) fn open(&self, cx: &Context<'_>) -> impl Iterator<Item = (u32, View, i32)> + '_ {
        let open = &self.order[cx.trailed(FIXED) as usize..];
        open.iter().map(|&p| (p, self.views[p as usize], self.lows[p as usize]))
    }
}
