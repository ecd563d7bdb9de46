//! Reified conjunction: `b <-> x1 and x2 and …`.
//!
//! | constraint | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`Conjunction`] | every value without support, unless a variable occurs twice | fixed views; with more than three conjuncts, those that become 0 and two watched ones | constant per view |
//!
//! By De Morgan it is also reified disjunction: `1 - b` is the conjunction of all `1 - x`. Models post one propagator
//! for each reified `and` and `or`; two half-reified sums instead would wake twice as often.
//!
//! A conjunct that becomes 1 does not matter while another conjunct is open (or two others, if the Boolean is 0). So
//! only one or two conjuncts are watched, like the literals of a [clause](super::clause), and backtracking has nothing
//! to restore.

mod check;
#[cfg(test)]
mod tests;

use super::watched_pair::WatchedPair;
use crate::prelude_propagator::*;
use std::sync::Arc;

/// A Boolean and the conjunction it represents; all views have values 0 or 1. See the [module page](self).
///
/// ```
/// use solver_core::{ValueSet, constraints::Conjunction, engine::EngineBuilder};
/// let domains = [(0, 0), (0, 1), (1, 1)].map(|(low, high)| ValueSet::range(low, high));
/// let mut b = EngineBuilder::new(domains.to_vec());
/// let (truth, parts) = (b.view(0), [b.view(1), b.view(2)]);
/// b.post(Box::new(Conjunction::new(truth, parts)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!(e.values(parts[0]), [0]);
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Conjunction {
    truth: View,
    parts: Arc<[View]>,
    /// Two conjuncts that were open when the propagator last scanned them; the others schedule it only when they become
    /// 0.
    watched: WatchedPair,
}

/// From this many conjuncts on, only two of them schedule the propagator when they become 1.
const LONG: usize = 4;

/// The position of the first conjunct in the scope, after the Boolean.
const FIRST: usize = 1;

static RULE: Rule = Rule::new("conjunction.unit", "{premises}, so by {constraint} {fact}");

/// The state of the conjuncts.
enum Parts {
    /// A conjunct is 0.
    Broken(View),
    /// All conjuncts are 1.
    Whole,
    /// All conjuncts but this one are 1, and the Boolean is 0.
    AllBut(View),
    /// No conjunct is 0, and two are open (or one, if the Boolean is not 0).
    Open,
}

impl Conjunction {
    /// Creates the propagator of `truth <-> all of parts`.
    pub fn new(truth: View, parts: impl Into<Arc<[View]>>) -> Conjunction {
        Conjunction { truth, parts: parts.into(), watched: WatchedPair::new() }
    }

    /// Returns whether only watched conjuncts schedule the propagator when they become 1.
    fn is_long(&self) -> bool {
        self.parts.len() >= LONG
    }

    /// Looks for a conjunct that is 0, or for as many open ones as needed, starting with the watched ones. Also returns
    /// the number of conjuncts tested.
    #[inline]
    fn look(&mut self, cx: &Context<'_>, truth: Option<i32>, modified: &[u32]) -> (Parts, usize) {
        let n = self.parts.len();
        let is_broken = |part: &&View| cx.fixed(**part) == Some(0);
        let broken = match self.is_long() {
            true => modified.iter().filter_map(|&at| self.parts.get((at as usize).wrapping_sub(FIRST))).find(is_broken),
            false => self.parts.iter().find(is_broken),
        };
        if let Some(&part) = broken {
            return (Parts::Broken(part), n);
        }
        let mut first = None;
        let mut looks = modified.len();
        let start = self.watched.at[0];
        for i in self.watched.at.into_iter().filter(|&i| i < n).chain(start..n).chain(0..start.min(n)) {
            looks += 1;
            if cx.fixed(self.parts[i]).is_some() || first == Some(i) {
                continue;
            }
            let other = *first.get_or_insert(i);
            if other != i || truth.is_none() && !self.watched.at.contains(&i) {
                self.watched.at = [other, i];
            } else if truth.is_some() {
                continue;
            }
            return (Parts::Open, looks);
        }
        (first.map_or(Parts::Whole, |i| Parts::AllBut(self.parts[i])), looks)
    }

    /// The premises stating that all conjuncts but one are 1.
    fn others(&self, but: Option<View>) -> impl Iterator<Item = Atom> + '_ {
        self.parts.iter().filter(move |&&part| Some(part) != but).map(|&part| Atom::equals(part, 1))
    }
}

impl Propagator for Conjunction {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.truth, Wake::Fixed).watch_all(&self.parts, Wake::Fixed);
        if self.is_long() {
            scope.modified_positions();
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        let truth = cx.fixed(self.truth);
        if truth == Some(1) {
            cx.work(self.parts.len())?;
            for &part in &*self.parts {
                cx.fix(part, 1, || RULE.because([Atom::equals(self.truth, 1)]))?;
            }
            return Ok(Status::Entailed);
        }
        let (parts, looks) = self.look(cx, truth, modified);
        cx.work(looks)?;
        match parts {
            Parts::Broken(part) => cx.fix(self.truth, 0, || RULE.because([Atom::equals(part, 0)]))?,
            Parts::Whole => cx.fix(self.truth, 1, || RULE.because(self.others(None)))?,
            Parts::AllBut(part) => {
                let no = Atom::equals(self.truth, 0);
                cx.fix(part, 0, || RULE.because(self.others(Some(part)).chain([no])))?;
            }
            Parts::Open => {
                if self.is_long() {
                    let Conjunction { parts, watched, .. } = self;
                    let ignore = |cx: &mut Context<'_>, at, i: usize| cx.watch_values(at, parts[i], 0, 1 << 1);
                    watched.subscribe(cx, (FIRST, parts.len()), ignore);
                }
                return Ok(Status::Stable);
            }
        }
        Ok(Status::Entailed)
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        unreachable!("every reason is given at once")
    }

    fn clauses(&self) -> Option<(&'static Rule, Vec<Vec<Atom>>)> {
        let is = |view: View, v: i32| Atom::equals(view, v);
        let each = self.parts.iter().map(|&part| vec![is(self.truth, 0), is(part, 1)]);
        let all = std::iter::once(is(self.truth, 1)).chain(self.parts.iter().map(|&part| is(part, 0)));
        Some((&RULE, each.chain([all.collect()]).collect()))
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &RULE && check::is_impossible(self.truth, &self.parts, case)
    }
}
