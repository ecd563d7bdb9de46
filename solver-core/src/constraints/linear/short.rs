//! Short sums: equations and inequalities of two or three variables with coefficients of 1, such as `x - y = d` and
//! `x + d <= y`. These are the most common linear constraints. The inferences and their order are the same as for sums
//! of any length, but all bounds stay in registers.

use super::half::{AT_LEAST, AT_MOST, half_of};
use super::sum::Sum;
use crate::prelude_propagator::*;

/// The views of a short sum, and the constant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Short {
    Two([View; 2], i64),
    Three([View; 3], i64),
}

impl Short {
    /// The short form of a sum, if it has one.
    pub(super) fn from_sum(sum: &Sum) -> Option<Short> {
        if !sum.plain || sum.remainder != 0 {
            return None;
        }
        match *sum.terms {
            [x, y] => Some(Short::Two([x, y].map(|term| term.view), sum.constant)),
            [x, y, z] => Some(Short::Three([x, y, z].map(|term| term.view), sum.constant)),
            _ => None,
        }
    }

    /// Propagates an equation.
    #[inline]
    pub(super) fn equal(&self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        match self {
            Short::Two(views, constant) => fit(cx, views, *constant),
            Short::Three(views, constant) => fit(cx, views, *constant),
        }
    }

    /// The amounts by which the sum of the minima is below the constant and the sum of the maxima is above it.
    #[inline]
    pub(super) fn slack(&self, cx: &Context<'_>) -> (i64, i64) {
        let (views, constant): (&[View], i64) = match self {
            Short::Two(views, constant) => (views, *constant),
            Short::Three(views, constant) => (views, *constant),
        };
        views.iter().fold((constant, -constant), |(above, below), &view| {
            let (min, max) = cx.bounds(view);
            (above - i64::from(min), below + i64::from(max))
        })
    }

    /// Propagates an inequality.
    #[inline]
    pub(super) fn at_most(self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        match self {
            Short::Two(views, constant) => fit_below(cx, views, constant),
            Short::Three(views, constant) => fit_below(cx, views, constant),
        }
    }
}

/// Propagates `Σ views <= constant`: with every other view at its minimum, each view may use the remaining slack.
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
            // The slack is less than `max - min`, so the sum fits.
            cx.at_most(view, min + slack as i32, || Lazy(position))?;
            rest += i64::from(max) - i64::from(cx.max(view));
        }
    }
    Ok(if rest >= 0 { Status::Entailed } else { Status::Stable })
}

#[inline]
fn fit<const N: usize>(cx: &mut Context<'_>, views: &[View; N], constant: i64) -> Result<Status, Conflict> {
    let mut low = [0; N];
    let mut high = [0; N];
    for i in 0..N {
        let (min, max) = cx.bounds(views[i]);
        (low[i], high[i]) = (i64::from(min), i64::from(max));
    }
    // `above` is how far the sum of the minima may rise, `below` how far the sum of the maxima may fall.
    let (mut above, mut below) = (constant - low.iter().sum::<i64>(), high.iter().sum::<i64>() - constant);
    'pass: loop {
        cx.work(N)?;
        if above < 0 {
            return cx.fail(|| Lazy(AT_MOST));
        }
        if below < 0 {
            return cx.fail(|| Lazy(AT_LEAST));
        }
        let (mut widest, mut is_cut) = (0, false);
        for i in 0..N {
            let width = high[i] - low[i];
            if width > above.min(below) {
                let from = if width > below { high[i] - below } else { low[i] };
                let to = if width > above { low[i] + above } else { high[i] };
                let (min, max) = cut(cx, views[i], (from, to), i as u32)?;
                above -= min - low[i];
                below -= high[i] - max;
                (low[i], high[i]) = (min, max);
                is_cut = true;
                // A hole may have moved a bound further than requested; the next pass then detects the failure.
                if above < 0 || below < 0 {
                    continue 'pass;
                }
            }
            widest = widest.max(high[i] - low[i]);
        }
        if !is_cut || widest <= above.min(below) {
            return Ok(if widest == 0 { Status::Entailed } else { Status::Stable });
        }
    }
}

/// Restricts a view to narrower bounds, and returns its new bounds. Not inlined, so that the data used by [`fit`] stay
/// in registers.
#[inline(never)]
fn cut(cx: &mut Context<'_>, view: View, (from, to): (i64, i64), position: u32) -> Result<(i64, i64), Conflict> {
    let (min, max) = cx.within(view, (from as i32, to as i32), |bound| Lazy(2 * position + half_of(bound)))?;
    Ok((min.into(), max.into()))
}
