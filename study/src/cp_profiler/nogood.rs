//! The nogood of a failure: the decisions from which the failure follows by the recorded reasons.

use solver_core::Atom;
use solver_core::engine::{Antecedents, Engine};

/// Finds the decisions from which the latest failure follows, in the order in which they were taken. Returns `None` if
/// reasons were not recorded. The recorded reasons need not be minimal, so fewer decisions may suffice.
///
/// Each fact is visited once, so the number of explanations is at most the number of facts involved.
pub(super) fn decisions(engine: &Engine) -> Option<Vec<Atom>> {
    let conflict = engine.conflict()?;
    let mut antecedents = Antecedents::new();
    antecedents.visit_premises(engine, &conflict, engine.facts());
    let mut decisions = Vec::new();
    while let Some(position) = antecedents.next() {
        match engine.inference(position) {
            Some(inference) => drop(antecedents.visit_premises(engine, &inference, position)),
            None => decisions.extend(engine.fact(position)),
        }
    }
    decisions.reverse();
    Some(decisions)
}
