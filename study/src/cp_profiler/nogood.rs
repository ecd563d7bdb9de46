//! The nogood of a failure: the decisions it follows from, by the recorded reasons.

use solver_core::Atom;
use solver_core::engine::{Engine, Inference, Origin};
use std::collections::BTreeSet;

/// The decisions from which the failure just reported follows, in the order in which they were taken; `None` if there
/// are no reasons. It uses the recorded reasons: fewer decisions may suffice.
///
/// Each fact on the way is looked up once, so that it takes as many explanations as facts are involved.
pub(super) fn decisions(engine: &Engine) -> Option<Vec<Atom>> {
    let conflict = engine.conflict()?;
    let mut pending = BTreeSet::new();
    needed(engine, &conflict, engine.facts(), &mut pending);
    if let Some(fact) = conflict.fact {
        // The fact itself left its variable nothing: what was known of it before is a reason, too.
        needs(engine, !fact, engine.facts(), &mut pending);
    }
    let mut decisions = Vec::new();
    while let Some(position) = pending.pop_last() {
        match engine.inference(position) {
            Some(inference) => needed(engine, &inference, position, &mut pending),
            None => decisions.extend(engine.fact(position)),
        }
    }
    decisions.reverse();
    Some(decisions)
}

/// The places of the facts that an inference needs.
fn needed(engine: &Engine, inference: &Inference, position: usize, pending: &mut BTreeSet<usize>) {
    for &premise in inference.premises.iter() {
        needs(engine, premise, position, pending);
    }
}

/// The places of the facts that made an atom true.
fn needs(engine: &Engine, atom: Atom, position: usize, pending: &mut BTreeSet<usize>) {
    match engine.origin(atom, position) {
        Some(Origin::Entry(at)) => drop(pending.insert(at)),
        Some(Origin::Together(at)) => pending.extend(at),
        Some(Origin::Root) | None => {}
    }
}
