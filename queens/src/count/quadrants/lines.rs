//! Line words: the diagonals that a piece occupies, as four fields of sixteen bits.
//!
//! | bits | diagonals |
//! |---|---|
//! | 0..16 | falling, −16 to −1 (only −(m − 1) to −1 occur) |
//! | 16..32 | falling, 0 to 15 |
//! | 32..48 | rising, −16 to −1 |
//! | 48..64 | rising, 0 to 15 |
//!
//! In this representation, moving a piece to another quarter swaps the halves of the word or reverses the word, and a
//! field can be used as a table index.

/// Both diagonals of the square `i` rows and `j` columns from the inner corner of a quarter: bit `16 + i - j`, and bit
/// `32 + i + j`. Includes diagonals that leave the board without meeting another quarter.
#[inline]
pub(super) fn square_lines(i: u32, j: u32) -> u64 {
    1u64 << (16 + i - j) | 1u64 << (32 + i + j)
}

/// Computes the line word of a south-eastern piece from the [`square_lines`] of its queens, on a quarter of side `m`.
/// Rising diagonals `i + j + gap` from `m` upwards meet no other quarter and are dropped.
#[inline]
pub(super) fn south_east(m: u32, gap: u32, squares: u64) -> u64 {
    let rising = (squares >> 32) << gap & ((1 << m) - 1);
    squares & 0xffff_ffff | rising << 48
}

/// Moves the piece to the south-west.
#[inline]
pub(super) fn south_west(word: u64) -> u64 {
    word.rotate_left(32)
}

/// Moves the piece to the north-east: diagonal `d` becomes `-d`, and falling ones become rising.
#[inline]
pub(super) fn north_east(word: u64) -> u64 {
    word.reverse_bits() << 1
}

/// Moves the piece to the north-west: diagonal `d` becomes `-d`.
#[inline]
pub(super) fn north_west(word: u64) -> u64 {
    north_east(south_west(word))
}
