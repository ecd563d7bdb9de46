//! Probing at the root: singleton consistency and shaving.
//!
//! The search assumes each value (or bound) of the model's variables at the root, propagates, and undoes the
//! assumption. If the propagation fails, the value is removed permanently. This repeats until no value fails.

use crate::names::named;
use crate::prelude_propagator::*;
use crate::var::Var;

/// Inference at the root before the first decision. It changes the tree but not the set of solutions.
#[doc(alias("probing", "shaving", "singleton consistency", "sac"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RootInference {
    /// Propagation only.
    #[default]
    None,
    /// Removes every value whose assignment fails: singleton consistency (R. Debruyne, C. Bessière, *Some practicable
    /// filtering techniques for the constraint satisfaction problem*, IJCAI 1997). Propagates once for each value of
    /// each model variable (auxiliary variables are not probed), and repeats while this removes values. For large
    /// domains, use it only with a limit.
    Singleton,
    /// Removes a variable's smallest or largest value while its assignment fails: shaving (P. Torres, P.
    /// Lopez, *Overview and possible extensions of shaving techniques for job-shop problems*, CP-AI-OR 2000).
    /// Propagates twice for each model variable, and repeats while this removes values.
    Shaving,
}

named!(RootInference, "root inference", None = "none", Singleton = "singleton", Shaving = "shaving");

/// Statistics of probing at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Probing {
    /// Values probed.
    pub probes: u64,
    /// Values that failed and were removed.
    pub failed: u64,
}

static FAILED: Rule = Rule::new("probe.failed", "the contrary was tried at the root and failed, so {fact}");

/// The propagator that enforces the results of probing at the root.
#[derive(Clone)]
pub(crate) struct Probes {
    views: Vec<View>,
    /// The atoms found, in chronological order.
    found: Vec<Atom>,
}

impl Probes {
    pub(crate) fn new(vars: &[Var]) -> Probes {
        Probes { views: vars.iter().map(|&v| View::from(v)).collect(), found: Vec::new() }
    }
}

impl Propagator for Probes {
    fn scope(&self, scope: &mut Scope) {
        // The search schedules this propagator for each new result.
        scope.watch_all(&self.views, Wake::Never).priority(1);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let Some(&last) = self.found.last() else { return Ok(Status::Stable) };
        cx.assert(last, || FAILED.because([]))?;
        Ok(Status::Stable)
    }

    fn add_clause(&mut self, clause: &[Atom]) {
        self.found.extend_from_slice(clause);
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        &FAILED
    }

    /// Checks whether an atom found by probing is false in the case.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let gone = |fact: &Atom| case.values(View::from(fact.var())).intersection(&fact.values()).is_empty();
        rule == &FAILED && self.found.iter().any(gone)
    }
}
