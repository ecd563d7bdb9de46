//! Sets of small numbers as bitsets of 64-bit words.

/// Checks whether a bit is set.
pub(crate) fn has(bits: &[u64], at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 != 0
}

/// Sets a bit.
pub(crate) fn add(bits: &mut [u64], at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

/// Sets the bits from `first` to `end`, exclusive.
pub(crate) fn add_range(bits: &mut [u64], first: usize, end: usize) {
    for (word, bits) in bits.iter_mut().enumerate().take(end.div_ceil(64)).skip(first / 64) {
        *bits |= of_range(word, first, end);
    }
}

/// Returns the mask for the bits of word `word` whose indices in the set lie from `first` to `end`, exclusive.
fn of_range(word: usize, first: usize, end: usize) -> u64 {
    let below = |at: usize| match at.saturating_sub(64 * word) {
        bits @ 0..64 => (1 << bits) - 1,
        _ => u64::MAX,
    };
    below(end) & !below(first)
}

/// Returns the first and the last set bit from `first` to `end`, exclusive.
pub(crate) fn ends_of_range(bits: &[u64], first: usize, end: usize) -> Option<(usize, usize)> {
    let set = |&word: &usize| bits[word] & of_range(word, first, end) != 0;
    let words = first / 64..end.div_ceil(64);
    let (low, high) = (words.clone().find(set)?, words.rev().find(set)?);
    let of = |word: usize| bits[word] & of_range(word, first, end);
    Some((64 * low + of(low).trailing_zeros() as usize, 64 * high + of(high).ilog2() as usize))
}

/// Clears a bit.
pub(crate) fn remove(bits: &mut [u64], at: usize) {
    bits[at / 64] &= !(1 << (at % 64));
}

/// The indices of the set bits.
pub(crate) fn bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(w, &word)| ones(word).map(move |bit| 64 * w + bit as usize))
}

/// The indices of the set bits in one word.
#[inline]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < u64::BITS).then_some(bit)
    })
}
