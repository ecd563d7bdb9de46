//! Span domains: any number of values.
//!
//! The ranges at the root never change; values that search removes between the bounds are [`Holes`], which are logged
//! for undo. The size is computed on demand, so a bound can jump over any gap without reading it. Holes outside
//! the bounds are stale and never read.

use super::cut::{Cut, Effect};
use super::holes::Holes;
use crate::trail::Slots;
use crate::value_set::ValueSet;

#[derive(Clone)]
pub(crate) struct Span {
    /// The slot of the bounds.
    slot: u32,
    /// The root ranges, each with the number of values before it.
    ranges: Box<[(i32, i32, u32)]>,
    /// The values removed between the bounds.
    holes: Holes,
}

fn pack(low: i32, high: i32) -> u64 {
    u64::from(low as u32) | u64::from(high as u32) << 32
}

fn unpack(bounds: u64) -> (i32, i32) {
    (bounds as u32 as i32, (bounds >> 32) as u32 as i32)
}

impl Span {
    pub(super) fn new(set: &ValueSet, slots: &mut Vec<u64>) -> Span {
        let mut before = 0u32;
        let ranges: Box<[_]> = set
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
        Span { slot, ranges, holes: Holes::none(before) }
    }

    /// The only slot of the domain.
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

    /// The number of root values below `x`.
    fn rank(&self, x: i32) -> u32 {
        match self.ranges.get(self.range_at(x)) {
            Some(&(low, _, before)) => before + (i64::from(x) - i64::from(low)).max(0) as u32,
            None => self.ranges.last().map_or(0, |r| r.2 + (i64::from(r.1) - i64::from(r.0) + 1) as u32),
        }
    }

    /// The root value with this rank.
    fn at(&self, rank: u32) -> i32 {
        let (start, _, before) = self.ranges[self.ranges.partition_point(|r| r.2 <= rank) - 1];
        start.wrapping_add((rank - before) as i32)
    }

    /// The rank of `x` if it is in the domain, given that it lies within the bounds.
    fn find(&self, x: i32) -> Option<u32> {
        let &(low, _, before) = self.ranges.get(self.range_at(x)).filter(|r| r.0 <= x)?;
        let rank = before + (x.wrapping_sub(low)) as u32;
        (!self.holes.contains(rank)).then_some(rank)
    }

    pub(super) fn contains(&self, slots: &Slots, x: i32) -> bool {
        let (low, high) = self.bounds(slots);
        low <= x && x <= high && self.find(x).is_some()
    }

    pub(super) fn size(&self, slots: &Slots) -> u32 {
        let (low, high) = self.bounds(slots);
        let (first, end) = (self.rank(low), self.rank(high) + 1);
        end - first - self.holes.count(first..end)
    }

    /// The root ranges within `low..=high`, and the holes in each, in ascending order.
    fn pieces(&self, low: i32, high: i32) -> impl Iterator<Item = ((i32, i32), impl Iterator<Item = i32>)> {
        let ranges = self.ranges[self.range_at(low)..].iter().take_while(move |r| r.0 <= high);
        ranges.map(move |&(start, end, before)| {
            let (from, to) = (start.max(low), end.min(high));
            let rank = move |x: i32| before + x.wrapping_sub(start) as u32;
            let holes = self.holes.among(rank(from)..rank(to) + 1);
            ((from, to), holes.map(move |hole| start.wrapping_add((hole - before) as i32)))
        })
    }

    pub(super) fn values(&self, slots: &Slots) -> ValueSet {
        let (low, high) = self.bounds(slots);
        let parts = self.pieces(low, high).flat_map(|((mut from, to), holes)| {
            holes.chain([to + 1]).map(move |hole| (std::mem::replace(&mut from, hole + 1), hole - 1))
        });
        ValueSet::from_ranges(parts)
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
    fn scan_up(&self, x: i32) -> i32 {
        self.at(self.holes.next_gap(self.rank(x)))
    }

    /// The last member `<= x`; there must be one.
    fn scan_down(&self, x: i32) -> i32 {
        self.at(self.holes.previous_gap(self.rank(x + 1) - 1))
    }

    pub(super) fn window(&self, slots: &Slots, base: i32) -> u64 {
        let (low, high) = self.bounds(slots);
        let mut word = 0;
        for ((from, to), holes) in self.pieces(base.max(low), base.saturating_add(63).min(high)) {
            word |= super::small::mask_at_least(base, from) & super::small::mask_at_most(base, to);
            for hole in holes {
                word &= !super::small::bit(base, hole);
            }
        }
        word
    }

    /// The value with exactly `k` smaller values in the domain.
    pub(super) fn nth(&self, slots: &Slots, k: u32) -> i32 {
        self.at(self.holes.nth_gap(self.rank(self.bounds(slots).0), k))
    }

    fn set(&self, slots: &mut Slots, old: (i32, i32), new: (i32, i32)) -> Effect {
        slots.set(self.slot as usize, pack(new.0, new.1));
        Effect::moved(old, new)
    }

    pub(super) fn cut(&mut self, slots: &mut Slots, cut: Cut, log: &mut dyn FnMut(u32)) -> Effect {
        let old @ (low, high) = self.bounds(slots);
        match cut {
            Cut::Remove(x) => {
                if x < low || x > high {
                    return Effect::None;
                }
                let Some(rank) = self.find(x) else { return Effect::None };
                if low == high {
                    Effect::Empty
                } else if x == low {
                    self.set(slots, old, (self.at(self.holes.next_gap(rank + 1)), high))
                } else if x == high {
                    self.set(slots, old, (low, self.at(self.holes.previous_gap(rank - 1))))
                } else {
                    self.holes.insert(rank);
                    log(rank);
                    Effect::moved(old, old)
                }
            }
            Cut::Fix(x) => {
                if x < low || x > high || self.find(x).is_none() {
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

    /// Undoes the removal of the value of this rank.
    pub(super) fn fill(&mut self, rank: u32) {
        self.holes.remove(rank);
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Span>() + self.ranges.len() * 12 + self.holes.bytes()
    }
}
