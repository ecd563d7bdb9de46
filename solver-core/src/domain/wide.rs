//! Wide domains: bounds, size, and an array of words.
//!
//! Bits outside the bounds may be stale: moving a bound or fixing the variable changes only the header, and every
//! reader masks words by the bounds.

use super::cut::{Cut, Effect};
use super::small::{mask_at_least, mask_at_most, shifted};
use crate::trail::Slots;
use crate::value_set::ValueSet;
use crate::wake::events;

#[derive(Clone, Copy)]
pub(crate) struct Wide {
    /// The value of bit 0 of the first word.
    base: i32,
    /// The slot of the header: the bounds relative to the base, and the size. The words follow.
    slot: u32,
    words: u32,
}

/// Up to this many words, the size is counted on demand instead of whenever a bound moves.
const FEW: u32 = 16;

/// Bounds relative to the base in 16 bits each, and the size in 32: one slot, and one undo record. A size of 0 means
/// that it is unknown: with few words, it is counted on demand.
#[derive(Clone, Copy)]
struct Header {
    low: u32,
    high: u32,
    size: u32,
}

impl Header {
    #[inline]
    fn unpack(slot: u64) -> Header {
        Header { low: slot as u32 & 0xffff, high: slot as u32 >> 16, size: (slot >> 32) as u32 }
    }

    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.low | self.high << 16) | u64::from(self.size) << 32
    }
}

impl Wide {
    pub(super) fn new(set: &ValueSet, slots: &mut Vec<u64>) -> Wide {
        let (low, high) = (set.min().unwrap_or(0), set.max().unwrap_or(-1));
        let words = ((i64::from(high) - i64::from(low)) / 64 + 1) as u32;
        let wide = Wide { base: low, slot: slots.len() as u32, words };
        // `Layout` chooses this layout only for spans up to 2¹⁶.
        let span = (i64::from(high) - i64::from(low)) as u32;
        slots.push(Header { low: 0, high: span, size: set.len() as u32 }.pack());
        for w in 0..words {
            let base = low.wrapping_add(w as i32 * 64);
            slots.push(super::small::word_of(base, set));
        }
        wide
    }

    /// The slots of the domain: the header, then the words.
    pub(super) fn slots(self) -> std::ops::Range<usize> {
        self.slot as usize..(self.slot + 1 + self.words) as usize
    }

    #[inline]
    fn header(self, slots: &Slots) -> Header {
        Header::unpack(slots.get(self.slot as usize))
    }

    #[inline]
    pub(super) fn bounds(self, slots: &Slots) -> (i32, i32) {
        let header = self.header(slots);
        (self.base.wrapping_add(header.low as i32), self.base.wrapping_add(header.high as i32))
    }

    #[inline]
    pub(super) fn fixed(self, slots: &Slots) -> Option<i32> {
        let header = self.header(slots);
        (header.low == header.high).then(|| self.base.wrapping_add(header.low as i32))
    }

    #[inline]
    pub(super) fn size(self, slots: &Slots) -> u32 {
        match self.header(slots) {
            Header { low, high, size: 0 } => {
                self.count(slots, self.base.wrapping_add(low as i32), self.base.wrapping_add(high as i32))
            }
            Header { size, .. } => size,
        }
    }

    #[inline]
    fn word(self, slots: &Slots, w: u32) -> u64 {
        slots.get((self.slot + 1 + w) as usize)
    }

    #[inline]
    fn word_base(self, w: u32) -> i32 {
        self.base.wrapping_add(w as i32 * 64)
    }

    /// Word index and bit number of a value.
    #[inline]
    fn place(self, x: i32) -> (u32, u32) {
        let d = x.wrapping_sub(self.base) as u32;
        (d / 64, d % 64)
    }

    #[inline]
    pub(super) fn contains(self, slots: &Slots, x: i32) -> bool {
        let Header { low, high, .. } = self.header(slots);
        let d = x.wrapping_sub(self.base) as u32;
        low <= d && d <= high && self.word(slots, d / 64) >> (d % 64) & 1 != 0
    }

