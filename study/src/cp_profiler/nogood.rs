//! The nogood of a failure: the decisions it follows from, by the recorded reasons.

use solver_core::Atom;
use solver_core::engine::{Antecedents, Engine};

/// The decisions from which the failure just reported follows, in the order in which they were taken; `None` if there
/// are no reasons. It uses the recorded reasons: fewer decisions may suffice.
///
/// Each fact on the way is looked up once, so that it takes as many explanations as facts are involved.
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
