//! Line words: the diagonals that a piece occupies, in four fields of sixteen bits.
//!
//! | bits | diagonals |
//! |---|---|
//! | 0..16 | falling, −16 to −1 (only −(m − 1) to −1 occur) |
//! | 16..32 | falling, 0 to 15 |
//! | 32..48 | rising, −16 to −1 |
//! | 48..64 | rising, 0 to 15 |
//!
//! In this form a piece moves to another quarter by exchanging the halves of the word
//! or by reversing it, and a field is an index.

/// Both diagonals of a square of a quarter, `i` rows and `j` columns from its inner
/// corner: bit `16 + i - j`, and bit `32 + i + j`. All of them, also those that leave
/// the board without meeting another quarter.
#[inline]
pub(super) fn square_lines(i: u32, j: u32) -> u64 {
    1u64 << (16 + i - j) | 1u64 << (32 + i + j)
}

/// The line word of a south-eastern piece from the [`square_lines`] of its queens, on a
/// quarter of side `m`. Of the rising diagonals `i + j + gap`, those from `m` on meet nobody.
#[inline]
pub(super) fn south_east(m: u32, gap: u32, squares: u64) -> u64 {
    let rising = (squares >> 32) << gap & ((1 << m) - 1);
    squares & 0xffff_ffff | rising << 48
}

/// The line word of the same piece in the south-west.
#[inline]
pub(super) fn south_west(word: u64) -> u64 {
    word.rotate_left(32)
}

/// The line word of the same piece in the north-east: diagonal `d` becomes `-d`, and
/// falling rising.
#[inline]
pub(super) fn north_east(word: u64) -> u64 {
    word.reverse_bits() << 1
}

/// The line word of the same piece in the north-west: diagonal `d` becomes `-d`.
#[inline]
pub(super) fn north_west(word: u64) -> u64 {
    north_east(south_west(word))
}
