//! Subset sums: tests whether some of the items still possible in a bin can fill it.
//!
//! A bin whose load must lie in an interval needs a subset of its open items whose sizes sum to the missing load.
//! Computing all subset sums is hard, but the `k` largest and `k'` smallest items often suffice to show in linear time
//! that no sum lies in the interval (P. Shaw, *A constraint for bin packing*, CP 2004, §3.4, Fig. 3).

use super::{BinPacking, hint};
use super::{GAP, GAP_ABOVE, GAP_BELOW, MISFIT, REQUIRED};
use crate::constraints::bits;
use crate::prelude_propagator::*;

/// An interval without a subset sum, between the nearest known sums below and above it.
///
/// `below` is the sum of some of the largest items and some of the smallest. A subset with a larger sum needs one more
/// item, so it sums to at least `above`.
pub(super) struct Gap {
    pub(super) below: i64,
    pub(super) above: i64,
    pub(super) large: usize,
    pub(super) small: usize,
}

/// Item sizes, descending and positive: all of them, or all but one.
#[derive(Clone, Copy)]
pub(super) struct Sizes<'a> {
    pub(super) all: &'a [i64],
    pub(super) total: i64,
}

impl Sizes<'_> {
    /// The gap around `low..=high` among the subset sums, if this test finds one.
    #[inline]
    pub(super) fn gap(self, low: i64, high: i64) -> Option<Gap> {
        if low <= 0 || high >= self.total {
            return None;
        }
        gap(self.all.len(), |i| self.all.get(i).copied(), low, high)
    }

    /// Like [`gap`](Self::gap), but without the item at an index.
    #[inline]
    fn gap_without(self, at: usize, low: i64, high: i64) -> Option<Gap> {
        if low <= 0 || high >= self.total - self.all[at] {
            return None;
        }
        gap(self.all.len() - 1, |i| self.all.get(i + usize::from(i >= at)).copied(), low, high)
    }
}

/// Like [`Sizes::gap`], for `n` sizes. The interval must begin above 0 and end below the sum of the sizes.
#[inline]
fn gap(n: usize, size: impl Fn(usize) -> Option<i64>, low: i64, high: i64) -> Option<Gap> {
    // The smallest size besides the `small` smallest.
    let smallest = |small: usize| size(n.checked_sub(small + 1)?);
    // `a`: the sum of the `large` largest sizes. `c`: the sum of the `small` smallest. `b`: the sum of the `large + 1`
    // smallest that are not in `c`.
    let (mut large, mut small) = (0, 0);
    let (mut a, mut b, mut c) = (0, smallest(0)?, 0);
    while c + b < low {
        c += b;
        small += 1;
        b = smallest(small)?;
    }
    while a < low && b <= high {
        a += size(large)?;
        large += 1;
        if a >= low {
            break;
        }
        small = small.checked_sub(1)?;
        b += smallest(small)?;
        c -= smallest(small)?;
        while a + c >= low {
            small = small.checked_sub(1)?;
            c -= smallest(small)?;
            b += smallest(small)? - smallest(small + large + 1)?;
        }
    }
    (a < low).then_some(Gap { below: a + c, above: b, large, small })
}

/// Buffers for the current bin, and the last query about each bin.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    /// The open items, largest first, and their sizes.
    items: Vec<u32>,
    sizes: Vec<i64>,
    /// Items that have lost values.
    changed: Vec<u32>,
    /// For each bin, the last query that led to no inference.
    vain: Box<[Question]>,
}

/// A query with all data that determine its result: the missing load and the open items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Question {
    missing: (i64, i64),
    /// The open items as a bitset over their indices in `by_size`.
    items: Vec<u64>,
}

impl Open {
    pub(super) fn new(bins: usize, items: usize) -> Open {
        let room = || Vec::with_capacity(items);
        let vain = vec![Question::default(); bins].into();
        Open { items: room(), sizes: Vec::with_capacity(items), changed: room(), vain }
    }
}

impl BinPacking {
    /// Prunes by subset sums, bin by bin; returns whether anything was removed.
    pub(super) fn fill(&mut self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let mut open = std::mem::take(&mut self.open);
        let mut changed = false;
        let result = (0..self.loads.len()).try_for_each(|b| {
            open.changed.clear();
            if self.fill_bin(cx, b, &mut open)? {
                changed = true;
                // With shared variables, items may also have moved to other bins.
                if self.aliased {
                    self.read(cx)?;
                } else {
                    open.changed.iter().for_each(|&i| self.reread(cx, i as usize));
                }
            }
            Ok(())
        });
        self.open = open;
        result.map(|()| changed)
    }

    fn fill_bin(&self, cx: &mut Context<'_>, b: usize, open: &mut Open) -> Result<bool, Conflict> {
        let (number, load) = (b as i32, self.loads[b]);
        let missing = |cx: &Context<'_>| {
            let (low, high) = cx.bounds(load);
            (i64::from(low) - self.packed[b], i64::from(high) - self.packed[b])
        };
        // If no open item is needed and all of them fit, there is nothing to infer.
        let (low, high) = missing(cx);
        let total = self.possible[b] - self.packed[b];
        if low <= 0 && high >= total {
            return Ok(false);
        }
        let Open { items, sizes, changed, vain } = open;
        let (vain, column) = (&mut vain[b], &self.columns[b * self.height()..][..self.height()]);
        if vain.missing == (low, high) && vain.items == column {
            return Ok(false);
        }
        items.clear();
        items.extend(bits::bits(column).map(|place| self.by_size[place]));
        sizes.clear();
        sizes.extend(items.iter().map(|&i| self.sizes[i as usize]));
        let known = Sizes { all: sizes, total };
        cx.work(4 * known.all.len())?;
        if known.gap(low, high).is_some() {
            return cx.fail(|| hint(GAP, b));
        }
        if let Some(gap) = known.gap(low, low) {
            cx.at_least(load, self.packed[b] + gap.above, || hint(GAP_BELOW, b))?;
        }
        if let Some(gap) = known.gap(high, high) {
            cx.at_most(load, self.packed[b] + gap.below, || hint(GAP_ABOVE, b))?;
        }
        let left = missing(cx);
        let has_moved = left != (low, high);
        let (low, high) = left;
        let mut at = 0;
        while at < known.all.len() {
            let size = known.all[at];
            let alike = known.all[at..].iter().take_while(|&&s| s == size).count();
            let items = &items[at..at + alike];
            cx.work(known.all.len())?;
            if known.gap_without(at, low - size, high - size).is_some() {
                for &i in items {
                    cx.remove(self.bins[i as usize], number, || hint(MISFIT, i as usize))?;
                }
                changed.extend(items);
            } else if known.gap_without(at, low, high).is_some() {
                for &i in items {
                    cx.fix(self.bins[i as usize], number, || hint(REQUIRED, i as usize))?;
                }
                changed.extend(items);
            }
            at += alike;
        }
        if !has_moved && changed.is_empty() {
            vain.missing = (low, high);
            vain.items.clear();
            vain.items.extend(column);
            return Ok(false);
        }
        Ok(true)
    }
}
