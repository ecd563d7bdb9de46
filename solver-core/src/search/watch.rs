//! How a search is watched: the kernel is compiled once for nobody, and once for an observer.

use super::Event;
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::{Engine, Halt};

/// The observation of a search: [`Nobody`], at no cost, or somebody who is told of every event.
pub(crate) trait Watch {
    /// Propagates to the fixpoint.
    fn propagate(&mut self, engine: &mut Engine) -> Result<(), Halt>;

    /// Propagates to the fixpoint, with the nogoods of a learning search.
    fn propagate_with_nogoods(&mut self, engine: &mut Engine) -> Result<(), Halt>;

    /// A conflict was analysed, and nothing is undone yet.
    fn analysed(&mut self, _engine: &Engine, _analysed: Analysed<'_>) {}

    /// Whether [`analysed`](Watch::analysed) wants the explanations.
    fn wants_explanations(&self) -> bool {
        false
    }

    /// Reports an event.
    fn tell(&mut self, engine: &Engine, event: impl FnOnce() -> Event) -> Result<(), StopReason>;
}

/// What the analysis of a conflict has found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Analysed<'a> {
    /// A nogood, by explaining these facts at these positions of the trail.
    Nogood(&'a [(usize, Atom)]),
    /// Too many explanations: the nogood of all decisions.
    Decisions,
    /// The decisions down to this level exclude each other.
    Branch(usize),
}

/// A search without an observer.
pub(crate) struct Nobody;

impl Watch for Nobody {
    #[inline(always)]
    fn propagate(&mut self, engine: &mut Engine) -> Result<(), Halt> {
        engine.propagate()
    }

    fn propagate_with_nogoods(&mut self, engine: &mut Engine) -> Result<(), Halt> {
        engine.propagate_with_nogoods()
    }

    #[inline(always)]
    fn tell(&mut self, _: &Engine, _: impl FnOnce() -> Event) -> Result<(), StopReason> {
        Ok(())
    }
}
