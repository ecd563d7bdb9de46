//! Span domains: any number of values.
//!
//! The root's ranges never change; values that search removes inside the bounds are in a sorted list of holes, with a
//! log for undo. The size is computed on demand by binary search, so that a bound moves in constant time over a gap of
//! any width. Holes outside the bounds are stale and never read.

use super::cut::{Cut, Effect};
use crate::trail::Slots;
use crate::value_set::ValueSet;

#[derive(Clone)]
pub(crate) struct Span {
    /// The bounds' slot.
    slot: u32,
    /// The root's ranges, and the number of values before each.
    ranges: Box<[(i32, i32, u32)]>,
    /// Values removed inside the bounds, ascending.
    holes: Vec<i32>,
}

fn pack(low: i32, high: i32) -> u64 {
    u64::from(low as u32) | u64::from(high as u32) << 32
}

fn unpack(bounds: u64) -> (i32, i32) {
    (bounds as u32 as i32, (bounds >> 32) as u32 as i32)
}

/// The length of the run at the start of `0..n`, given that no number after the run is in it: by exponential and binary
/// search.
fn along(n: usize, in_run: impl Fn(usize) -> bool) -> usize {
    let (mut from, mut to) = (0, 1);
    while to <= n && in_run(to - 1) {
        (from, to) = (to, 2 * to);
    }
    to = n.min(to - 1);
    while from < to {
        let middle = from + (to - from) / 2;
        if in_run(middle) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}

impl Span {
    pub(super) fn new(set: &ValueSet, slots: &mut Vec<u64>) -> Span {
        let mut before = 0u32;
        let ranges = set
            .ranges()
            .iter()
            .map(|&(low, high)| {
                let entry = (low, high, before);
                before = before.wrapping_add((i64::from(high) - i64::from(low) + 1) as u32);
                entry
            })
            .collect();
        let slot = slots.len() as u32;
        slots.push(pack(set.min().unwrap_or(0), set.max().unwrap_or(-1)));
        Span { slot, ranges, holes: Vec::new() }
    }

    /// Its only slot.
    pub(super) fn slot(&self) -> usize {
        self.slot as usize
    }

    #[inline]
    pub(super) fn bounds(&self, slots: &Slots) -> (i32, i32) {
        unpack(slots.get(self.slot as usize))
    }

    /// The index of the first root range that ends at or after `x`.
    fn range_at(&self, x: i32) -> usize {
        self.ranges.partition_point(|r| r.1 < x)
    }

    /// Whether `x` is in the domain, given that it lies within the bounds.
    fn has(&self, x: i32) -> bool {
        self.ranges.get(self.range_at(x)).is_some_and(|r| r.0 <= x) && self.holes.binary_search(&x).is_err()
    }

    pub(super) fn contains(&self, slots: &Slots, x: i32) -> bool {
        let (low, high) = self.bounds(slots);
        low <= x && x <= high && self.has(x)
    }

    /// The number of root values below `x`.
    fn rank(&self, x: i32) -> u32 {
        match self.ranges.get(self.range_at(x)) {
            Some(&(low, _, before)) => before + (i64::from(x) - i64::from(low)).max(0) as u32,
            None => self.ranges.last().map_or(0, |r| r.2 + (i64::from(r.1) - i64::from(r.0) + 1) as u32),
        }
    }

    /// The holes within `low..=high`; none when `low > high`, as for a window outside the bounds.
    fn holes_in(&self, low: i32, high: i32) -> &[i32] {
        if low > high {
            return &[];
        }
        let from = self.holes.partition_point(|&h| h < low);
        let to = self.holes.partition_point(|&h| h <= high);
        &self.holes[from..to]
    }

    pub(super) fn size(&self, slots: &Slots) -> u32 {
        let (low, high) = self.bounds(slots);
        self.rank(high) + 1 - self.rank(low) - self.holes_in(low, high).len() as u32
    }

    pub(super) fn values(&self, slots: &Slots) -> ValueSet {
        let (low, high) = self.bounds(slots);
        let within = |low: i32, high: i32| self.ranges.iter().map(move |r| (r.0.max(low), r.1.min(high)));
        let ends = self.holes_in(low, high).iter().copied().chain([high + 1]);
        let mut from = low;
        ValueSet::from_ranges(ends.flat_map(|hole| within(std::mem::replace(&mut from, hole + 1), hole - 1)))
    }

    pub(super) fn next(&self, slots: &Slots, x: i32) -> Option<i32> {
        let (low, high) = self.bounds(slots);
        if x > high { None } else { Some(self.scan_up(x.max(low))) }
    }

    pub(super) fn previous(&self, slots: &Slots, x: i32) -> Option<i32> {
        let (low, high) = self.bounds(slots);
        if x < low { None } else { Some(self.scan_down(x.min(high))) }
    }

    /// The first member `>= x`; there must be one.
    fn scan_up(&self, mut x: i32) -> i32 {
        let mut hole = self.holes.partition_point(|&h| h < x);
        let mut range = self.range_at(x);
        loop {
            x = x.max(self.ranges[range].0);
            hole += self.holes[hole..].partition_point(|&h| h < x);
            // Skips adjacent holes all at once: in a run, hole and index grow alike.
            let run = along(self.holes.len() - hole, |k| i64::from(self.holes[hole + k]) == i64::from(x) + k as i64);
            hole += run;
            x += run as i32;
            if x <= self.ranges[range].1 {
                return x;
            }
            range += 1;
        }
    }

    /// The last member `<= x`; there must be one.
    fn scan_down(&self, mut x: i32) -> i32 {
        let mut hole = self.holes.partition_point(|&h| h <= x);
        let mut range = self.ranges.partition_point(|r| r.0 <= x);
        loop {
            x = x.min(self.ranges[range - 1].1);
            hole = self.holes[..hole].partition_point(|&h| h <= x);
            let run = along(hole, |k| i64::from(self.holes[hole - 1 - k]) == i64::from(x) - k as i64);
            hole -= run;
            x -= run as i32;
            if x >= self.ranges[range - 1].0 {
                return x;
            }
            range -= 1;
        }
    }

    pub(super) fn window(&self, slots: &Slots, base: i32) -> u64 {
        let (low, high) = self.bounds(slots);
        let end = base.saturating_add(63);
        let mut word = 0;
        for &(l, h, _) in &self.ranges[self.range_at(base.max(low))..] {
            if l > end || l > high {
                break;
            }
            let (l, h) = (l.max(low), h.min(high));
            word |= super::small::mask_at_least(base, l) & super::small::mask_at_most(base, h);
        }
        for &hole in self.holes_in(base.max(low), end.min(high)) {
            word &= !super::small::bit(base, hole);
        }
        word
    }

    /// The value with `k` smaller ones in the domain.
    pub(super) fn nth(&self, slots: &Slots, k: u32) -> i32 {
        // The answer's rank at the root is `k` more than that of the smallest value, plus
        // the holes before it: those that still have at most `k` members before them.
        let (low, high) = self.bounds(slots);
        let first = self.rank(low);
        let holes = self.holes_in(low, high);
        let (mut from, mut to) = (0, holes.len());
        while from < to {
            let middle = (from + to) / 2;
            if self.rank(holes[middle]) - first - middle as u32 <= k {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        let rank = first + k + from as u32;
        let range = self.ranges.partition_point(|r| r.2 <= rank) - 1;
        let (start, _, before) = self.ranges[range];
        start.wrapping_add((rank - before) as i32)
    }

    fn set(&self, slots: &mut Slots, old: (i32, i32), new: (i32, i32)) -> Effect {
        slots.set(self.slot as usize, pack(new.0, new.1));
        Effect::moved(old, new)
    }

    pub(super) fn cut(&mut self, slots: &mut Slots, cut: Cut, log: &mut dyn FnMut(i32)) -> Effect {
        let old @ (low, high) = self.bounds(slots);
        match cut {
            Cut::Remove(x) => {
                if x < low || x > high || !self.has(x) {
                    return Effect::None;
                }
                if low == high {
                    Effect::Empty
                } else if x == low {
                    self.set(slots, old, (self.scan_up(x + 1), high))
                } else if x == high {
                    self.set(slots, old, (low, self.scan_down(x - 1)))
                } else {
                    let at = self.holes.partition_point(|&h| h < x);
                    self.holes.insert(at, x);
                    log(x);
                    Effect::moved(old, old)
                }
            }
            Cut::Fix(x) => {
                if x < low || x > high || !self.has(x) {
                    Effect::Empty
                } else if low == high {
                    Effect::None
                } else {
                    self.set(slots, old, (x, x))
                }
            }
            Cut::AtLeast(x) if x <= low => Effect::None,
            Cut::AtMost(x) if x >= high => Effect::None,
            Cut::AtLeast(x) if x > high => Effect::Empty,
            Cut::AtMost(x) if x < low => Effect::Empty,
            Cut::AtLeast(x) => self.set(slots, old, (self.scan_up(x), high)),
            Cut::AtMost(x) => self.set(slots, old, (low, self.scan_down(x))),
            Cut::Window { base, mask } => {
                let mut gone = self.window(slots, base) & !mask;
                let mut effect = Effect::None;
                while gone != 0 {
                    let x = base.wrapping_add(gone.trailing_zeros() as i32);
                    gone &= gone - 1;
                    match self.cut(slots, Cut::Remove(x), log) {
                        Effect::Changed(_) => effect = Effect::moved(old, self.bounds(slots)),
                        other => effect = other,
                    }
                }
                effect
            }
        }
    }

    /// Undoes the removal of `x`.
    pub(super) fn fill(&mut self, x: i32) {
        if let Ok(at) = self.holes.binary_search(&x) {
            self.holes.remove(at);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Span>() + self.ranges.len() * 12 + self.holes.capacity() * 4
    }
}
