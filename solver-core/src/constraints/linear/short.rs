//! Equations of two or three variables without coefficients, such as `x - y = d`: most equations
//! are. The same inferences in the same order as those of any length, with all bounds in registers.

use super::Term;
use super::equal::{AT_LEAST, AT_MOST, half_of};
use super::sum::Sum;
use crate::prelude_propagator::*;

/// The whole work on such an equation; `None` for others.
#[inline]
pub(super) fn propagate(cx: &mut Context<'_>, sum: &Sum) -> Option<Result<Status, Conflict>> {
    if !sum.plain {
        return None;
    }
    match *sum.terms {
        [x, y] => Some(fit(cx, [x, y].map(|term| term.view), sum.constant)),
        [x, y, z] => Some(fit(cx, [x, y, z].map(|term| term.view), sum.constant)),
        _ => None,
    }
}

/// Whether all coefficients are 1.
pub(super) fn is_plain(terms: &[Term]) -> bool {
    terms.iter().all(|term| term.coefficient == 1)
}

fn fit<const N: usize>(cx: &mut Context<'_>, views: [View; N], constant: i64) -> Result<Status, Conflict> {
    let mut low = [0; N];
    let mut high = [0; N];
    // How far the sum of the minima may rise, and that of the maxima fall.
    let (mut above, mut below, mut widest) = (constant, -constant, 0);
    for i in 0..N {
        let (min, max) = cx.bounds(views[i]);
        (low[i], high[i]) = (i64::from(min), i64::from(max));
        above -= low[i];
        below += high[i];
        widest = widest.max(high[i] - low[i]);
    }
    loop {
        if above < 0 {
            return cx.fail(|| Lazy(AT_MOST));
        }
        if below < 0 {
            return cx.fail(|| Lazy(AT_LEAST));
        }
        if widest <= above.min(below) {
            return Ok(if widest == 0 { Status::Entailed } else { Status::Stable });
        }
        widest = 0;
        for i in 0..N {
            if high[i] - low[i] > above.min(below) {
                let wanted = (low[i].max(high[i] - below), high[i].min(low[i] + above));
                // Both lie within the bounds that there were.
                let wanted = (wanted.0 as i32, wanted.1 as i32);
                cx.within(views[i], wanted, |bound| Lazy(2 * i as u32 + half_of(bound)))?;
                let (min, max) = cx.bounds(views[i]);
                above -= i64::from(min) - low[i];
                below -= high[i] - i64::from(max);
                (low[i], high[i]) = (i64::from(min), i64::from(max));
                // A hole may have swallowed more than was cut: then the next look fails.
                if above.min(below) < 0 {
                    break;
                }
            }
            widest = widest.max(high[i] - low[i]);
        }
        cx.work(N)?;
    }
}
