//! Small domains: values within a span of 64, stored in one word.
//!
//! Bit `k` represents the value `base + k`. Minimum, maximum and size are single instructions, so nothing is cached,
//! and the domains of eight queens fit into one cache line.

use crate::atom::Atom;
use crate::value_set::ValueSet;

/// The word of a set within `base..base + 64`.
pub(crate) fn word_of(base: i32, set: &ValueSet) -> u64 {
    set.ranges().iter().fold(0, |word, &(low, high)| word | mask_at_least(base, low) & mask_at_most(base, high))
}

/// The bit of value `x`, or 0 if `x` lies outside the window.
#[inline]
pub(crate) fn bit(base: i32, x: i32) -> u64 {
    let d = x.wrapping_sub(base) as u32;
    if d < 64 { 1 << d } else { 0 }
}

/// The bits of all values `>= x`.
#[inline]
pub(crate) fn mask_at_least(base: i32, x: i32) -> u64 {
    match i64::from(x) - i64::from(base) {
        d if d <= 0 => !0,
        d if d >= 64 => 0,
        d => !0 << d,
    }
}

/// The bits of all values `<= x`.
#[inline]
pub(crate) fn mask_at_most(base: i32, x: i32) -> u64 {
    match i64::from(x) - i64::from(base) {
        d if d < 0 => 0,
        d if d >= 63 => !0,
        d => !(!1 << d),
    }
}

/// The bits of all values for which an atom is true. Branchless, because the relation is unpredictable.
#[inline(always)]
pub(crate) fn mask(base: i32, atom: Atom) -> u64 {
    let d = i64::from(atom.value()) - i64::from(base);
    let at_least = if d < 64 { !0 << d.max(0) } else { 0 };
    let equal = if (0..64).contains(&d) { 1 << (d & 63) } else { 0 };
    let positive = if atom.is_about_value() { equal } else { at_least };
    positive ^ u64::from(atom.is_negated()).wrapping_neg()
}

#[inline]
pub(crate) fn bounds(word: u64, base: i32) -> (i32, i32) {
    let low = base.wrapping_add(word.trailing_zeros() as i32);
    let high = base.wrapping_add(63 - word.leading_zeros() as i32);
    (low, high)
}

/// The word shifted down by `by` bits, or up if `by` is negative.
#[inline]
pub(crate) fn shifted(word: u64, by: i64) -> u64 {
    match by {
        0..64 => word >> by,
        -63..0 => word << -by,
        _ => 0,
    }
}
