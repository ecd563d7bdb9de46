//! How a search is watched: the kernel is compiled once for nobody, and once for an observer.

use super::Event;
use crate::budget::StopReason;
use crate::engine::{Engine, Halt};

/// The observation of a search: [`Nobody`], at no cost, or somebody who is told of every event.
pub(crate) trait Watch {
    /// Propagates to the fixpoint.
    fn propagate(&mut self, engine: &mut Engine) -> Result<(), Halt>;

    /// Propagates to the fixpoint, with the nogoods of a learning search.
    fn propagate_with_nogoods(&mut self, engine: &mut Engine) -> Result<(), Halt>;

    /// Reports an event.
    fn tell(&mut self, engine: &Engine, event: impl FnOnce() -> Event) -> Result<(), StopReason>;
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
