//! Fault injection for tests: injects a wrong reason, which must not be accepted in a proof.

use crate::engine::Inference;
use crate::reason::Premises;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Where to inject a wrong reason, and the result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planted {
    /// The rule whose reasons are considered; `None` for all rules.
    of: Option<&'static str>,
    /// The number of reasons with premises to leave unchanged before injecting the wrong one.
    after: u64,
    /// The rule of the reason that has lost its premises.
    pub rule: Option<&'static str>,
    /// The rules of all reasons with premises.
    pub seen: BTreeSet<&'static str>,
}

thread_local! {
    static PLANTED: RefCell<Option<Planted>> = const { RefCell::new(None) };
}

impl Planted {
    /// Runs a function that writes proofs on this thread, and removes all premises of one logged reason: the first
    /// after `after` other reasons with premises. If the rule `of` is given, only reasons of this rule count.
    pub fn while_running<T>(of: Option<&'static str>, after: u64, run: impl FnOnce() -> T) -> (T, Planted) {
        let planted = Planted { of, after, rule: None, seen: BTreeSet::new() };
        PLANTED.set(Some(planted.clone()));
        let result = run();
        (result, PLANTED.take().unwrap_or(planted))
    }

    /// Whether to change a reason that uses this rule.
    fn takes(&mut self, rule: &'static str) -> bool {
        self.seen.insert(rule);
        if self.rule.is_some() || self.of.is_some_and(|of| of != rule) {
            return false;
        }
        let is_it = self.after == 0;
        self.after = self.after.saturating_sub(1);
        self.rule = is_it.then_some(rule);
        is_it
    }

    /// Returns the inference as it is logged, which may be changed.
    pub(super) fn changed(inference: &Inference) -> Inference {
        let (propagator, fact, rule) = (inference.propagator, inference.fact, inference.rule);
        let is_planted = !inference.premises.is_empty()
            && PLANTED.with_borrow_mut(|planted| planted.as_mut().is_some_and(|planted| planted.takes(rule.name)));
        let premises = if is_planted { Premises::new() } else { inference.premises.clone() };
        Inference { propagator, fact, premises, rule }
    }
}
