//! A propagator with an injected bug.

use super::fault::{Fault, Plant};
use super::kept::Kept;
use crate::prelude_propagator::*;
use std::cell::Cell;

/// The hint for inferences made only by the fault.
const PLANTED: u32 = u32::MAX;

static PLANTED_RULE: Rule = Rule::new("faulty.planted", "{fact} for no reason");

/// A propagator with a [`Fault`].
#[derive(Clone)]
pub struct Faulty {
    inner: Box<dyn Propagator>,
    plant: Plant,
    views: Vec<View>,
    runs: u32,
    /// The number of calls of `refuted`.
    refuted_calls: Cell<u32>,
    entailed: bool,
    kept: Kept,
}

impl Faulty {
    /// Injects a fault into a propagator.
    pub fn new(inner: impl Propagator + 'static, plant: impl Into<Plant>) -> Faulty {
        let mut scope = Scope::default();
        inner.scope(&mut scope);
        let (plant, inner) = (plant.into(), Box::new(inner));
        let kept = Kept::new(plant.fault, scope.integers);
        let views = scope.positions.iter().map(|p| p.0).collect();
        Faulty { inner, plant, views, runs: 0, refuted_calls: Cell::new(0), entailed: false, kept }
    }

    fn remove_one_more(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        match self.views.iter().find(|&&v| cx.size(v) > 1) {
            Some(&view) => cx.remove(view, cx.max(view), || Lazy(PLANTED)),
            None => Ok(()),
        }
    }

    /// Runs the propagator, then corrupts its eager reasons.
    fn run(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        let first = cx.core.atoms.as_ref().map_or(0, |atoms| atoms.eager_reasons());
        let one = self.plant.fault == Fault::ReadsOnePosition && modified.len() < self.views.len();
        self.kept.before(cx);
        let result = self.inner.propagate(cx, if one { &modified[..modified.len().min(1)] } else { modified });
        self.kept.after(cx);
        let crate::store::Store { atoms, domains, .. } = &mut *cx.core;
        if let (Some(atoms), true) = (atoms, self.plant.spoils_reasons()) {
            atoms.amend(domains, first, |rule, premises| self.spoil(rule, premises));
        }
        result
    }

    /// Corrupts a reason.
    fn spoil(&self, rule: &'static Rule, premises: &mut Premises) -> &'static Rule {
        if !self.plant.is_in(rule) {
            return rule;
        }
        match (self.plant.fault, premises.last_mut()) {
            (Fault::DropsPremise, _) => drop(premises.pop()),
            (Fault::FalsePremise, Some(last)) => *last = !*last,
            (Fault::FalsePremise, None) => premises.extend(self.never()),
            (Fault::DropsRows, _) => premises.drop_rows(),
            (Fault::WrongRule, _) => return &PLANTED_RULE,
            _ => {}
        }
        rule
    }

    /// An atom that is never true, for reasons that have no premise to negate.
    fn never(&self) -> Option<Atom> {
        self.views.first().map(|view| Atom::at_least(View::from(view.var()), View::LIMIT + 1))
    }
}

impl Propagator for Faulty {
    fn scope(&self, scope: &mut Scope) {
        self.inner.scope(scope);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        self.runs += 1;
        let third = self.runs.is_multiple_of(3);
        match self.plant.fault {
            Fault::SkipsRuns if third => return Ok(Status::Stable),
            Fault::StaysEntailed if self.entailed => return Ok(Status::Entailed),
            Fault::FailsEarly if third => return cx.fail(|| Lazy(PLANTED)),
            _ => {}
        }
        let result = self.run(cx, modified);
        if self.plant.fault == Fault::IgnoresConflicts {
            return Ok(result.unwrap_or(Status::Stable));
        }
        let outcome = result?;
        self.entailed |= outcome == Status::Entailed;
        match self.plant.fault {
            Fault::RemovesSupported if third => self.remove_one_more(cx)?,
            Fault::ClaimsEntailed if !self.runs.is_multiple_of(2) => return Ok(Status::Entailed),
            _ => {}
        }
        Ok(outcome)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        if hint == PLANTED {
            return &PLANTED_RULE;
        }
        let rule = self.inner.explain(past, fact, hint, why);
        // A premise that holds at the root is dropped in any case, so removing it would not be a fault.
        why.retain(|atom| !past.holds_at_root(atom));
        self.spoil(rule, why)
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let believes = self.plant.fault == Fault::BelievesAll && self.plant.is_in(rule);
        believes || self.inner.check(rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        self.refuted_calls.set(self.refuted_calls.get() + 1);
        if self.plant.fault == Fault::Refutes && self.refuted_calls.get().is_multiple_of(3) {
            return Some(&PLANTED_RULE);
        }
        self.inner.refuted(cx, why)
    }
}
