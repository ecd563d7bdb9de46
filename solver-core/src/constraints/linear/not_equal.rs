//! Linear disequality: `Σ a·x != c`.
//!
//! Domain consistent: nothing can be inferred until only one view is unfixed, which then loses the value that would
//! complete the sum. Three trailed integers track the fixed views, so a run costs constant time per newly fixed view,
//! regardless of the sum's length.

use super::check::Meaning;
use super::sum::Sum;
use super::{LinearError, Term};
use crate::prelude_propagator::*;
use std::ops::RangeInclusive;

/// The trailed integer with the number of fixed views.
const FIXED: usize = 0;
/// The trailed integer with the sum of the fixed views' terms.
const PARTIAL: usize = 1;
/// The trailed integer with the exclusive or of the fixed views' positions, which yields the last unfixed position.
const POSITIONS: usize = 2;

/// The constraint that the sum of the terms differs from a constant.
///
/// Removes every value without support, in constant time per fixed view.
///
/// ```
/// use solver_core::{ValueSet, constraints::{LinearNotEqual, Term}, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 9), ValueSet::range(4, 4)]);
/// let (x, y) = (b.view(0), b.view(1));
/// let terms = [(Term { coefficient: 2, view: x }, 0..=9), (Term { coefficient: 1, view: y }, 4..=4)];
/// b.post(Box::new(LinearNotEqual::new(terms, 10)?)); // 2x + y != 10
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert!(!e.contains(x, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinearNotEqual {
    sum: Sum,
    meaning: Meaning,
    /// The exclusive or of all positions.
    all_positions: i64,
}

pub(super) static RULE: Rule = Rule::new(
    "linear.not_equal",
    "{premises}, and the sum of {constraint} would take its forbidden value otherwise, so {fact}",
);

impl LinearNotEqual {
    /// Creates the propagator of `Σ coefficient · view != constant`. Each range must contain all root values of its
    /// view; it may be wider.
    ///
    /// # Errors
    /// [`LinearError::Overflow`] when sums over these ranges do not fit.
    pub fn new(
        terms: impl IntoIterator<Item = (Term, RangeInclusive<i32>)>,
        constant: i64,
    ) -> Result<LinearNotEqual, LinearError> {
        let (meaning, terms) = Meaning::new(terms, constant);
        let sum = Sum::new(terms, constant)?;
        let all_positions = (0..sum.terms.len() as i64).fold(0, |all, position| all ^ position);
        Ok(LinearNotEqual { sum, meaning, all_positions })
    }

    /// Removes the value that would complete the sum from the last unfixed view (the one at `position`).
    fn remove_last(&self, cx: &mut Context<'_>, position: i64, partial: i64) -> Result<Status, Conflict> {
        let Term { coefficient, view } = self.sum.terms[position as usize];
        let (low, high) = self.sum.ranges[position as usize];
        let missing = self.sum.constant - partial;
        if missing % coefficient == 0
            && let Ok(v) = i32::try_from(missing / coefficient)
            && (low..=high).contains(&v)
        {
            cx.remove(view, v, || Lazy(position as u32))?;
        }
        Ok(Status::Entailed)
    }
}

impl Propagator for LinearNotEqual {
    fn scope(&self, scope: &mut Scope) {
        for term in &self.sum.terms {
            scope.watch(term.view, Wake::Fixed);
        }
        scope.modified_positions().trailed_integers(3);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        if self.sum.remainder != 0 {
            return Ok(Status::Entailed);
        }
        let (mut fixed, mut partial, mut positions) = (cx.trailed(FIXED), cx.trailed(PARTIAL), cx.trailed(POSITIONS));
        for &position in modified {
            let Term { coefficient, view } = self.sum.terms[position as usize];
            if let Some(v) = cx.fixed(view) {
                fixed += 1;
                partial += coefficient * i64::from(v);
                positions ^= i64::from(position);
            }
        }
        let open = self.sum.terms.len() as i64 - fixed;
        if open == 0 {
            return if partial == self.sum.constant { cx.fail(|| Lazy(0)) } else { Ok(Status::Entailed) };
        }
        if open == 1 {
            return self.remove_last(cx, self.all_positions ^ positions, partial);
        }
        cx.set_trailed(FIXED, fixed);
        cx.set_trailed(PARTIAL, partial);
        cx.set_trailed(POSITIONS, positions);
        Ok(Status::Stable)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        for (position, &Term { view, .. }) in (0..).zip(&self.sum.terms) {
            if fact.is_none() || position != hint {
                why.extend(past.fixed(view).map(|v| Atom::equals(view, v)));
            }
        }
        &RULE
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &RULE && self.meaning.is_met(case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let Sum { terms, constant, remainder, .. } = &self.sum;
        if *remainder != 0 {
            return None;
        }
        let sum =
            terms.iter().try_fold(0, |sum, term| Some(sum + term.coefficient * i64::from(cx.fixed(term.view)?)))?;
        (sum == *constant).then(|| {
            why.extend(terms.iter().map(|term| Atom::equals(term.view, cx.min(term.view))));
            &RULE
        })
    }
}
