//! `parity` (n-ary exclusive or): the sum of some views is odd, or even.
//!
//! | level | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`Parity`] | every value without support, from views with at most 64 values | fixed views | constant per fixed view |
//!
//! Nothing can be inferred until only one view is unfixed, which then loses its values of the wrong parity. Two trailed
//! integers track the fixed views: one holds their number and the parity of their sum, and the other yields the last
//! unfixed view. Several views of the same variable contribute an even or an odd multiple of it; modulo 2, an even
//! multiple drops out and an odd one equals the variable. So each variable occurs at most once, and aliases cost no
//! strength. If the last view has more than 64 values, nothing is removed until it is fixed.
//!
//! The reason consists of the values of all other views; all of them are needed.

mod model;
#[cfg(test)]
mod tests;

use crate::prelude_propagator::*;
use std::sync::Arc;

/// The constraint that the sum of the views is odd (or even). See the [module page](self).
///
/// ```
/// use solver_core::{ValueSet, constraints::Parity, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1), ValueSet::range(1, 1)]);
/// let (x, y) = (b.view(0), b.view(1));
/// b.post(Box::new(Parity::odd([x, y])));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!(e.values(x), [0]);
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Parity {
    /// The views as posted, for the checker.
    posted: Arc<[View]>,
    is_odd: bool,
    /// The variables that occur an odd number of times, each once, as views.
    views: Arc<[View]>,
    /// The required parity of the sum of `views`.
    wanted: i64,
    /// The exclusive or of all positions.
    all_positions: i64,
}

pub(crate) static RULE: Rule = Rule::new(
    "parity.last",
    "{premises}, and the sum of {constraint} would have the wrong parity otherwise, so {fact}",
);

/// The trailed integer with twice the number of fixed views, plus the parity of their sum.
const FIXED: usize = 0;
/// The trailed integer with the exclusive or of the fixed views' positions, which yields the last unfixed position.
const POSITIONS: usize = 1;

/// The last view is pruned only if its domain has at most this many values.
const MOST_VALUES: u32 = 64;

impl Parity {
    /// Creates a propagator that ensures that the sum is odd. The empty sum is even.
    pub fn odd(views: impl Into<Arc<[View]>>) -> Parity {
        Parity::new(views.into(), true)
    }

    /// Creates a propagator that ensures that the sum is even.
    pub fn even(views: impl Into<Arc<[View]>>) -> Parity {
        Parity::new(views.into(), false)
    }

    fn new(posted: Arc<[View]>, is_odd: bool) -> Parity {
        // ±x + c and x + c have the same parity.
        let offsets = posted.iter().fold(0, |sum, view| sum ^ view.offset() & 1);
        let mut vars: Vec<_> = posted.iter().map(|view| view.var()).collect();
        vars.sort_unstable();
        let once = vars.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1);
        let views: Arc<[View]> = once.map(|same| View::from(same[0])).collect();
        let all_positions = (0..views.len() as i64).fold(0, |all, position| all ^ position);
        Parity { posted, is_odd, views, wanted: i64::from(is_odd) ^ offsets, all_positions }
    }

    /// Removes the values of the wrong parity from the last unfixed view.
    fn finish(&self, cx: &mut Context<'_>, position: i64, parity: i64) -> Result<Status, Conflict> {
        let view = self.views[position as usize];
        if cx.size(view) > MOST_VALUES {
            return Ok(Status::Stable);
        }
        cx.work(cx.size(view) as usize)?;
        let mut next = Some(cx.min(view));
        while let Some(v) = next {
            next = cx.next(view, v + 1);
            if (i64::from(v) ^ parity) & 1 != self.wanted {
                cx.remove(view, v, || Lazy(position as u32))?;
            }
        }
        Ok(Status::Entailed)
    }
}

impl Propagator for Parity {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Fixed).modified_positions().trailed_integers(2);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        let (mut fixed, mut positions) = (cx.trailed(FIXED), cx.trailed(POSITIONS));
        for &position in modified {
            if let Some(v) = cx.fixed(self.views[position as usize]) {
                fixed = (fixed + 2) ^ (i64::from(v) & 1);
                positions ^= i64::from(position);
            }
        }
        let (open, parity) = (self.views.len() as i64 - fixed / 2, fixed & 1);
        if open == 0 {
            return if parity == self.wanted { Ok(Status::Entailed) } else { cx.fail(|| Lazy(u32::MAX)) };
        }
        cx.set_trailed(FIXED, fixed);
        cx.set_trailed(POSITIONS, positions);
        if open == 1 { self.finish(cx, self.all_positions ^ positions, parity) } else { Ok(Status::Stable) }
    }

    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let others = (0..).zip(self.views.iter()).filter(|&(position, _)| position != hint);
        why.extend(others.filter_map(|(_, &view)| past.fixed(view).map(|v| Atom::equals(view, v))));
        &RULE
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        // Modulo 2, a view contributes its variable and its offset.
        let mut sum: i64 = self.posted.iter().map(|view| view.offset()).sum();
        for (i, view) in self.posted.iter().enumerate() {
            let places = self.posted.iter().filter(|other| other.var() == view.var()).count();
            if places % 2 == 0 || self.posted[..i].iter().any(|earlier| earlier.var() == view.var()) {
                continue;
            }
            let values = case.values(View::from(view.var()));
            let Some(first) = values.min() else { return true };
            if values.len() > 1_000 || values.iter().any(|v| (v ^ first) & 1 != 0) {
                return false;
            }
            sum += i64::from(first);
        }
        rule == &RULE && (sum.rem_euclid(2) == 1) != self.is_odd
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let parity = self.views.iter().try_fold(0, |sum, &view| Some(sum ^ i64::from(cx.fixed(view)?) & 1))?;
        (parity != self.wanted).then(|| {
            if let Some(now) = cx.now() {
                self.explain(&now, None, u32::MAX, why);
            }
            &RULE
        })
    }
}
