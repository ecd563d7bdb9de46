//! Sets of small numbers as machine words: the lines of a board or the squares of a line.

/// The indices of the set bits, ascending.
#[inline]
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(bit)
    })
}

/// The lowest `count` bits; all 64 bits if `count` is larger.
#[inline]
pub(crate) fn first(count: usize) -> u64 {
    if count >= 64 { !0 } else { (1 << count) - 1 }
}

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Set<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> Set<W> {
    pub(crate) const EMPTY: Set<W> = Set([0; W]);
    pub(crate) const FULL: Set<W> = Set([!0; W]);

    /// The numbers below `count`.
    pub(crate) fn below(count: usize) -> Set<W> {
        Set(std::array::from_fn(|w| first(count.saturating_sub(64 * w))))
    }

    #[inline]
    pub(crate) fn singleton(number: usize) -> Set<W> {
        let mut set = Set::EMPTY;
        set.insert(number);
        set
    }

    /// The set of `number - distance` and `number + distance`, as far as they lie within `0..64 * W`.
    #[inline]
    pub(crate) fn beside(number: usize, distance: usize) -> Set<W> {
        let mut set = Set::EMPTY;
        if W == 1 {
            // Branch-free: bits shifted out of the word are dropped.
            let bit = 1u64 << (number & 63);
            set.0[0] = bit << (distance & 63) | bit >> (distance & 63);
        } else {
            for number in [number + distance, number.wrapping_sub(distance)] {
                if number < 64 * W {
                    set.insert(number);
                }
            }
        }
        set
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: usize) {
        self.0[if W == 1 { 0 } else { number / 64 }] |= 1 << (number % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, number: usize) {
        self.0[if W == 1 { 0 } else { number / 64 }] &= !(1 << (number % 64));
    }

    /// Whether the set contains `number`, which may be arbitrarily large.
    #[inline]
    pub(crate) fn has(self, number: usize) -> bool {
        number < 64 * W && self.0[if W == 1 { 0 } else { number / 64 }] >> (number % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(crate) fn and(self, other: Set<W>) -> Set<W> {
        Set(std::array::from_fn(|w| self.0[w] & other.0[w]))
    }

    #[inline]
    pub(crate) fn or(self, other: Set<W>) -> Set<W> {
        Set(std::array::from_fn(|w| self.0[w] | other.0[w]))
    }

    #[inline]
    pub(crate) fn minus(self, other: Set<W>) -> Set<W> {
        Set(std::array::from_fn(|w| self.0[w] & !other.0[w]))
    }

    #[inline]
    pub(crate) fn meets(self, other: Set<W>) -> bool {
        !self.and(other).is_empty()
    }

    /// Removes the smallest number and returns it.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        for (w, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * w + bit);
            }
        }
        None
    }

    /// The numbers, ascending.
    #[inline]
    pub(crate) fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.pop())
    }

    /// Whether the set has at most one element.
    #[inline]
    pub(crate) fn is_single(mut self) -> bool {
        self.pop();
        self.is_empty()
    }
}