    /// The valid bits of word `w` for the given bounds.
    #[inline]
    fn valid(self, slots: &Slots, w: u32, (low, high): (i32, i32)) -> u64 {
        let base = self.word_base(w);
        self.word(slots, w) & mask_at_least(base, low) & mask_at_most(base, high)
    }

    pub(super) fn window(self, slots: &Slots, base: i32) -> u64 {
        let bounds = self.bounds(slots);
        let d = i64::from(base) - i64::from(self.base);
        let (w, b) = (d.div_euclid(64), d.rem_euclid(64));
        let part = |w: i64| match u32::try_from(w) {
            Ok(w) if w < self.words => self.valid(slots, w, bounds),
            _ => 0,
        };
        let low = part(w) >> b;
        if b == 0 { low } else { low | part(w + 1) << (64 - b) }
    }

    pub(super) fn next(self, slots: &Slots, x: i32) -> Option<i32> {
        let (low, high) = self.bounds(slots);
        if x > high { None } else { Some(self.scan_up(slots, x.max(low))) }
    }

    pub(super) fn previous(self, slots: &Slots, x: i32) -> Option<i32> {
        let (low, high) = self.bounds(slots);
        if x < low { None } else { Some(self.scan_down(slots, x.min(high))) }
    }

    /// The first member `>= x`; there must be one.
    fn scan_up(self, slots: &Slots, x: i32) -> i32 {
        let (mut w, b) = self.place(x);
        let mut word = self.word(slots, w) & !0 << b;
        while word == 0 {
            w += 1;
            word = self.word(slots, w);
        }
        self.word_base(w).wrapping_add(word.trailing_zeros() as i32)
    }

    /// The last member `<= x`; there must be one.
    fn scan_down(self, slots: &Slots, x: i32) -> i32 {
        let (mut w, b) = self.place(x);
        let mut word = self.word(slots, w) & !(!1 << b);
        while word == 0 {
            w -= 1;
            word = self.word(slots, w);
        }
        self.word_base(w).wrapping_add(63 - word.leading_zeros() as i32)
    }

    /// The number of members of `low..=high`, a range within the bounds.
    fn count(self, slots: &Slots, low: i32, high: i32) -> u32 {
        if low > high {
            return 0;
        }
        let ((first, from), (last, to)) = (self.place(low), self.place(high));
        let (above, below) = (!0 << from, !(!1 << to));
        if first == last {
            return (self.word(slots, first) & above & below).count_ones();
        }
        let inner: u32 = (first + 1..last).map(|w| self.word(slots, w).count_ones()).sum();
        (self.word(slots, first) & above).count_ones() + inner + (self.word(slots, last) & below).count_ones()
    }

    pub(super) fn nth(self, slots: &Slots, mut k: u32) -> i32 {
        let bounds = self.bounds(slots);
        let mut w = self.place(bounds.0).0;
        loop {
            let mut word = self.valid(slots, w, bounds);
            if k < word.count_ones() {
                for _ in 0..k {
                    word &= word.wrapping_sub(1);
                }
                return self.word_base(w).wrapping_add(word.trailing_zeros() as i32);
            }
            k -= word.count_ones();
            w += 1;
        }
    }

    /// Writes new bounds and a new size.
    #[inline]
    fn shrink(self, slots: &mut Slots, old: (i32, i32), new: (i32, i32), size: u32) -> Effect {
        let low = new.0.wrapping_sub(self.base) as u32;
        let high = new.1.wrapping_sub(self.base) as u32;
        slots.set(self.slot as usize, Header { low, high, size }.pack());
        Effect::moved(old, new)
    }

