//! The two halves of an equation, which are inequalities. Each inference uses one half.

use super::Term;
use super::sum::quotient;
use crate::context::Bound;
use crate::prelude_propagator::*;

/// The half of the equation that an inference used. A hint is twice the position, plus the half.
pub(super) const AT_MOST: u32 = 0;
pub(super) const AT_LEAST: u32 = 1;

/// The half of the equation that implies an upper or a lower bound on a term.
#[inline]
pub(super) fn half_of(bound: Bound) -> u32 {
    match bound {
        Bound::Upper => AT_MOST,
        Bound::Lower => AT_LEAST,
    }
}

/// How far the sum of the minima may still rise, and how far the sum of the maxima may still fall.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub(super) above: i64,
    pub(super) below: i64,
}

impl Room {
    #[inline]
    pub(super) fn check(self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        if self.above < 0 {
            cx.fail(|| Lazy(AT_MOST))
        } else if self.below < 0 {
            cx.fail(|| Lazy(AT_LEAST))
        } else {
            Ok(())
        }
    }

    /// Restricts both bounds of a term to the room; returns the term's remaining width and whether it was narrowed.
    #[inline]
    pub(super) fn fit(&mut self, cx: &mut Context<'_>, position: u32, term: Term) -> Result<(i64, bool), Conflict> {
        let Term { coefficient, view } = term;
        let (min, max) = cx.bounds(view);
        let width = coefficient * (i64::from(max) - i64::from(min));
        if width <= self.above.min(self.below) {
            return Ok((width, false));
        }
        // Both quotients are less than `max - min`, so the sums fit.
        let high = if width > self.above { min + quotient(self.above, coefficient) as i32 } else { max };
        let low = if width > self.below { max - quotient(self.below, coefficient) as i32 } else { min };
        let (new_min, new_max) = cx.within(view, (low, high), |bound| Lazy(2 * position + half_of(bound)))?;
        self.above -= coefficient * (i64::from(new_min) - i64::from(min));
        self.below -= coefficient * (i64::from(max) - i64::from(new_max));
        self.check(cx)?;
        Ok((coefficient * (i64::from(new_max) - i64::from(new_min)), true))
    }
}
