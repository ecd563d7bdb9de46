//! Short sums: equations and inequalities of two or three variables without coefficients, such as `x - y = d` and
//! `x + d <= y`, the most common ones. The same inferences in the same order as for any length, with all bounds in
//! registers.

use super::Term;
use super::equal::{AT_LEAST, AT_MOST, half_of};
use super::sum::Sum;
use crate::prelude_propagator::*;

/// The views of such a sum, and the constant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Short {
    Two([View; 2], i64),
    Three([View; 3], i64),
}

impl Short {
    /// The sum as one of these, if it is one.
    pub(super) fn of(sum: &Sum) -> Option<Short> {
        if !sum.plain || sum.remainder != 0 {
            return None;
        }
        match *sum.terms {
            [x, y] => Some(Short::Two([x, y].map(|term| term.view), sum.constant)),
            [x, y, z] => Some(Short::Three([x, y, z].map(|term| term.view), sum.constant)),
            _ => None,
        }
    }

    /// The complete run of an equation.
    pub(super) fn equal(self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        match self {
            Short::Two(views, constant) => fit(cx, views, constant),
            Short::Three(views, constant) => fit(cx, views, constant),
        }
    }

    /// The complete run of an inequality.
    #[inline]
    pub(super) fn at_most(self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        match self {
            Short::Two(views, constant) => fit_below(cx, views, constant),
            Short::Three(views, constant) => fit_below(cx, views, constant),
        }
    }
}

/// With every other view at its minimum, each may use the remaining slack.
#[inline]
fn fit_below<const N: usize>(cx: &mut Context<'_>, views: [View; N], constant: i64) -> Result<Status, Conflict> {
    cx.work(N)?;
    let bounds = views.map(|view| cx.bounds(view));
    let widths = bounds.map(|(min, max)| i64::from(max) - i64::from(min));
    let slack = constant - bounds.iter().map(|&(min, _)| i64::from(min)).sum::<i64>();
    if slack < 0 {
        return cx.fail(|| Lazy(0));
    }
    let mut rest = slack - widths.iter().sum::<i64>();
    if rest >= 0 {
        return Ok(Status::Entailed);
    }
    for (position, (view, ((min, max), width))) in (0..).zip(views.into_iter().zip(bounds.into_iter().zip(widths))) {
        if width > slack {
            // Less than `max`, so it fits.
            cx.at_most(view, min + slack as i32, || Lazy(position))?;
            rest += i64::from(max) - i64::from(cx.max(view));
        }
    }
    Ok(if rest >= 0 { Status::Entailed } else { Status::Stable })
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
    'pass: loop {
        cx.work(N)?;
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
        // Written out, not as a loop, so that the bounds stay in registers.
        macro_rules! cut {
            ($i:literal) => {
                if $i < N {
                    if high[$i] - low[$i] > above.min(below) {
                        let wanted = (low[$i].max(high[$i] - below), high[$i].min(low[$i] + above));
                        // Both lie within the previous bounds.
                        let wanted = (wanted.0 as i32, wanted.1 as i32);
                        let (min, max) = cx.within(views[$i], wanted, |bound| Lazy(2 * $i + half_of(bound)))?;
                        above -= i64::from(min) - low[$i];
                        below -= high[$i] - i64::from(max);
                        (low[$i], high[$i]) = (i64::from(min), i64::from(max));
                        // A hole may have removed more than requested: then the next test fails.
                        if above.min(below) < 0 {
                            continue 'pass;
                        }
                    }
                    widest = widest.max(high[$i] - low[$i]);
                }
            };
        }
        cut!(0);
        cut!(1);
        cut!(2);
    }
}
