//! A wrong reason, planted to see that it does not become a proof. Only for tests.

use crate::engine::Inference;
use crate::reason::Premises;
use std::cell::RefCell;

/// Where a wrong reason is planted, and what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planted {
    /// Before so many reasons that have premises, none is changed.
    after: u64,
    /// The rule whose reason has lost its premises.
    pub rule: Option<&'static str>,
}

thread_local! {
    static PLANTED: RefCell<Option<Planted>> = const { RefCell::new(None) };
}

impl Planted {
    /// Runs something that writes proofs, on this thread. One reason that is logged, the first after so many others, loses all its premises.
    pub fn while_running<T>(after: u64, run: impl FnOnce() -> T) -> (T, Option<&'static str>) {
        PLANTED.set(Some(Planted { after, rule: None }));
        let result = run();
        (result, PLANTED.take().and_then(|planted| planted.rule))
    }

    /// The inference as it is logged.
    pub(super) fn changed(inference: &Inference) -> Inference {
        let (propagator, fact, rule) = (inference.propagator, inference.fact, inference.rule);
        let is_planted = !inference.premises.is_empty()
            && PLANTED.with_borrow_mut(|planted| match planted {
                Some(Planted { after: 0, rule: at @ None }) => {
                    *at = Some(rule.name);
                    true
                }
                Some(planted) => {
                    planted.after = planted.after.saturating_sub(1);
                    false
                }
                None => false,
            });
        let premises = if is_planted { Premises::new() } else { inference.premises.clone() };
        Inference { propagator, fact, premises, rule }
    }
}
