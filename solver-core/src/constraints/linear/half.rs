//! An equation is two inequalities; an inference uses one of them.

use crate::context::Bound;

/// The half of the equation that an inference used. A hint is twice the position plus this.
pub(super) const AT_MOST: u32 = 0;
pub(super) const AT_LEAST: u32 = 1;

/// The half of the equation that implies this bound of a term.
#[inline]
pub(super) fn half_of(bound: Bound) -> u32 {
    match bound {
        Bound::Upper => AT_MOST,
        Bound::Lower => AT_LEAST,
    }
}
