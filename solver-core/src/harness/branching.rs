//! Checks branching by a custom brancher or by any variable and value selection.

use crate::atom::Atom;
use crate::engine::Engine;
use crate::model::ModelError;
use crate::observe::{Branch, Event, Observer};
use crate::solve::{Search, Slip, Slips};
use std::ops::ControlFlow;

/// An error in a search's branching. Decisions are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BranchingFault {
    /// A brancher made a decision that a search ignores.
    #[error("a brancher chose `{decision}`, {slip}")]
    Ignored {
        /// The decision.
        decision: String,
        /// Why it is ignored.
        slip: Slip,
    },
    /// A decision changed nothing.
    #[error("decision {number} ({atom:?}) was true or false already")]
    NoEffect {
        /// The index of the decision.
        number: usize,
        /// The decision.
        atom: Atom,
    },
    /// A repetition of the search made a different decision: branching depends on something outside the search, or
    /// copies share state.
    #[error("decision {number} of the search differed when the search was repeated")]
    NotDeterministic {
        /// The index of the decision.
        number: usize,
    },
    /// The search cannot start.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// Runs a search twice, to its end or its limits, and checks its decisions. Each decision must be about a model
/// variable, lie within its domain, and have an effect, and the second run must make the same decisions. Returns the
/// number of decisions.
///
/// ```
/// use solver_core::harness::{BranchingFault, branching};
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 3, 1..=3)?;
/// m.all_different(&x);
/// assert_eq!(branching(&m.search().order(VarSelect::SmallestDomain)), Ok(10));
/// let y = x[0];
/// let slip = m.search().branch_with(move |node| node.fixed(y).is_none().then(|| Decision::equals(y, 4)));
/// let fault = branching(&slip).expect_err("1..=3 has no 4");
/// assert_eq!(fault.to_string(), "a brancher chose `x[0] = 4`, which is outside the domain");
/// # Ok::<(), ModelError>(())
/// ```
///
/// # Errors
/// The first [`BranchingFault`].
pub fn branching(search: &Search<'_>) -> Result<usize, BranchingFault> {
    let (first, second) = (decisions(search)?, decisions(search)?);
    let same = first.iter().zip(&second).take_while(|(a, b)| a == b).count();
    match same == first.len() && same == second.len() {
        true => Ok(same),
        false => Err(BranchingFault::NotDeterministic { number: same + 1 }),
    }
}

fn decisions(search: &Search<'_>) -> Result<Vec<Atom>, BranchingFault> {
    let slips = Slips::default();
    let mut decisions = Decisions { taken: Vec::new(), facts: 0, is_idle: false, slips: slips.clone() };
    search.clone().reporting_slips(&slips).observe(&mut decisions)?;
    if let Some((decision, slip)) = slips.first() {
        return Err(BranchingFault::Ignored { decision: decision.written(search.model()), slip });
    }
    match (decisions.is_idle, decisions.taken.last()) {
        (true, Some(&atom)) => Err(BranchingFault::NoEffect { number: decisions.taken.len(), atom }),
        _ => Ok(decisions.taken),
    }
}

/// Collects decisions until one has no effect or a search ignores one.
struct Decisions {
    taken: Vec<Atom>,
    /// The number of facts at the last event.
    facts: usize,
    is_idle: bool,
    slips: Slips,
}

impl Observer for Decisions {
    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        let before = std::mem::replace(&mut self.facts, engine.facts());
        if let Event::Decide { atom, branch, .. } = *event {
            self.taken.push(atom);
            // The second branch of a node is the negation of the first.
            self.is_idle = branch != Branch::Right && self.facts == before;
        }
        if self.is_idle || self.slips.first().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