    #[inline]
    pub(super) fn remove(self, slots: &mut Slots, x: i32) -> Effect {
        let header = self.header(slots);
        let d = x.wrapping_sub(self.base) as u32;
        if d < header.low || d > header.high {
            return Effect::None;
        }
        let at = (self.slot + 1 + d / 64) as usize;
        let word = slots.get(at);
        let bit = 1 << (d % 64);
        if word & bit == 0 {
            return Effect::None;
        }
        let (mut low, mut high, size) = (header.low, header.high, header.size.saturating_sub(1));
        if low == high {
            return Effect::Empty;
        }
        if d == low {
            low = self.scan_up(slots, x + 1).wrapping_sub(self.base) as u32;
        } else if d == high {
            high = self.scan_down(slots, x - 1).wrapping_sub(self.base) as u32;
        } else {
            slots.set(at, word & !bit);
            if header.size != 0 {
                slots.set(self.slot as usize, Header { low, high, size }.pack());
            }
            return Effect::Changed(events::DOM);
        }
        slots.set(self.slot as usize, Header { low, high, size }.pack());
        Effect::moved((header.low, header.high), (low, high))
    }

    pub(super) fn cut(self, slots: &mut Slots, cut: Cut) -> Effect {
        let old @ (low, high) = self.bounds(slots);
        match cut {
            Cut::Remove(x) => self.remove(slots, x),
            Cut::Fix(x) => {
                if !self.contains(slots, x) {
                    Effect::Empty
                } else if low == high {
                    Effect::None
                } else {
                    self.shrink(slots, old, (x, x), 1)
                }
            }
            Cut::AtLeast(x) => self.within(slots, x, high).0,
            Cut::AtMost(x) => self.within(slots, low, x).0,
            Cut::Window { base, mask } => self.keep_window(slots, old, base, mask),
        }
    }

    /// Keeps the values from `from` to `to`; returns the first and the last remaining value.
    #[inline(always)]
    pub(super) fn within(self, slots: &mut Slots, from: i32, to: i32) -> (Effect, (i32, i32)) {
        let old @ (low, high) = self.bounds(slots);
        if from <= low && high <= to {
            return (Effect::None, old);
        }
        if from > high || to < low || from > to {
            return (Effect::Empty, old);
        }
        let new_low = if from <= low { low } else { self.scan_up(slots, from) };
        let new_high = if high <= to { high } else { self.scan_down(slots, to) };
        if new_low > new_high {
            return (Effect::Empty, old);
        }
        let size = if new_low == new_high {
            1
        } else if self.words <= FEW {
            0
        } else {
            // Counts the removed values, because they are usually fewer than the remaining ones.
            let gone = self.count(slots, low, new_low - 1) + self.count(slots, new_high + 1, high);
            self.size(slots) - gone
        };
        (self.shrink(slots, old, (new_low, new_high), size), (new_low, new_high))
    }

    fn keep_window(self, slots: &mut Slots, old: (i32, i32), base: i32, mask: u64) -> Effect {
        let gone = self.window(slots, base) & !mask;
        if gone == 0 {
            return Effect::None;
        }
        let size = self.size(slots) - gone.count_ones();
        if size == 0 {
            return Effect::Empty;
        }
        let d = i64::from(base) - i64::from(self.base);
        for w in d.div_euclid(64)..=d.div_euclid(64) + 1 {
            let part = shifted(gone, w * 64 - d);
            if let Ok(w) = u32::try_from(w)
                && w < self.words
                && part != 0
            {
                let word = self.word(slots, w) & !part;
                slots.set((self.slot + 1 + w) as usize, word);
            }
        }
        let low = if self.raw(slots, old.0) { old.0 } else { self.scan_up(slots, old.0) };
        let high = if self.raw(slots, old.1) { old.1 } else { self.scan_down(slots, old.1) };
        self.shrink(slots, old, (low, high), size)
    }

    /// The stored bit of `x`, regardless of the bounds.
    fn raw(self, slots: &Slots, x: i32) -> bool {
        let (w, b) = self.place(x);
        self.word(slots, w) >> b & 1 != 0
    }
}
