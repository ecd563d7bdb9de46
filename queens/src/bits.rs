//! Sets of lines as words: the few operations that the propagators share.

/// The numbers of the bits that are set, ascending.
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

/// The word without its lowest bit.
#[inline]
pub(crate) fn without_lowest(word: u64) -> u64 {
    word & word.wrapping_sub(1)
}

/// The lowest `count` bits, `count <= 64`.
#[inline]
pub(crate) fn first(count: usize) -> u64 {
    if count >= 64 { !0 } else { (1 << count) - 1 }
}
