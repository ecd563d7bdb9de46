//! `clause`: at least one of some literals is true.
//!
//! | level | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`Clause`] | the last open literal becomes true | events that may make a literal false; from four literals on, only those of two watched literals | constant while two watched literals are not false; otherwise linear |
//!
//! Literals are [atoms](Atom): `x >= v`, `x = v` and their negations; a clause over Booleans is a special case. Two
//! literals that are not false are watched (M. Moskewicz et al., *Chaff: Engineering an Efficient SAT Solver*, DAC
//! 2001): while neither becomes false, there is nothing to do, and backtracking has nothing to restore.
//!
//! The reason for an inference is that all other literals are false.

mod model;
#[cfg(test)]
mod tests;

use super::watched_pair::WatchedPair;
use crate::prelude_propagator::*;
use crate::store::LiteralState;
use std::sync::Arc;

/// The constraint that at least one of the literals is true. See the [module page](self).
///
/// ```
/// use solver_core::{Atom, ValueSet, constraints::Clause, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1), ValueSet::range(0, 9)]);
/// let (a, x) = (b.view(0), b.view(1));
/// b.post(Box::new(Clause::new([Atom::equals(a, 1), Atom::at_least(x, 7)])));
/// let mut e = b.build()?;
/// e.assume(Atom::equals(a, 0)).unwrap();
/// e.propagate().unwrap();
/// assert_eq!(e.min(x), 7);
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Clause {
    literals: Arc<[Atom]>,
    /// Two literals that were not false when the propagator last tested them.
    watched: WatchedPair,
}

/// The minimum length of a clause that is scheduled only by changes to its two watched literals. In a shorter clause,
/// most literals would be watched anyway.
const LONG: usize = 4;

pub(crate) static RULE: Rule = Rule::new("clause.last", "{premises}, and one of {constraint} must be true, so {fact}");

/// Returns the event at which an atom may become false.
fn wake(atom: Atom) -> Wake {
    match atom.relation() {
        Relation::AtLeast => Wake::Max,
        Relation::Less => Wake::Min,
        Relation::Equal => Wake::Domain,
        Relation::NotEqual => Wake::Fixed,
    }
}

impl Clause {
    /// Creates the clause of these literals; the empty clause is false.
    pub fn new(literals: impl IntoIterator<Item = Atom>) -> Clause {
        let mut literals: Vec<Atom> = literals.into_iter().collect();
        // A duplicate literal would be counted as two open ones.
        let mut seen = std::collections::HashSet::new();
        literals.retain(|&literal| seen.insert(literal));
        Clause { literals: literals.into(), watched: WatchedPair::new() }
    }

    /// Checks whether the clause is scheduled only by changes to its watched literals.
    fn is_long(&self) -> bool {
        self.literals.len() >= LONG
    }

    /// Looks for non-false literals, starting with the watched ones.
    fn look(&mut self, cx: &Context<'_>) -> (Look, usize) {
        let n = self.literals.len();
        let start = self.watched.at[0].min(n.saturating_sub(1));
        let mut first = None;
        let mut looks = 0;
        // Tests the two watched literals first, then all.
        let order = self.watched.at.into_iter().filter(|&i| i < n).chain((0..n).map(|k| (start + k) % n));
        for i in order {
            looks += 1;
            match (cx.literal_state(self.literals[i]), first) {
                (LiteralState::False, _) => {}
                (LiteralState::True, _) => return (Look::True, looks),
                (LiteralState::Open, None) => first = Some(i),
                (LiteralState::Open, Some(other)) if other == i => {}
                (LiteralState::Open, Some(other)) => {
                    self.watched.at = [other, i];
                    return (Look::Two, looks);
                }
            }
        }
        (first.map_or(Look::None, Look::Last), looks)
    }
}

enum Look {
    True,
    Two,
    Last(usize),
    None,
}

impl Propagator for Clause {
    fn scope(&self, scope: &mut Scope) {
        for &literal in self.literals.iter() {
            scope.watch(View::from(literal.var()), wake(literal));
        }
        if self.is_long() {
            scope.modified_positions();
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let (look, looks) = self.look(cx);
        cx.work(looks)?;
        match look {
            Look::True => Ok(Status::Entailed),
            Look::Two => {
                if self.is_long() {
                    self.watched.subscribe(cx, (0, self.literals.len()), |cx, position, _| cx.watch_nothing(position));
                }
                Ok(Status::Stable)
            }
            Look::None => cx.fail(|| Lazy(u32::MAX)),
            Look::Last(i) => {
                cx.assert(self.literals[i], || Lazy(i as u32))?;
                Ok(Status::Entailed)
            }
        }
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let others = (0..).zip(self.literals.iter()).filter(|&(i, _)| i != hint).map(|(_, &literal)| !literal);
        why.extend(others);
        &RULE
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let is_false =
            |literal: &Atom| case.values(View::from(literal.var())).intersection(&literal.values()).is_empty();
        rule == &RULE && self.literals.iter().all(is_false)
    }

    fn clauses(&self) -> Option<(&'static Rule, Vec<Vec<Atom>>)> {
        Some((&RULE, vec![self.literals.to_vec()]))
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let is_false = |&literal: &Atom| cx.literal_state(literal) == LiteralState::False;
        self.literals.iter().all(is_false).then(|| {
            why.extend(self.literals.iter().map(|&literal| !literal));
            &RULE
        })
    }
}
