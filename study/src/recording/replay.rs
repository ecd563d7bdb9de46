//! A cursor over a recording, which gives the domains after any event.

use super::state::State;
use super::{Event, Recording};
use solver_core::{Atom, ValueSet, Var};

/// A cursor that moves back and forth in a recording.
///
/// A step forward takes time proportional to the event's changes; a step back replays from the start.
#[derive(Clone, Debug)]
pub struct Replay<'r> {
    recording: &'r Recording,
    /// The number of replayed events.
    at: usize,
    pub(super) state: State,
}

impl<'r> Replay<'r> {
    /// Creates a cursor at the start, before the first event.
    pub fn new(recording: &'r Recording) -> Replay<'r> {
        Replay { recording, at: 0, state: State::new(&recording.roots) }
    }

    /// Returns the recording.
    pub fn recording(&self) -> &'r Recording {
        self.recording
    }

    /// Returns the number of replayed events.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Moves to the state after the first `at` events, or after all events if there are fewer.
    pub fn go_to(&mut self, at: usize) {
        if at < self.at {
            *self = Replay::new(self.recording);
        }
        while self.at < at && self.step().is_some() {}
    }

    /// Moves forward by one event and returns it.
    pub fn step(&mut self) -> Option<&'r Event> {
        let event = self.recording.events.get(self.at)?;
        self.state.happen(self.at, event);
        self.at += 1;
        Some(event)
    }

    /// Returns the latest event.
    pub fn event(&self) -> Option<&'r Event> {
        self.recording.events.get(self.at.checked_sub(1)?)
    }

    /// Returns the number of the current node, counted from 1.
    pub fn node(&self) -> u64 {
        self.state.node()
    }

    /// Returns the number of current decisions.
    pub fn depth(&self) -> usize {
        self.state.levels.len()
    }

    /// Iterates over the events of the current decisions, oldest first.
    pub fn decisions(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.state.levels.iter().map(|level| level.event)
    }

    /// Iterates over the current decisions, oldest first.
    pub fn decided(&self) -> impl Iterator<Item = Atom> + '_ {
        self.decisions().filter_map(|event| self.recording.events[event].fact())
    }

    /// Returns the current domains, by variable number.
    pub fn domains(&self) -> &[ValueSet] {
        &self.state.domains
    }

    /// Returns the current domain of a variable.
    ///
    /// # Panics
    /// When the variable belongs to a different search; this also applies to the other methods.
    pub fn domain(&self, var: Var) -> &ValueSet {
        &self.state.domains[var.index()]
    }

    /// Checks whether the current domains entail a fact.
    pub fn entails(&self, fact: Atom) -> bool {
        self.state.entails(fact)
    }

    /// Returns the event that removed a value from a variable's domain, or `None` if the value is still in the domain
    /// or never was.
    pub fn removed_by(&self, var: Var, value: i32) -> Option<usize> {
        let mut changes = self.state.changes_of(var);
        changes.find(|(_, before, after)| before.contains(value) && !after.contains(value)).map(|(event, ..)| event)
    }
}
