//! Faults: bugs that are injected into a propagator to test the tests.

use crate::prelude_propagator::*;
use std::fmt;

/// A bug to inject into a propagator; see [`Check::catches`](super::Check::catches).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// Every third run does nothing and returns `Stable`.
    SkipsRuns,
    /// Every third run removes one value too many.
    RemovesSupported,
    /// Every third run fails.
    FailsEarly,
    /// Conflicts are not propagated.
    IgnoresConflicts,
    /// Every other run, starting with the first, returns `Entailed`.
    ClaimsEntailed,
    /// Once entailed, the propagator does nothing more, even after backtracking.
    StaysEntailed,
    /// The propagator's integers are not trailed, so backtracking does not restore them.
    KeepsIntegers,
    /// Copies share their trailed integers.
    SharesIntegers,
    /// The propagator reads only the first of several modified positions.
    ReadsOnePosition,
    /// Every third call of `refuted` claims a refutation.
    Refutes,
    /// Reasons lack their last premise.
    DropsPremise,
    /// Reasons contain a premise that does not hold.
    FalsePremise,
    /// Reasons name a rule that the checker does not know.
    WrongRule,
    /// Reasons lack their rows.
    DropsRows,
    /// The checker accepts everything.
    BelievesAll,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Fault; 15] = [
        Fault::SkipsRuns,
        Fault::RemovesSupported,
        Fault::FailsEarly,
        Fault::IgnoresConflicts,
        Fault::ClaimsEntailed,
        Fault::StaysEntailed,
        Fault::KeepsIntegers,
        Fault::SharesIntegers,
        Fault::ReadsOnePosition,
        Fault::Refutes,
        Fault::DropsPremise,
        Fault::FalsePremise,
        Fault::WrongRule,
        Fault::DropsRows,
        Fault::BelievesAll,
    ];

    /// Faults that can be injected into a single rule.
    pub const OF_RULES: [Fault; 5] =
        [Fault::DropsPremise, Fault::FalsePremise, Fault::WrongRule, Fault::DropsRows, Fault::BelievesAll];

    /// This fault in a single rule; the fault must be one [of rules](Fault::OF_RULES).
    pub fn in_rule(self, rule: &'static Rule) -> Plant {
        Plant { fault: self, rule: Some(rule) }
    }
}

/// A fault and where it is injected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Plant {
    /// The fault.
    pub fault: Fault,
    /// The only rule with the fault; `None` for all rules.
    pub rule: Option<&'static Rule>,
}

impl From<Fault> for Plant {
    fn from(fault: Fault) -> Plant {
        Plant { fault, rule: None }
    }
}

impl fmt::Debug for Plant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule {
            None => write!(f, "{:?}", self.fault),
            Some(rule) => write!(f, "{:?} in {}", self.fault, rule.name),
        }
    }
}

impl Plant {
    pub(super) fn is_in(self, rule: &'static Rule) -> bool {
        self.rule.is_none_or(|only| only == rule)
    }

    pub(super) fn spoils_reasons(self) -> bool {
        Fault::OF_RULES.contains(&self.fault) && self.fault != Fault::BelievesAll
    }
}
