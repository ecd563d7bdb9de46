//! Whether some of the items that may still go into a bin fill it.
//!
//! A bin whose load must lie in an interval needs a subset of its open items that adds up to what is missing. Which sums
//! there are is a hard question; that there is none in an interval can often be told from `k` largest and `k' ` smallest
//! items alone, in linear time (P. Shaw, *A constraint for bin packing*, CP 2004, §3.4, Fig. 3).

use super::{BinPacking, hint};
use super::{GAP, GAP_ABOVE, GAP_BELOW, MISFIT, REQUIRED};
use crate::constraints::quantity::{lower, raise};
use crate::prelude_propagator::*;

/// That no subset adds up to a sum in an interval: the nearest sums below and above of which it is known.
pub(super) struct Gap {
    pub(super) below: i64,
    pub(super) above: i64,
}

/// The sizes of items, which fall and are positive, all or but for one.
#[derive(Clone, Copy)]
pub(super) struct Sizes<'a> {
    pub(super) all: &'a [i64],
    pub(super) total: i64,
}

impl Sizes<'_> {
    /// The gap around `low..=high` among the sums of subsets, if this test sees it.
    #[inline]
    pub(super) fn gap(self, low: i64, high: i64) -> Option<Gap> {
        if low <= 0 || high >= self.total {
            return None;
        }
        gap(self.all.len(), |i| self.all.get(i).copied(), low, high)
    }

    /// The same without the item at a place.
    #[inline]
    fn gap_without(self, at: usize, low: i64, high: i64) -> Option<Gap> {
        if low <= 0 || high >= self.total - self.all[at] {
            return None;
        }
        gap(self.all.len() - 1, |i| self.all.get(i + usize::from(i >= at)).copied(), low, high)
    }
}

/// As [`Sizes::gap`], of so many sizes. The interval begins above 0 and ends below their sum.
#[inline]
fn gap(n: usize, size: impl Fn(usize) -> Option<i64>, low: i64, high: i64) -> Option<Gap> {
    // The smallest but so many.
    let smallest = |small: usize| size(n.checked_sub(small + 1)?);
    // A: the `large` largest. C: the `small` smallest. B: the `large + 1` smallest that are not in C.
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
    (a < low).then_some(Gap { below: a + c, above: b })
}

/// What one bin is made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    /// Open items, the largest first, and their sizes.
    items: Vec<u32>,
    sizes: Vec<i64>,
}

impl BinPacking {
    /// Removes what no filling of a bin has; says whether anything was removed.
    pub(super) fn fill(&mut self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let mut open = std::mem::take(&mut self.open);
        let mut changed = false;
        let result = (0..self.loads.len()).try_for_each(|b| {
            if self.fill_bin(cx, b, &mut open)? {
                // Items have gone into other bins, too.
                self.read(cx)?;
                changed = true;
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
        // What is missing may be nothing, or all.
        let (low, high) = missing(cx);
        let total = self.possible[b] - self.packed[b];
        if low <= 0 && high >= total {
            return Ok(false);
        }
        open.items.clear();
        open.sizes.clear();
        let words = self.words();
        for &i in &self.by_size {
            if self.rows[i as usize * words + b / 64] >> (b % 64) & 1 != 0 {
                open.items.push(i);
                open.sizes.push(self.sizes[i as usize]);
            }
        }
        let sizes = Sizes { all: &open.sizes, total: open.sizes.iter().sum() };
        cx.work(4 * open.sizes.len())?;
        if sizes.gap(low, high).is_some() {
            return cx.fail(|| hint(GAP, b));
        }
        if let Some(gap) = sizes.gap(low, low) {
            raise(cx, load, self.packed[b] + gap.above, || hint(GAP_BELOW, b))?;
        }
        if let Some(gap) = sizes.gap(high, high) {
            lower(cx, load, self.packed[b] + gap.below, || hint(GAP_ABOVE, b))?;
        }
        let left = missing(cx);
        let mut changed = left != (low, high);
        let (low, high) = left;
        let mut at = 0;
        while at < open.sizes.len() {
            let size = open.sizes[at];
            let alike = open.sizes[at..].iter().take_while(|&&s| s == size).count();
            let items = &open.items[at..at + alike];
            cx.work(open.sizes.len())?;
            if sizes.gap_without(at, low - size, high - size).is_some() {
                for &i in items {
                    cx.remove(self.bins[i as usize], number, || hint(MISFIT, i as usize))?;
                }
                changed = true;
            } else if sizes.gap_without(at, low, high).is_some() {
                for &i in items {
                    cx.fix(self.bins[i as usize], number, || hint(REQUIRED, i as usize))?;
                }
                changed = true;
            }
            at += alike;
        }
        Ok(changed)
    }
}
