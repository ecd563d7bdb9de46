//! Traversal of the implication graph: from a fact back to its antecedents.
//!
//! Nodes are positions of the atom trail; the antecedents of an inference are the entries that made its premises true.
//! Conflict explanations, unsatisfiable cores and derivations all follow these edges backwards. They visit each
//! position once, latest first, and differ only in their action there.

use super::{Engine, Inference, Origin};
use crate::atom::Atom;
use fixedbitset::FixedBitSet;
use std::collections::BinaryHeap;

/// A traversal of the implication graph: an iterator over distinct positions, latest first.
///
/// ```
/// use solver_core::engine::{Antecedents, Halt};
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 3, 0..=2)?;
/// m.post(constraint!(x[0] < x[1]));
/// m.post(constraint!(x[1] < x[2]));
/// let mut run = m.search().explaining().start()?;
/// assert_eq!(run.step(), Step::Solution);
/// let engine = run.engine().expect("it was compiled");
/// // Traverses the antecedents of the last fact, down to the decisions.
/// let mut antecedents = Antecedents::new();
/// antecedents.visit(engine.facts() - 1);
/// let mut decisions = 0;
/// while let Some(position) = antecedents.next() {
///     match engine.inference(position) {
///         Some(inference) => assert!(antecedents.visit_premises(engine, &inference, position)),
///         None => decisions += 1,
///     }
/// }
/// assert_eq!(decisions, 0); // propagation alone has found it
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("implication graph", "conflict analysis", "reason side"))]
#[derive(Clone, Default, Debug)]
pub struct Antecedents {
    seen: FixedBitSet,
    pending: BinaryHeap<usize>,
}

impl Antecedents {
    /// Creates an empty traversal.
    pub fn new() -> Antecedents {
        Antecedents::default()
    }

    /// Queues a position unless it was queued before.
    pub fn visit(&mut self, position: usize) {
        self.seen.grow(position + 1);
        if !self.seen.put(position) {
            self.pending.push(position);
        }
    }

    /// Queues the entries that made an atom true before `position`. Returns `false` if the atom was not true at that
    /// position.
    pub fn visit_origin(&mut self, engine: &Engine, atom: Atom, position: usize) -> bool {
        match engine.origin(atom, position) {
            Some(Origin::Entry(at)) => self.visit(at),
            Some(Origin::Together(entries)) => entries.into_iter().for_each(|at| self.visit(at)),
            Some(Origin::Root) => {}
            None => return false,
        }
        true
    }

    /// Queues the antecedents of the inference at a position, or of the conflict at the end of the trail. Returns
    /// `false` if a premise was not true at that position.
    pub fn visit_premises(&mut self, engine: &Engine, inference: &Inference, position: usize) -> bool {
        // The inferred fact of a conflict contradicts the domain, so the negated fact is also a premise.
        let denied = inference.fact.filter(|_| position == engine.facts()).map(|fact| !fact);
        let mut all = true;
        for atom in inference.premises.iter().copied().chain(denied) {
            all &= self.visit_origin(engine, atom, position);
        }
        all
    }

    /// All positions queued so far, in ascending order.
    pub fn seen(&self) -> impl Iterator<Item = usize> + '_ {
        self.seen.ones()
    }

    /// Removes all positions from `position` on and empties the queue, to begin traversing a different branch.
    pub fn restart(&mut self, position: usize) {
        self.pending.clear();
        self.seen.remove_range(position.min(self.seen.len())..);
    }
}

impl Iterator for Antecedents {
    type Item = usize;

    /// Removes and returns the latest queued position.
    fn next(&mut self) -> Option<usize> {
        self.pending.pop()
    }
}
