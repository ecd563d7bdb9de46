//! Linear inequality: `Σ a·x <= c`.
//!
//! Domain consistent: with every other view at its minimum, a view may use the remaining slack. Pruning maxima does not
//! change the minima, so one pass suffices. The pass is skipped when no term is wider than the slack.

use super::check::Meaning;
use super::choices::{self, Choices};
use super::half::{AT_MOST, Room};
use super::short::Short;
use super::sum::{Extent, Sum, quotient};
use super::weighted::Weighted;
use super::{LinearError, Term};
use crate::prelude_propagator::*;
use std::ops::RangeInclusive;

/// The constraint that the sum of the terms is at most a constant.
///
/// Removes every value without support, in linear time
/// (Harvey & Schimpf, *Bounds Consistency Techniques for Long Linear Constraints*, 2002).
///
/// ```
/// use solver_core::{ValueSet, constraints::{LinearAtMost, Term}, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 9), ValueSet::range(2, 9)]);
/// let (x, y) = (b.view(0), b.view(1));
/// let terms = [(Term { coefficient: 2, view: x }, 0..=9), (Term { coefficient: 3, view: y }, 2..=9)];
/// b.post(Box::new(LinearAtMost::new(terms, 11)?)); // 2x + 3y <= 11
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!((e.max(x), e.max(y)), (2, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinearAtMost {
    /// The compact form of a sum of two or three terms with coefficient 1; many of these fit into the cache.
    short: Option<Short>,
    long: Box<Long>,
}

/// The sum, and its incremental representation if it has one.
#[derive(Clone, Debug)]
struct Long {
    sum: Sum,
    meaning: Meaning,
    choices: Option<Choices>,
    weighted: Option<Weighted>,
}

pub(super) static RULE: Rule =
    Rule::new("linear.at_most", "{premises}, and the sum of {constraint} would exceed its limit otherwise, so {fact}");

impl LinearAtMost {
    /// Creates the propagator of `Σ coefficient · view <= constant`. Each range must contain all root values of its
    /// view; it may be wider.
    ///
    /// # Errors
    /// [`LinearError::Overflow`] when sums over these ranges do not fit.
    pub fn new(
        terms: impl IntoIterator<Item = (Term, RangeInclusive<i32>)>,
        constant: i64,
    ) -> Result<LinearAtMost, LinearError> {
        let (meaning, terms) = Meaning::new(terms, constant);
        let sum = Sum::new(terms, constant)?;
        let choices = Choices::from_sum(&sum);
        let weighted = if choices.is_none() { Weighted::from_sum(&sum) } else { None };
        let short = if choices.is_none() && weighted.is_none() { Short::from_sum(&sum) } else { None };
        Ok(LinearAtMost { short, long: Box::new(Long { sum, meaning, choices, weighted }) })
    }
}

/// Propagates a sum of choices. Choices fixed to their lower values cannot violate the bound, so they are not counted.
fn count(cx: &mut Context<'_>, choices: &mut Choices, modified: &[u32]) -> Result<Status, Conflict> {
    cx.work(modified.len())?;
    let Room { above, below } = choices.count(cx, modified);
    if above < 0 {
        return cx.fail(|| Lazy(0));
    }
    if above > 0 {
        return Ok(if below <= 0 { Status::Entailed } else { Status::Stable });
    }
    for (position, view, low) in choices.open(cx) {
        cx.at_most(view, low, || Lazy(position))?;
    }
    Ok(Status::Entailed)
}

impl Propagator for LinearAtMost {
    fn scope(&self, scope: &mut Scope) {
        for term in &self.long.sum.terms {
            scope.watch(term.view, Wake::Min);
        }
        scope.priority(self.long.sum.priority()).idempotent();
        if self.long.choices.is_some() {
            scope.modified_positions().trailed_integers(choices::CELLS);
        }
        if let Some(weighted) = &self.long.weighted {
            scope.modified_positions().trailed_integers(weighted.cells());
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        if let Some(short) = self.short {
            return short.at_most(cx);
        }
        if let Some(choices) = &mut self.long.choices {
            return count(cx, choices, modified);
        }
        if let Some(weighted) = &self.long.weighted {
            return weighted.at_most(cx, modified);
        }
        let Sum { terms, constant, .. } = &self.long.sum;
        cx.work(terms.len())?;
        let Extent { low, mut high, widest } = self.long.sum.extent(cx);
        let slack = constant - low;
        if slack < 0 {
            return cx.fail(|| Lazy(0));
        }
        if widest > slack {
            for (position, &Term { coefficient, view }) in (0..).zip(terms) {
                let (min, max) = cx.bounds(view);
                if coefficient * (i64::from(max) - i64::from(min)) > slack {
                    // The quotient is less than `max - min`, so the sum fits.
                    cx.at_most(view, min + quotient(slack, coefficient) as i32, || Lazy(position))?;
                    high -= coefficient * (i64::from(max) - i64::from(cx.max(view)));
                }
            }
        }
        Ok(if high <= *constant { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        self.long.sum.explain(AT_MOST, |view, least| past.min_from(view, least), fact, hint, why);
        &RULE
    }

    fn linear_rows(&self, rows: &mut LinearRows) {
        self.long.sum.add_row(rows, None, Some(self.long.sum.constant));
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &RULE && self.long.meaning.exceeds(case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let is_refuted = match &self.short {
            Some(short) => short.slack(cx).0 < 0,
            None => self.long.sum.extent(cx).low > self.long.sum.constant,
        };
        is_refuted.then(|| {
            if cx.explains() {
                self.long.sum.explain(AT_MOST, |view, _| cx.min(view), None, 0, why);
            }
            &RULE
        })
    }
}
