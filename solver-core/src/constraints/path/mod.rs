//! `path`: the successors of the nodes form a Hamiltonian path from a start to an end.
//!
//! `succ[i]` is the node after `i`, or the number of nodes if `i` is the last node; nodes are numbered from 0. An extra
//! node whose successor is the start turns the path into a circuit, so [`Circuit`](super::Circuit) propagates the
//! constraint. [`PathEnd`] links `end` to the last node.
//!
//! | propagator | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`Circuit`](super::Circuit), [`all_different`](super::all_different) | see their pages | | |
//! | [`PathEnd`] `end = i <-> succ[i] = n` | every value without support | any removal | nodes |

mod check;
mod model;
#[cfg(test)]
mod tests;

use crate::prelude_propagator::*;

/// The constraint that `end` is a node, and that `end = i` if and only if `succ[i]` is the number of nodes. Domain
/// consistent.
///
/// ```
/// use solver_core::constraints::PathEnd;
/// use solver_core::{ValueSet, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1), ValueSet::range(0, 2), ValueSet::range(0, 9)]);
/// let (succ, end) = ([b.view(0), b.view(1)], b.view(2));
/// b.post(Box::new(PathEnd::new(succ, end)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!((e.fixed(end), e.fixed(succ[1])), (Some(1), Some(2)));
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathEnd {
    succ: Box<[View]>,
    end: View,
}

static RANGE: Rule = Rule::new("path.range", "{constraint} has no node of such a number, so {fact}");

static END: Rule = Rule::new("path.end", "{premises}, and {constraint} ends at exactly one node, so {fact}");

impl PathEnd {
    /// Creates a propagator that ensures that the path through these nodes ends at `end`.
    pub fn new(succ: impl IntoIterator<Item = View>, end: View) -> PathEnd {
        PathEnd { succ: succ.into_iter().collect(), end }
    }
}

impl Propagator for PathEnd {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.succ, Wake::Domain).watch(self.end, Wake::Domain).priority(2);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let n = i32::try_from(self.succ.len()).unwrap_or(View::LIMIT);
        let end = self.end;
        cx.work(2 * self.succ.len())?;
        cx.at_least(end, 0, || RANGE.because([]))?;
        cx.at_most(end, n - 1, || RANGE.because([]))?;
        for (i, &succ) in (0..n).zip(&self.succ) {
            if cx.fixed(end) == Some(i) {
                cx.fix(succ, n, || END.because([Atom::equals(end, i)]))?;
            } else if !cx.contains(end, i) {
                cx.remove(succ, n, || END.because([Atom::differs(end, i)]))?;
            }
            if cx.fixed(succ) == Some(n) {
                cx.fix(end, i, || END.because([Atom::equals(succ, n)]))?;
            } else if !cx.contains(succ, n) {
                cx.remove(end, i, || END.because([Atom::differs(succ, n)]))?;
            }
        }
        Ok(Status::Again)
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        &END
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(&self.succ, self.end, rule, case)
    }
}
