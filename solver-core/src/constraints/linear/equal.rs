//! Linear equation: `Σ a·x = c`.
//!
//! Bounds consistent over the reals, up to its own fixpoint: the equation is split into `Σ a·x <= c` and `Σ a·x >= c`,
//! and a pass applies both halves to each term. A pass takes linear time. On huge domains, rounding can cause many
//! passes (each of them removes a value); every pass counts as work, so limits apply. In the most common case, where a
//! common divisor of the coefficients does not divide `c`, the propagator fails immediately.

use super::check::Meaning;
use super::choices::{self, Choices};
use super::half::{AT_LEAST, AT_MOST, Room};
use super::short::Short;
use super::sum::{Extent, Sum};
use super::weighted::Weighted;
use super::{LinearError, Term};
use crate::prelude_propagator::*;
use std::ops::RangeInclusive;

/// The constraint that the sum of the terms equals a constant.
///
/// Removes bounds without support among the real solutions within the bounds (Harvey & Schimpf, *Bounds Consistency
/// Techniques for Long Linear Constraints*, 2002). Linear-time passes are repeated until nothing changes.
///
/// ```
/// use solver_core::{ValueSet, constraints::{LinearEqual, Term}, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1_000_000_000), ValueSet::range(0, 9)]);
/// let (x, y) = (b.view(0), b.view(1));
/// let terms = [(Term { coefficient: 1, view: x }, 0..=1_000_000_000), (Term { coefficient: -3, view: y }, 0..=9)];
/// b.post(Box::new(LinearEqual::new(terms, 10)?)); // x = 3y + 10
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!((e.min(x), e.max(x)), (10, 37));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinearEqual {
    pub(super) sum: Sum,
    pub(super) meaning: Meaning,
    short: Option<Short>,
    choices: Option<Choices>,
    weighted: Option<Weighted>,
}

pub(super) static RULE: Rule =
    Rule::new("linear.equal", "{premises}, and the sum of {constraint} would miss its value otherwise, so {fact}");

pub(super) static DIVISOR: Rule = Rule::sum_of_rows(
    "linear.divisor",
    "in {constraint} all coefficients have a divisor that the constant lacks: {fact}",
);

impl LinearEqual {
    /// Creates the propagator of `Σ coefficient · view = constant`. Each range must contain all root values of its
    /// view; it may be wider.
    ///
    /// # Errors
    /// [`LinearError::Overflow`] when sums over these ranges do not fit.
    pub fn new(
        terms: impl IntoIterator<Item = (Term, RangeInclusive<i32>)>,
        constant: i64,
    ) -> Result<LinearEqual, LinearError> {
        let (meaning, terms) = Meaning::new(terms, constant);
        let sum = Sum::new(terms, constant)?;
        let choices = Choices::from_sum(&sum);
        let weighted = if choices.is_none() { Weighted::from_sum(&sum) } else { None };
        Ok(LinearEqual { short: Short::from_sum(&sum), choices, weighted, sum, meaning })
    }

    fn room(&self, cx: &Context<'_>) -> (Room, i64) {
        let Extent { low, high, widest } = self.sum.extent(cx);
        let constant = self.sum.constant;
        (Room { above: constant - low, below: high - constant }, widest)
    }
}

/// Propagates a sum of choices.
fn count(cx: &mut Context<'_>, choices: &mut Choices, modified: &[u32]) -> Result<Status, Conflict> {
    cx.work(modified.len())?;
    let room @ Room { above, below } = choices.count(cx, modified);
    room.check(cx)?;
    if above > 0 && below > 0 {
        return Ok(Status::Stable);
    }
    for (position, view, low) in choices.open(cx) {
        if above == 0 {
            cx.at_most(view, low, || Lazy(2 * position + AT_MOST))?;
        } else {
            cx.at_least(view, low + 1, || Lazy(2 * position + AT_LEAST))?;
        }
    }
    Ok(Status::Entailed)
}

impl Propagator for LinearEqual {
    fn scope(&self, scope: &mut Scope) {
        for term in &self.sum.terms {
            scope.watch(term.view, Wake::Bounds);
        }
        scope.priority(self.sum.priority()).idempotent();
        if self.choices.is_some() {
            scope.modified_positions().trailed_integers(choices::CELLS);
        }
        if let Some(weighted) = &self.weighted {
            scope.modified_positions().trailed_integers(weighted.cells());
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        if let Some(short) = &self.short {
            return short.equal(cx);
        }
        if self.sum.remainder != 0 {
            return cx.fail(|| Lazy(0));
        }
        if let Some(choices) = &mut self.choices {
            return count(cx, choices, modified);
        }
        if let Some(weighted) = &self.weighted {
            return weighted.equal(cx, modified);
        }
        cx.work(self.sum.terms.len())?;
        let (mut room, mut widest) = self.room(cx);
        room.check(cx)?;
        while widest > room.above.min(room.below) {
            cx.work(self.sum.terms.len())?;
            widest = 0;
            for (position, &term) in (0..).zip(&self.sum.terms) {
                widest = widest.max(room.fit(cx, position, term)?.0);
            }
        }
        Ok(if widest == 0 { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        if self.sum.remainder != 0 {
            why.row("at_most", 0);
            why.row("at_least", 0);
            return &DIVISOR;
        }
        self.sum.explain(hint % 2, |view, least| past.min_from(view, least), fact, hint / 2, why);
        &RULE
    }

    fn linear_rows(&self, rows: &mut LinearRows) {
        if self.sum.remainder == 0 {
            self.sum.add_row(rows, Some(self.sum.constant), Some(self.sum.constant));
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if rule == &DIVISOR {
            self.meaning.is_indivisible(case)
        } else {
            rule == &RULE && (self.meaning.exceeds(case) || self.meaning.falls_short(case))
        }
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        if self.sum.remainder != 0 {
            // The premises are rows, and only a lazy reason can name rows.
            return None;
        }
        let (above, below) = match &self.short {
            Some(short) => short.slack(cx),
            None => {
                let (room, _) = self.room(cx);
                (room.above, room.below)
            }
        };
        let half = if above < 0 {
            AT_MOST
        } else if below < 0 {
            AT_LEAST
        } else {
            return None;
        };
        if cx.explains() {
            // `u32::MAX` matches no position.
            self.sum.explain(half, |view, _| cx.min(view), None, u32::MAX, why);
        }
        Some(&RULE)
    }
}
