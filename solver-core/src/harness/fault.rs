//! Faults: a propagator with one bug planted, to test the tests.

use crate::prelude_propagator::*;

/// A bug to plant into a propagator; see [`Check::catches`](super::Check::catches).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// Every third run does nothing and says `Stable`.
    SkipsRuns,
    /// Every third run removes one value more.
    RemovesSupported,
    /// Every third run fails.
    FailsEarly,
    /// Conflicts are not handed up.
    IgnoresConflicts,
    /// Every other run, the first among them, says `Entailed`.
    ClaimsEntailed,
    /// Having been entailed once, it does nothing more, even after backtracking.
    StaysEntailed,
    /// Reasons lack their last premise.
    DropsPremise,
    /// Reasons contain a premise that does not hold.
    FalsePremise,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Fault; 8] = [
        Fault::SkipsRuns,
        Fault::RemovesSupported,
        Fault::FailsEarly,
        Fault::IgnoresConflicts,
        Fault::ClaimsEntailed,
        Fault::StaysEntailed,
        Fault::DropsPremise,
        Fault::FalsePremise,
    ];
}

/// The hint of inferences that only the fault makes.
const PLANTED: u32 = u32::MAX;

static PLANTED_RULE: Rule =
    Rule { name: "faulty.planted", text: "{fact} for no reason", justification: Justification::UnitPropagation };

/// A propagator with a [`Fault`].
pub struct Faulty {
    inner: Box<dyn Propagator>,
    fault: Fault,
    views: Vec<View>,
    runs: u32,
    entailed: bool,
}

impl Faulty {
    /// Plants a fault.
    pub fn new(inner: impl Propagator + 'static, fault: Fault) -> Faulty {
        let mut scope = Scope::default();
        inner.scope(&mut scope);
        let views = scope.positions.iter().map(|p| p.0).collect();
        Faulty { inner: Box::new(inner), fault, views, runs: 0, entailed: false }
    }

    fn remove_one_more(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        match self.views.iter().find(|&&v| cx.size(v) > 1) {
            Some(&view) => cx.remove(view, cx.max(view), || Lazy(PLANTED)),
            None => Ok(()),
        }
    }

    /// Runs the propagator, then makes the reasons wrong that it gave at once.
    fn run(&mut self, cx: &mut Context<'_>, woken: &[u32]) -> Result<Status, Conflict> {
        let first = cx.core.atoms.as_ref().map_or(0, |atoms| atoms.eager_reasons());
        let result = self.inner.propagate(cx, woken);
        if let (Some(atoms), Fault::DropsPremise | Fault::FalsePremise) = (&mut cx.core.atoms, self.fault) {
            atoms.tamper(first, |premises| self.fault.spoil(premises));
        }
        result
    }
}

impl Fault {
    fn spoil(self, premises: &mut Premises) {
        match (self, premises.last_mut()) {
            (Fault::DropsPremise, _) => drop(premises.pop()),
            (Fault::FalsePremise, Some(last)) => *last = !*last,
            _ => {}
        }
    }
}

impl Propagator for Faulty {
    fn scope(&self, scope: &mut Scope) {
        self.inner.scope(scope);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, woken: &[u32]) -> Result<Status, Conflict> {
        self.runs += 1;
        let third = self.runs.is_multiple_of(3);
        match self.fault {
            Fault::SkipsRuns if third => return Ok(Status::Stable),
            Fault::StaysEntailed if self.entailed => return Ok(Status::Entailed),
            Fault::FailsEarly if third => return cx.fail(|| Lazy(PLANTED)),
            _ => {}
        }
        let result = self.run(cx, woken);
        if self.fault == Fault::IgnoresConflicts {
            return Ok(result.unwrap_or(Status::Stable));
        }
        let outcome = result?;
        self.entailed |= outcome == Status::Entailed;
        match self.fault {
            Fault::RemovesSupported if third => self.remove_one_more(cx)?,
            Fault::ClaimsEntailed if !self.runs.is_multiple_of(2) => return Ok(Status::Entailed),
            _ => {}
        }
        Ok(outcome)
    }

    fn explain(&self, past: &Past<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        if hint == PLANTED {
            return &PLANTED_RULE;
        }
        let rule = self.inner.explain(past, fact, hint, why);
        self.fault.spoil(why);
        rule
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        let (inner, views) = (self.inner.boxed_clone(), self.views.clone());
        Box::new(Faulty { inner, views, ..*self })
    }
}
