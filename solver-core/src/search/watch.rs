//! Observation of a search: the search loop is compiled twice, with and without an observer.

use super::Event;
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::{Engine, Halt};
use crate::linear_rows::LinearRows;
use crate::search::totals::{MOST, ObjectiveSum, Total};
use crate::view::View;

/// An observer's interface to the search: [`Unobserved`] costs nothing; any other observer is notified of every
/// event.
pub(crate) trait Watch {
    /// Propagates to the fixpoint.
    fn propagate(&mut self, engine: &mut Engine) -> Result<(), Halt>;

    /// Propagates to the fixpoint, including a learning search's nogoods.
    fn propagate_with_nogoods(&mut self, engine: &mut Engine) -> Result<(), Halt>;

    /// Called after the analysis of a conflict, before anything is undone.
    fn analysed(&mut self, _engine: &Engine, _analysed: Analysed<'_>) {}

    /// Called when another search of the problem has found a solution, before this search continues.
    fn imported(&mut self, _other: &Engine) {}

    /// Called at the root with the rows of the linear relaxation. May remove rows and limits.
    fn admit(&mut self, _engine: &Engine, _rows: &mut LinearRows) {}

    /// Called at the root with an objective that is at least a sum. Returns the maximum number of atoms in a total, or
    /// `None` if cores must not guide the search.
    fn admit_sum(&mut self, _engine: &Engine, _objective: View, _sum: &ObjectiveSum) -> Option<usize> {
        Some(MOST as usize)
    }

    /// Called when assumptions cannot hold together, before anything is undone, with the clause that expresses this.
    /// The next decision would be the negation of one of the clause's atoms, but that negation is false.
    fn core(&mut self, _engine: &Engine, _clause: &[Atom]) {}

    /// Called at the root when a reserved variable has become a total, whose value is at least 1.
    fn total(&mut self, _total: &Total) {}

    /// Whether [`analysed`](Watch::analysed) needs the explanations.
    fn wants_explanations(&self) -> bool {
        false
    }

    /// Reports an event.
    fn on_event(&mut self, engine: &Engine, event: impl FnOnce() -> Event) -> Result<(), StopReason>;
}

/// The result of conflict analysis.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Analysed<'a> {
    /// A nogood, derived by explaining these facts at these positions of the trail.
    Nogood(&'a [(usize, Atom)]),
    /// The analysis needed too many explanations: the nogood consists of all decisions.
    Decisions,
    /// The decisions at levels 1 to this one cannot all hold.
    Branch(usize),
}

/// A search without an observer.
pub(crate) struct Unobserved;

impl Watch for Unobserved {
    #[inline(always)]
    fn propagate(&mut self, engine: &mut Engine) -> Result<(), Halt> {
        engine.propagate()
    }

    fn propagate_with_nogoods(&mut self, engine: &mut Engine) -> Result<(), Halt> {
        engine.propagate_with_nogoods()
    }

    #[inline(always)]
    fn on_event(&mut self, _: &Engine, _: impl FnOnce() -> Event) -> Result<(), StopReason> {
        Ok(())
    }
}
