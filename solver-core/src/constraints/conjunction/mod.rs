//! Reified conjunction: `b <-> x1 and x2 and …`.
//!
//! | constraint | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`Conjunction`] | every value without support, unless a variable stands in it twice | fixed views | constant per view |
//!
//! By De Morgan it is reified disjunction, too: `1 - b` is the conjunction of all `1 - x`. Models create one for each
//! reified `and` and `or`; two half-reified sums instead would wake twice as often.

mod check;
#[cfg(test)]
mod tests;

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
}

static RULE: Rule = Rule {
    name: "conjunction.unit",
    text: "{premises}, so by {constraint} {fact}",
    justification: Justification::UnitPropagation,
};

/// The state of the conjuncts.
enum Parts {
    /// One is 0.
    Broken(View),
    /// All are 1.
    Whole,
    /// All but this one are 1.
    AllBut(View),
    /// Two or more are open, and none is 0.
    Open,
}

impl Conjunction {
    /// `truth <-> all of parts`.
    pub fn new(truth: View, parts: impl Into<Arc<[View]>>) -> Conjunction {
        Conjunction { truth, parts: parts.into() }
    }

    #[inline]
    fn look(&self, cx: &Context<'_>) -> Parts {
        let mut open = None;
        let mut more = false;
        for &part in &*self.parts {
            match cx.fixed(part) {
                Some(0) => return Parts::Broken(part),
                Some(_) => {}
                None => more |= open.replace(part).is_some(),
            }
        }
        match open {
            None => Parts::Whole,
            Some(_) if more => Parts::Open,
            Some(part) => Parts::AllBut(part),
        }
    }

    /// The premise that all conjuncts but one are 1.
    fn others(&self, but: Option<View>) -> impl Iterator<Item = Atom> + '_ {
        self.parts.iter().filter(move |&&part| Some(part) != but).map(|&part| Atom::equals(part, 1))
    }
}

impl Propagator for Conjunction {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.truth, Wake::Fixed).watch_all(&self.parts, Wake::Fixed);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        cx.work(self.parts.len())?;
        let truth = cx.fixed(self.truth);
        if truth == Some(1) {
            for &part in &*self.parts {
                cx.fix(part, 1, || RULE.because([Atom::equals(self.truth, 1)]))?;
            }
            return Ok(Status::Entailed);
        }
        match (self.look(cx), truth) {
            (Parts::Broken(part), _) => cx.fix(self.truth, 0, || RULE.because([Atom::equals(part, 0)]))?,
            (Parts::Whole, _) => cx.fix(self.truth, 1, || RULE.because(self.others(None)))?,
            (Parts::AllBut(part), Some(_)) => {
                let no = Atom::equals(self.truth, 0);
                cx.fix(part, 0, || RULE.because(self.others(Some(part)).chain([no])))?;
            }
            _ => return Ok(Status::Stable),
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

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
